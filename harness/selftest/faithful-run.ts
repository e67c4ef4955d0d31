import { CheckProcess } from './check-process.js';
import type { CheckOrder } from './check-order.js';

const SEEDS = 10;

/** The share of the cases that each contract gets. */
const SHARES = [
  { contract: 'contract/item-service.openapi.yaml', share: 0.6 },
  { contract: 'contract/science-runtime.openapi.yaml', share: 0.4 },
] as const;
const SURFACES = ['rest', 'sdk_typescript'] as const;
const PHASES = ['examples', 'boundary', 'valid', 'invalid'] as const;

/**
 * Checks the project without a fault, with at least `cases` cases over ten seeds. Returns 1 for any finding, or if too
 * few cases ran.
 */
export async function faithfulRun(root: string, cases: number, signal: AbortSignal): Promise<number> {
  const worker = new CheckProcess(root);
  signal.addEventListener('abort', () => worker.close());
  let total = 0;
  let findings = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1)
    for (const { contract, share } of SHARES) {
      if (signal.aborted) return 130;
      const runs = Math.ceil((cases * share) / SEEDS / SURFACES.length);
      const order = {
        folder: root,
        contracts: [contract],
        surfaces: SURFACES,
        operations: [],
        phases: PHASES,
        seed,
        runs,
      };
      const seen = await faithfulCheck(worker, order);
      total += seen.cases;
      findings += seen.findings.length;
      const lines = seen.findings.map((text) => `  ${text}\n`);
      process.stdout.write(`${contract} seed ${seed}: ${seen.cases} cases\n${lines.join('')}`);
    }
  worker.close();
  process.stdout.write(`${total} cases over ${SEEDS} seeds: ${findings} findings\n`);
  return findings === 0 && total >= cases ? 0 : 1;
}

async function faithfulCheck(
  worker: CheckProcess,
  order: CheckOrder,
): Promise<{ readonly cases: number; readonly findings: readonly string[] }> {
  const answer = await worker.check(order);
  if ('error' in answer) return { cases: 0, findings: [answer.error] };
  const { findings, unsteady = [], footer } = answer.report;
  const found = [...findings.filter(({ disposition }) => disposition === 'open'), ...unsteady];
  const texts = found.map(
    ({ finding: { rule, kind, surfaces, message } }) => `${rule} ${kind} ${surfaces.join()}: ${message}`,
  );
  return { cases: footer?.cases ?? 0, findings: texts };
}

import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationNamed } from '../contract/contract.js';
import type { Operation, OperationId } from '../contract/operation.js';
import { printable } from '../reports/text/printable.js';
import type { CellEntry, FindingEntry, Report } from '../reports/report.js';
import { counted } from '../reports/text/amounts.js';
import { TRIAL_RULES } from '../rules/catalogue/catalogue.js';
import { OFFERED } from '../rules/inventory/offered.js';
import { CURRENT } from '../rules/freshness/current.js';
import { type LoadedConfig, loadConfig } from './configuration/load-config.js';
import { check } from './engine/check.js';
import { type CheckOptions, phasesNamed } from './engine/options/check-options.js';
import { chosenOperations, readPromised } from './engine/plan/contracts.js';
import { whyUnverified } from './engine/judge/why-unverified.js';
import { runChoice } from './engine/plan/surface-runs.js';
import { surfaceConfigsFor } from './configuration/surface-configs.js';
import { formatLocation } from '../contract/json/source-location.js';

export interface DescribeOptions extends Partial<
  Pick<CheckOptions, 'surfaces' | 'operations' | 'backends' | 'seed' | 'budgetMs'>
> {
  readonly phases?: readonly string[];
  /** The number of generated cases of each operation on every surface. Default: as configured. */
  readonly runs?: number;
}

/** Maximum duration of one run of all cases, in milliseconds. */
const RUN_MS = 10 * 60_000;

/**
 * Defines Vitest tests from one run of the check: `await describeParity(import.meta.url, 'parity.config.ts')`. There is
 * one test for each combination of parity group, surface and rule. A test is skipped if no case could verify its rule.
 * A failed test shows the finding with its smallest input and seed. The test `was verified` fails if a group could not
 * be verified on a surface.
 */
export async function describeParity(from: string, config: string, options: DescribeOptions = {}): Promise<void> {
  const loaded = await loadConfig(resolve(dirname(fileURLToPath(from)), config), process.cwd());
  const cells = await expectedCells(loaded, options);
  const stop = new AbortController();
  let report: Report | undefined;
  describe(`parity of ${counted(loaded.config.contracts.length, 'contract')}`, () => {
    beforeAll(async () => {
      report = await check(loaded, checkOptions(loaded, options, stop.signal), {
        entry: () => undefined,
        phase: () => undefined,
        progress: () => undefined,
      });
    }, RUN_MS);
    afterAll(() => stop.abort());
    it('the run verified everything that was requested', () => {
      const notes = report?.notes.filter(({ severity }) => severity === 'error') ?? [];
      expect(
        notes.map(
          (note) => `${note.location === undefined ? '' : `${formatLocation(note.location)}: `}${note.message}`,
        ),
      ).toEqual([]);
    });
    for (const each of cells) describeCell(each, () => report);
  });
}

interface ExpectedCell {
  readonly group: string;
  readonly operation: OperationId;
  readonly surface: string;
  /** The operation in the contract. */
  readonly described: Operation | undefined;
}

async function expectedCells(loaded: LoadedConfig, options: DescribeOptions): Promise<readonly ExpectedCell[]> {
  const reading = await readPromised(loaded);
  if (reading.kind === 'faults')
    throw new Error(
      reading.faults
        .map(({ location, message, repair }) => `${formatLocation(location)}: ${message}\n  → ${repair}`)
        .join('\n'),
    );
  const { promised } = reading;
  const chosen = chosenOperations(promised, { operations: options.operations ?? [] });
  return promised.served.flatMap((contract) =>
    surfaceConfigsFor(loaded, contract.file, options.surfaces).flatMap(({ id: surface }) =>
      promised
        .bindings(surface, contract)
        .filter(({ operation }) => chosen(operation))
        .map((binding) => ({ ...binding, surface, described: operationNamed(contract, binding.operation) })),
    ),
  );
}

function checkOptions(loaded: LoadedConfig, options: DescribeOptions, signal: AbortSignal): CheckOptions {
  return {
    contracts: [],
    surfaces: options.surfaces ?? [],
    operations: options.operations ?? [],
    phases: phasesNamed(options.phases ?? []),
    backends: options.backends ?? loaded.backends,
    runs: runChoice(options.runs ?? loaded.runs),
    seed: options.seed ?? loaded.seed,
    ...(options.budgetMs !== undefined && { budgetMs: options.budgetMs }),
    signal,
    reports: loaded.reports,
  };
}

function describeCell(
  { group, operation, surface, described }: ExpectedCell,
  reportOf: () => Report | undefined,
): void {
  const own = (report: Report | undefined): readonly CellEntry[] =>
    report?.cells.filter((cell) => cell.group === group && cell.surface === surface) ?? [];
  describe(`${group} on ${surface}`, () => {
    it('was verified', () => {
      const cells = own(reportOf());
      expect(cells.length).toBeGreaterThan(0);
      expect(
        cells
          .filter(({ verdict }) => verdict !== 'pass' && verdict !== 'fail')
          .map(({ backend, verdict, reason }) => `${backend}: ${verdict}: ${reason ?? ''}`),
      ).toEqual([]);
    });
    for (const { id } of [OFFERED, CURRENT, ...TRIAL_RULES]) {
      it(id, (context) => {
        const report = reportOf();
        const findings =
          report?.findings.filter(
            ({ finding, disposition }) =>
              disposition === 'open' &&
              finding.rule === id &&
              finding.surfaces.includes(surface) &&
              finding.operations.includes(operation),
          ) ?? [];
        const verified =
          id === OFFERED.id || id === CURRENT.id || own(report).some((cell) => (cell.verified[id] ?? 0) > 0);
        if (findings.length === 0 && !verified) context.skip(whyUnverified(id, described, own(report)));
        expect(findings.map((entry) => findingText(entry, report?.header.seed)).join('\n\n')).toBe('');
      });
    }
  });
}

function findingText({ finding, replay }: FindingEntry, seed: number | undefined): string {
  const lines = [
    `${finding.rule} on ${finding.surfaces.join(', ')}: ${finding.message}`,
    `  expected: ${printable(finding.expected)}`,
    `  received: ${printable(finding.received)}`,
    ...(finding.counterexample === undefined
      ? []
      : [
          `  smallest input: ${finding.counterexample.operation} ${printable(finding.counterexample.input as never)} (seed ${seed ?? '?'})`,
        ]),
    `  repair: ${finding.repair}`,
    ...(replay === undefined ? [] : [`  replay after \`parity check\`: ${replay}`]),
  ];
  return lines.join('\n');
}

import { Pool } from 'undici';
import type { Contract } from '../../contract/contract.js';
import { encodeRequest } from '../../contract/wire/request/encode.js';
import type { Backend, BackendInstance } from '../backends/backend.js';
import { exampleResponder, scriptedBackend } from '../backends/scripted.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { planCases } from '../engine/plan/case-plan.js';
import type { PlannedCase } from '../engine/plan/planned/planned-case.js';
import { driveBackend } from '../engine/drive/drive-backend.js';
import { Connections } from '../tap/connections.js';
import { forwardTo } from '../tap/forward.js';
import { Tap } from '../tap/tap.js';
import { TAP_PREFIX } from '../tap/tap-bases.js';
import { servedContract } from './runs/contract.js';
import { exampleService } from './runs/example-service.js';
import { type Figure, paired, roundRobin, timed } from './runs/figure.js';
import { openRestRun } from './runs/rest-run.js';

const RUNS = 2000;
const ROUNDS = 9;
const TIMEOUT_MS = 10_000;

/**
 * Measures how many cases per second the engine makes, sends, records and judges. The figure is relative to a loop that
 * only sends the same requests on a keep-alive connection. It is measured twice: with a service on a separate thread,
 * and with replies that the tap makes on the thread of the check.
 */
export async function engineThroughput(loaded: LoadedConfig): Promise<readonly Figure[]> {
  const contract = await servedContract(loaded);
  const plan = (): readonly PlannedCase[] =>
    planCases(contract, contract.operations, new Set(['valid']), options(loaded)).cases;
  const cases = plan();
  const service = await exampleService(loaded.root);
  const [engine, bare] = await paired(
    ROUNDS,
    () => throughEngine(loaded, contract, forwardedBackend(service.origin)),
    () => bareLoop(service.origin, '', cases),
  );
  await service.stop();
  const [scripted, bareScripted] = await paired(
    ROUNDS,
    () => throughEngine(loaded, contract, scriptedBackend(contract)),
    () => bareTapLoop(contract, cases),
  );
  const [making = NaN] = await roundRobin(ROUNDS, [() => timed(async () => plan())]);
  const what =
    'cases per second through the whole engine on rest, divided by requests per second of a bare undici loop';
  const detail = (ours: number, theirs: number): string =>
    `${perSecond(cases.length, ours)} cases/s, ${perSecond(cases.length, theirs)} requests/s, ${cases.length} cases`;
  return [
    {
      ratio: bare / engine,
      aim: '≥ 0.5',
      what: `${what} to the same service`,
      detail: detail(engine, bare),
      limit:
        'A client that only sends the same requests and reads the replies has the ratio 1. The engine also makes, records and judges each case.',
    },
    {
      ratio: bareScripted / scripted,
      aim: '≥ 0.5',
      what: `${what} to the same tap`,
      detail: detail(scripted, bareScripted),
      limit:
        'A client that only sends the same requests has the ratio 1. The tap makes the replies on the thread of the check, where cases are also made and judged. Each of these two takes more than half as long as such an exchange. So the ratio would be about 0.45 even if nothing else took time.',
    },
    {
      ratio: making / cases.length / 0.05,
      aim: '≤ 1',
      what: 'time to make a case, divided by 0.05 ms',
      detail: `${((making / cases.length) * 1000).toFixed(1)} µs a case`,
      limit:
        'No physical limit. 0.05 ms is a fifth of an HTTP exchange on this machine, so a check never waits for its cases.',
    },
  ];
}

/** A service that is used through one connection and never reset. */
function forwardedBackend(origin: string): Backend {
  const start = async (): Promise<BackendInstance> => {
    const forwarder = forwardTo(origin, TIMEOUT_MS, new Connections(origin, 'resend'));
    return { respond: forwarder.respond, writes: true, stop: () => forwarder.close() };
  };
  return { kind: 'scripted', isolated: false, start };
}

function options(loaded: LoadedConfig): Parameters<typeof planCases>[3] {
  const values = Object.entries(loaded.config.values ?? {}).map(
    ([name, { known, only }]) => [name, { known, only: only ?? false }] as const,
  );
  return { seed: 1, runs: RUNS, values: new Map(values) };
}

/**
 * Runs the cases of a contract through the engine, and returns the time. As in a real run, the time includes making the
 * cases.
 */
async function throughEngine(loaded: LoadedConfig, contract: Contract, backend: Backend): Promise<number> {
  const started = performance.now();
  const plan = planCases(contract, contract.operations, new Set(['valid']), options(loaded));
  const pass = await openRestRun(loaded, contract, plan, backend);
  await driveBackend(pass);
  const took = performance.now() - started;
  await pass.close();
  return took;
}

async function bareTapLoop(contract: Contract, cases: readonly PlannedCase[]): Promise<number> {
  const tap = await Tap.open(exampleResponder(contract));
  const took = await bareLoop(new URL(tap.baseUrl).origin, TAP_PREFIX, cases);
  await tap.close();
  return took;
}

async function bareLoop(origin: string, prefix: string, cases: readonly PlannedCase[]): Promise<number> {
  const requests = cases.flatMap((planned) => {
    const request = encodeRequest(planned.operation, planned.case.input);
    return request.kind === 'request' ? [request] : [];
  });
  const pool = new Pool(origin, { connections: 1, pipelining: 1 });
  const took = await timed(async () => {
    for (const { method, target, headers, body } of requests) {
      const response = await pool.request({
        method,
        path: prefix + target,
        headers: headers.flat(),
        body: body.byteLength === 0 ? null : body,
      });
      await response.body.arrayBuffer();
    }
  });
  await pool.destroy();
  return took;
}

function perSecond(count: number, milliseconds: number): string {
  return Math.round((count / milliseconds) * 1000).toLocaleString('en');
}

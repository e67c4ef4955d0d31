import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { scriptedBackend } from '../backends/scripted.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { planCases } from '../engine/plan/case-plan.js';
import { Lane } from '../engine/drive/lane.js';
import { surfacesOf } from '../bindings/surfaces.js';
import { servedContract } from './contract.js';
import { type Figure, paired, timed } from './figure.js';

const CALLS = 300;
const ROUNDS = 5;

/**
 * The time of one case through the tool server, with its HTTP exchange, relative to a line echoed by a bare process.
 */
export async function toolCase(loaded: LoadedConfig): Promise<readonly Figure[]> {
  const contract = await servedContract(loaded);
  const [surface] = await surfacesOf(loaded, contract.file, ['mcp']);
  const planned = planCases(contract, contract.operations, new Set(['examples']), {
    seed: 1,
    runs: 1,
    values: new Map(),
  }).cases[0];
  if (surface === undefined || planned === undefined) return [];
  const lane = await Lane.open({ surface: 'mcp', driver: surface.driver, contract, ...loaded }, () =>
    scriptedBackend(contract).start(),
  );
  const echo = bareEcho();
  try {
    await repeated(() => lane.run(planned.operation, planned.case));
    const [cases, bare] = await paired(
      ROUNDS,
      () => repeated(() => lane.run(planned.operation, planned.case)),
      () => repeated(echo.send),
    );
    return [
      {
        ratio: cases / bare,
        what: 'a case through the tool server, over a bare stdio round trip',
        detail: `${cases.toFixed(3)} ms (a tool call and an HTTP exchange), ${bare.toFixed(3)} ms`,
      },
    ];
  } finally {
    echo.end();
    await lane.close();
  }
}

/** Mean milliseconds per call. */
async function repeated(call: () => Promise<unknown>): Promise<number> {
  const took = await timed(async () => {
    for (let count = 0; count < CALLS; count += 1) await call();
  });
  return took / CALLS;
}

/** A process that echoes each line: the minimum cost of a round trip over stdio. */
function bareEcho(): { readonly send: () => Promise<unknown>; readonly end: () => void } {
  const child = spawn(process.execPath, ['-e', 'process.stdin.pipe(process.stdout)'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout });
  return {
    send: async () => {
      const answer = once(lines, 'line');
      child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
      await answer;
    },
    end: () => void child.stdin.end(),
  };
}

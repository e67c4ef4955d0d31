import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { scriptedBackend } from '../backends/scripted.js';
import { minimalEnvironment } from '../../surfaces/process/minimal-environment.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { planCases } from '../engine/plan/case-plan.js';
import { Lane } from '../engine/drive/lane.js';
import { surfacesOf } from '../bindings/surfaces.js';
import { servedContract } from './contract.js';
import { type Figure, median, paired, timed } from './figure.js';

const run = promisify(execFile);
const ROUNDS = 25;

/** The time of one case on the command line, relative to the minimum of a process of the same interpreter. */
export async function commandLineCase(loaded: LoadedConfig): Promise<readonly Figure[]> {
  const contract = await servedContract(loaded);
  const [surface] = await surfacesOf(loaded, contract.file, ['cli']);
  const planned = planCases(contract, contract.operations, new Set(['examples']), {
    seed: 1,
    runs: 1,
    values: new Map(),
  }).cases[0];
  if (surface === undefined || planned === undefined) return [];
  const lane = await Lane.open({ surface: 'cli', driver: surface.driver, contract, ...loaded }, () =>
    scriptedBackend(contract).start(),
  );
  const aCase = (): Promise<number> => timed(() => lane.run(planned.operation, planned.case));
  try {
    const [cases, shell] = await paired(ROUNDS, aCase, () => bareSpawn(process.env));
    const [again, bare] = await paired(ROUNDS, aCase, () => bareSpawn(minimalEnvironment()));
    const exchange = await exchanging();
    return [
      {
        ratio: cases / shell,
        aim: '≤ 1.3',
        what: 'a case on the command line, over a bare spawn with the environment of this shell',
        detail: `${cases.toFixed(1)} ms, \`node -e 0\` ${shell.toFixed(1)} ms`,
      },
      {
        ratio: again / bare,
        what: 'the same, over a bare spawn with the minimal environment that the case runs in',
        detail: `${again.toFixed(1)} ms, \`node -e 0\` ${bare.toFixed(1)} ms`,
      },
      {
        ratio: again / exchange,
        what: 'the same, over a bare process that makes one HTTP exchange',
        detail: `${again.toFixed(1)} ms, \`http.get\` ${exchange.toFixed(1)} ms`,
      },
    ];
  } finally {
    await lane.close();
  }
}

export function bareSpawn(env: NodeJS.ProcessEnv): Promise<number> {
  return timed(() => run(process.execPath, ['-e', '0'], { env }));
}

/** The minimum time of a command line of the interpreter: a process, and one exchange with its built-in client. */
export async function exchanging(): Promise<number> {
  const server = createServer((_, response) => void response.end('{}')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const script = `require('node:http').get('http://127.0.0.1:${port}/', (r) => r.resume())`;
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    times.push(await timed(() => run(process.execPath, ['-e', script], { env: minimalEnvironment() })));
  server.close();
  return median(times);
}

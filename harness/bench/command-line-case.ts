import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { scriptedBackend } from '../backends/scripted.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { planCases } from '../engine/case-plan.js';
import { Lane } from '../engine/lane.js';
import { surfacesOf } from '../surfaces.js';
import { servedContract } from './contract.js';
import { type Figure, paired, timed } from './figure.js';

const run = promisify(execFile);
const ROUNDS = 25;

/** One case on the command line, beside the least that a process of the same interpreter costs. */
export async function commandLineCase(loaded: LoadedConfig): Promise<readonly Figure[]> {
  const contract = await servedContract(loaded);
  const surface = surfacesOf(loaded, ['cli'])[0];
  const planned = planCases(contract, contract.operations, new Set(['examples']), { seed: 1, runs: 1, values: new Map() }).cases[0];
  if (surface === undefined || planned === undefined) return [];
  const lane = await Lane.open({ surface: 'cli', driver: surface.driver, contract, ...loaded }, () => scriptedBackend(contract).start());
  try {
    const [cases, bare] = await paired(ROUNDS, () => timed(() => lane.run(planned.operation, planned.case)), bareSpawn);
    return [{ ratio: cases / bare, aim: '≤ 1.3', what: 'a case on the command line, over a bare spawn', detail: `${cases.toFixed(1)} ms, \`node -e 0\` ${bare.toFixed(1)} ms` }];
  } finally {
    await lane.close();
  }
}

export function bareSpawn(): Promise<number> {
  return timed(() => run(process.execPath, ['-e', '0']));
}

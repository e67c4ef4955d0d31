import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { ContractFault } from '../../../contract/contract.js';
import { ParityError } from '../../../contract/parity-error.js';
import { readCounterexample } from '../minimise/counterexample.js';
import type { KeptCase } from '../plan/kept-plan.js';

export type KeptReading =
  | { readonly kind: 'kept'; readonly kept: readonly KeptCase[] }
  | { readonly kind: 'faults'; readonly faults: readonly ContractFault[] };

const MOST_FILES = 500;
const MOST_BYTES = 4 * 1024 * 1024;

/** Reads all counterexamples in a folder, in the order of their file names. Empty if the folder does not exist. */
export async function readKeptCases(folder: string, root: string): Promise<KeptReading> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).toSorted();
  const kept: KeptCase[] = [];
  const faults: ContractFault[] = [];
  for (const name of names.slice(0, MOST_FILES)) {
    const path = join(folder, name);
    const file = relative(root, path);
    const read = await readKept(path).catch((error: unknown) => faultOf(error, file));
    if ('code' in read) faults.push(read);
    else kept.push({ ...read, file });
  }
  if (names.length > MOST_FILES) {
    const message = `the folder has ${names.length} counterexamples, but at most ${MOST_FILES} are read`;
    faults.push({
      code: 'regressions-too-many',
      message,
      repair: 'Remove the oldest counterexamples.',
      location: start(relative(root, folder)),
    });
  }
  return faults.length > 0 ? { kind: 'faults', faults } : { kind: 'kept', kept };
}

async function readKept(path: string): Promise<Omit<KeptCase, 'file'>> {
  const { size } = await stat(path);
  if (size > MOST_BYTES)
    throw new ParityError('counterexample-too-large', 'the file is larger than 4 MiB', 'Remove it.');
  const { finding, case: kept } = await readCounterexample(path);
  return { finding, case: kept };
}

function faultOf(error: unknown, file: string): ContractFault {
  if (!(error instanceof ParityError)) throw error;
  return { code: error.code, message: error.message, repair: error.repair, location: start(file) };
}

function start(file: string): ContractFault['location'] {
  return { file, line: 1, column: 1, pointer: '' };
}

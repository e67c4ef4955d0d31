import { realpath } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import type { BodyWay } from '../../../contract/body-way.js';
import type { ArgumentVector } from './argument-vector.js';
import { BODY_FILE_FLAG, BODY_FLAG } from '../commands/flags.js';

type Vector = Extract<ArgumentVector, { kind: 'arguments' }>;

const BODY = `--${BODY_FLAG}=`;

/**
 * Changes the arguments so that they pass the body as the `bodyWay` of the case states: in a file or on standard input.
 * All are tried, because a program may have a fault in only one of them. Without a `bodyWay`, the arguments stay
 * unchanged. `path` is the file to write, and `named` the path that the arguments contain.
 */
export function inBodyWay(vector: Vector, way: BodyWay | undefined, path: string, named = path): Vector {
  const given = vector.args.find((argument) => argument.startsWith(BODY));
  const body = given === undefined ? vector.stdin : Buffer.from(given.slice(BODY.length));
  if (way === undefined || body === undefined) return vector;
  const replaced = given ?? `--${BODY_FILE_FLAG}=-`;
  const isInput = way === 'standard-input';
  const passed = way === 'at-file' ? `${BODY}@${named}` : `--${BODY_FILE_FLAG}=${isInput ? '-' : named}`;
  const args = vector.args.map((argument) => (argument === replaced ? passed : argument));
  return { kind: 'arguments', args, ...(isInput ? { stdin: body } : { files: [{ path, bytes: body }] }) };
}

/** Programs that start another program, possibly in a folder other than their own working directory. */
const LAUNCHERS: ReadonlySet<string> = new Set(['docker', 'make', 'npm', 'pnpm', 'podman', 'yarn']);

/**
 * The path of a folder relative to the working directory of a program, as users pass paths. A launcher may change the
 * directory before it starts the program, so it gets `folder` itself.
 */
export async function namedFolder(folder: string, [program = '']: readonly string[], cwd: string): Promise<string> {
  // In a path, `..` means the parent of the real folder and not of a link to it.
  return LAUNCHERS.has(basename(program)) ? folder : relative(await realpath(cwd), await realpath(folder));
}

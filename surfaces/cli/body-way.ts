import type { BodyWay } from '../../contract/case.js';
import type { ArgumentVector } from './argument-vector.js';
import { BODY_FILE_FLAG, BODY_FLAG } from './flags.js';

type Vector = Extract<ArgumentVector, { kind: 'arguments' }>;

/** `file`: what has to be in the file before the program starts. */
export type GivenVector = Vector & { readonly file?: Uint8Array };

const BODY = `--${BODY_FLAG}=`;

/**
 * The body given in the way of the case: a command reads it from an argument, from a file or from standard input, and each
 * may fail by itself. Without a way it stays where the vector has it.
 */
export function inBodyWay(vector: Vector, way: BodyWay | undefined, path: string): GivenVector {
  const given = vector.args.find((argument) => argument.startsWith(BODY));
  const body = given === undefined ? vector.stdin : Buffer.from(given.slice(BODY.length));
  if (way === undefined || body === undefined) return vector;
  const replaced = given ?? `--${BODY_FILE_FLAG}=-`;
  const source = way === 'file' ? path : '-';
  const args = vector.args.map((argument) => (argument === replaced ? `--${BODY_FILE_FLAG}=${source}` : argument));
  return { kind: 'arguments', args, ...(way === 'file' ? { file: body } : { stdin: body }) };
}

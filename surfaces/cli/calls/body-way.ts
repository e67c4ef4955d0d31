import type { BodyWay } from '../../../contract/case.js';
import type { ArgumentVector } from './argument-vector.js';
import { BODY_FILE_FLAG, BODY_FLAG } from '../commands/flags.js';

type Vector = Extract<ArgumentVector, { kind: 'arguments' }>;

const BODY = `--${BODY_FLAG}=`;

/**
 * Changes the arguments so that they pass the body as the `bodyWay` of the case states: in a file or on standard input.
 * Both are tried, because a program may have a fault in only one of them. Without a `bodyWay`, the arguments stay
 * unchanged.
 */
export function inBodyWay(vector: Vector, way: BodyWay | undefined, path: string): Vector {
  const given = vector.args.find((argument) => argument.startsWith(BODY));
  const body = given === undefined ? vector.stdin : Buffer.from(given.slice(BODY.length));
  if (way === undefined || body === undefined) return vector;
  const replaced = given ?? `--${BODY_FILE_FLAG}=-`;
  const source = way === 'file' ? path : '-';
  const args = vector.args.map((argument) => (argument === replaced ? `--${BODY_FILE_FLAG}=${source}` : argument));
  return { kind: 'arguments', args, ...(way === 'file' ? { files: [{ path, bytes: body }] } : { stdin: body }) };
}

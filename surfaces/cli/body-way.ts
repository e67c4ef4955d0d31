import type { ArgumentVector } from './argument-vector.js';
import { BODY_FILE_FLAG, BODY_FLAG } from './flags.js';

/** Of so many bodies one comes by `--body-file -`; by its length, so that a case goes the same way whenever it is run. */
const ONE_IN = 4;

/** A command takes its body in two ways, and what only ever went one of them would leave the other unverified. */
export function alternated(vector: Extract<ArgumentVector, { kind: 'arguments' }>): Extract<ArgumentVector, { kind: 'arguments' }> {
  const given = vector.args.find((argument) => argument.startsWith(BODY));
  if (given === undefined) return vector;
  const body = Buffer.from(given.slice(BODY.length));
  if (body.byteLength % ONE_IN !== ONE_IN - 1) return vector;
  return { ...vector, args: vector.args.map((argument) => (argument === given ? `--${BODY_FILE_FLAG}=-` : argument)), stdin: body };
}

const BODY = `--${BODY_FLAG}=`;

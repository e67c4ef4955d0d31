import { PROBLEM_TYPE_PREFIX } from '../generated/failures.js';

/** Why a command ends without a value: the document for programs, the exit code, and a word to the person. */
export class Failure extends Error {
  constructor(
    readonly exitCode: number,
    readonly problem: object,
    readonly hint = '',
  ) {
    super('failure');
  }
}

/** A failure of the program's own making; `name` becomes the problem's type. */
export function failure(exitCode: number, name: string, title: string, members: object = {}, hint = ''): Failure {
  return new Failure(exitCode, { type: `${PROBLEM_TYPE_PREFIX}${name}`, title, ...members }, hint);
}

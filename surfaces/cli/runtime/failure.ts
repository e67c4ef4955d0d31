import { PROBLEM_TYPE_PREFIX } from '../generated/failures.js';

/** The reason why a command fails: the problem document, the exit code, and a hint for the user. */
export class Failure extends Error {
  readonly exitCode: number;
  readonly problem: object;
  readonly hint: string;

  // Parameter properties are not used, because a user's compiler may allow only erasable syntax.
  constructor(exitCode: number, problem: object, hint = '') {
    super('failure');
    this.exitCode = exitCode;
    this.problem = problem;
    this.hint = hint;
  }
}

/**
 * Creates the failure for a problem that the program itself has found. `name` becomes the last part of the problem
 * type.
 */
export function failure(exitCode: number, name: string, title: string, members: object = {}, hint = ''): Failure {
  return new Failure(exitCode, { type: `${PROBLEM_TYPE_PREFIX}${name}`, title, ...members }, hint);
}

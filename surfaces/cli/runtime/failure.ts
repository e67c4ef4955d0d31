import { PROBLEM_TYPE_PREFIX } from '../generated/failures.js';

/** The reason why a command ends without a value: the problem document, the exit code, and a hint for the person. */
export class Failure extends Error {
  readonly exitCode: number;
  readonly problem: object;
  readonly hint: string;

  // No parameter properties: a user's compiler may allow erasable syntax only.
  constructor(exitCode: number, problem: object, hint = '') {
    super('failure');
    this.exitCode = exitCode;
    this.problem = problem;
    this.hint = hint;
  }
}

/** A failure that the program itself reports. `name` becomes the type of the problem. */
export function failure(exitCode: number, name: string, title: string, members: object = {}, hint = ''): Failure {
  return new Failure(exitCode, { type: `${PROBLEM_TYPE_PREFIX}${name}`, title, ...members }, hint);
}

import type { Expectation, RawChange, TokenChoice } from '../../../contract/case.js';
import type { Contract } from '../../../contract/contract.js';
import { documentsStatus } from '../../../contract/documented-responses.js';
import type { Operation } from '../../../contract/operation.js';
import type { RequestMessage } from '../../../contract/wire/message.js';

export interface RawRequest {
  /** Name within the operation, equal in every run. */
  readonly name: string;
  readonly raw: RawChange;
  /** Default: the configured token. */
  readonly token?: TokenChoice;
  /** The expectation. By default, the expectation for the unchanged request. */
  readonly expect?: Expectation;
}

/** The operation for which raw requests are made, with the requests that they change. */
export interface RawSubject {
  readonly contract: Contract;
  readonly operation: Operation;
  /** The request of the simplest valid input. */
  readonly request: RequestMessage;
  /** The request targets of inputs with an invalid parameter, at most one for each kind of parameter. */
  readonly invalidTargets: readonly string[];
  /** True for the first operation with its path. Only this operation gets the requests about the path. */
  readonly isFirstOfPath: boolean;
}

/**
 * The expectation of a refusal with a status. Exactly this status is required if the contract states the order of its
 * refusals and the operation documents the status. Otherwise any refusal is accepted.
 */
export function refusal({ contract, operation }: RawSubject, status: number): Expectation {
  const isStated = contract.refusalOrder?.includes(status) === true && documentsStatus(operation, status);
  return isStated ? { kind: 'refused', status } : { kind: 'refused' };
}

export const ANSWERED: Expectation = { kind: 'answered' };

import type { Expectation, RawChange, TokenChoice } from '../../../contract/case.js';
import type { Contract } from '../../../contract/contract.js';
import { documentsStatus } from '../../../contract/documented-responses.js';
import type { Operation } from '../../../contract/operation.js';
import type { RequestMessage } from '../../../contract/wire/message.js';

export interface RawRequest {
  /** The name of the request, unique within its operation and the same in every run. */
  readonly name: string;
  readonly raw: RawChange;
  /** The token of the request. The default is the configured token. */
  readonly token?: TokenChoice;
  /** The expected outcome. The default is the expectation of the unchanged request. */
  readonly expect?: Expectation;
}

/** The operation for which raw requests are made, with valid and invalid requests to change. */
export interface RawSubject {
  readonly contract: Contract;
  readonly operation: Operation;
  /** The HTTP request of the simplest valid input. */
  readonly request: RequestMessage;
  /** Request targets (path and query) with an invalid parameter, at most one for each kind of parameter. */
  readonly invalidTargets: readonly string[];
  /**
   * True if the operation is the first of its path in the contract. Only the first operation gets the raw requests that
   * concern the path as a whole.
   */
  readonly isFirstOfPath: boolean;
}

/**
 * The expectation that the service refuses a request. If the operation documents `status` and the contract states the
 * order of its refusals, the refusal must have this status. Otherwise any refusal is accepted.
 */
export function refusal(subject: RawSubject, status: number): Expectation {
  return isStated(subject, status) ? { kind: 'refused', status } : { kind: 'refused' };
}

/**
 * The expectation of a request that a service may accept or refuse. If the contract states the refusal with `status`,
 * the service must refuse it.
 */
export function statedRefusal(subject: RawSubject, status: number): Expectation {
  return isStated(subject, status) ? { kind: 'refused', status } : ANSWERED;
}

function isStated({ contract, operation }: RawSubject, status: number): boolean {
  return contract.refusalOrder?.includes(status) === true && documentsStatus(operation, status);
}

export const ANSWERED: Expectation = { kind: 'answered' };

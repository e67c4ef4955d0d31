import type { Case } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import { NO_BODY, type RequestMessage } from '../../contract/wire/message.js';
import type { WholeResponse } from '../../surfaces/exchange.js';
import type { Script } from './backend.js';
import { NOT_FOUND, requestedOperation } from './requested-operation.js';

/**
 * Answers each request for the operation of the current case with the reply of the case. Answers every other request
 * with 404.
 */
export function responseScript(contract: Contract): Script & {
  readonly respond: (request: RequestMessage) => WholeResponse;
} {
  let current: Case | undefined;
  return {
    prepare: (toRun) => void (current = toRun),
    respond: (request) =>
      requestedOperation(contract, request)?.id === current?.operation ? scripted(current) : NOT_FOUND,
  };
}

function scripted(current: Case | undefined): WholeResponse {
  if (current?.reply === undefined) return NOT_FOUND;
  const { status, headers, body, bytes } = current.reply;
  const encoding = bytes === true ? 'latin1' : 'utf8';
  return { kind: 'response', status, headers, body: body === undefined ? NO_BODY : Buffer.from(body, encoding) };
}

import { type Case, OTHER_HOST } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import { type HeaderPair, NO_BODY, type RequestMessage, headerValue } from '../../contract/wire/message.js';
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
      requestedOperation(contract, request)?.id === current?.operation ? scripted(current, request) : NOT_FOUND,
  };
}

function scripted(current: Case | undefined, request: RequestMessage): WholeResponse {
  if (current?.reply === undefined) return NOT_FOUND;
  const { status, body, bytes } = current.reply;
  const headers = current.reply.headers.map((header) => withPort(header, request));
  const encoding = bytes === true ? 'latin1' : 'utf8';
  return { kind: 'response', status, headers, body: body === undefined ? NO_BODY : Buffer.from(body, encoding) };
}

/**
 * Adds the port of the tap to a `Location` header whose host is `OTHER_HOST`. If a client follows the redirection, the
 * tap then records the request.
 */
function withPort([name, value]: HeaderPair, { headers }: RequestMessage): HeaderPair {
  const port = /:\d+$/.exec(headerValue(headers, 'host') ?? '')?.[0] ?? '';
  const isOther = name === 'location' && value.startsWith(`${OTHER_HOST}/`);
  return [name, isOther ? OTHER_HOST + port + value.slice(OTHER_HOST.length) : value];
}

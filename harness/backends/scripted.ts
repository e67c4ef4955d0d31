import type { Json } from '../../contract/json/json.js';
import type { Contract } from '../../contract/contract.js';
import { ReplyHeaders } from '../cases/replies/reply-headers.js';
import { ValueSource } from '../cases/values/value-source.js';
import type { MediaContent, Operation } from '../../contract/operation.js';
import { NO_BODY, isJsonMediaType } from '../../contract/wire/message.js';
import type { WholeResponse } from '../../surfaces/exchange.js';
import type { Responder } from '../tap/tap.js';
import type { Backend } from './backend.js';
import { NOT_FOUND, requestedOperation } from './requested-operation.js';
import { jsonReply } from './success-replies.js';

/**
 * A backend without a process or state: the tap itself answers each request. The reply is the first success example of
 * the contract for the operation, or JSON that is generated from the schema.
 */
export function scriptedBackend(contract: Contract): Backend {
  const respond = exampleResponder(contract);
  return { kind: 'scripted', isolated: false, start: async () => ({ respond, stop: async () => undefined }) };
}

/** Answers with the examples or schemas of the contract. Answers 404 if a request matches no operation. */
export function exampleResponder(contract: Contract): Responder {
  const headers = new ReplyHeaders(contract.schemas);
  const values = new ValueSource(contract.schemas, 'response');
  const replies = new Map(
    contract.operations.map((operation) => {
      const made = (): WholeResponse | undefined => jsonReply(contract, operation, values);
      return [operation, successExample(operation, headers, made)] as const;
    }),
  );
  return (request) => {
    const operation = requestedOperation(contract, request);
    return (operation && replies.get(operation)) ?? NOT_FOUND;
  };
}

/**
 * A reply with the first documented success status, and with the first example that the contract has for this status.
 * If it has no example, the reply is the one that `generated` returns.
 */
function successExample(
  operation: Operation,
  headers: ReplyHeaders,
  generated: () => WholeResponse | undefined,
): WholeResponse | undefined {
  const spec = operation.responses.find((response) => response.status.startsWith('2'));
  if (spec === undefined) return undefined;
  const content = spec.content[0];
  const example = content?.examples[0];
  const made = headers.required(spec) ?? [];
  const reply = { kind: 'response', status: Number(spec.status), headers: made, body: NO_BODY } as const;
  if (content === undefined) return reply;
  if (example !== undefined) {
    const body = exampleBody(content, example.value);
    return { ...reply, headers: [...made, ['content-type', content.mediaType]], body };
  }
  const other = generated();
  return other?.status === reply.status ? { ...other, headers: [...made, ...other.headers] } : reply;
}

function exampleBody(content: MediaContent, value: Json): Uint8Array {
  const document = content.xml?.write(value);
  if (typeof document === 'object') return Buffer.from(document.text);
  return Buffer.from(isText(content.mediaType, value) ? value : JSON.stringify(value));
}

function isText(mediaType: string, value: Json): value is string {
  return typeof value === 'string' && !isJsonMediaType(mediaType);
}

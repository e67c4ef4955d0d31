import type { Json, JsonObject } from '../../../contract/json/json.js';
import type { RequestMessage } from '../../../contract/wire/message.js';
import type { WholeResponse } from '../../../surfaces/exchange.js';
import type { Wrap } from '../miniature-run.js';
import { TOKEN } from '../notes-service.js';
import { withReply } from './service-steps.js';

export function withValue(status: number, change: (value: JsonObject) => Json): Wrap {
  const value = ({ body }: WholeResponse): JsonObject => JSON.parse(Buffer.from(body).toString()) as JsonObject;
  return withReply(
    (response) => response.status === status && response.body.byteLength > 0,
    (response) => ({ ...response, body: Buffer.from(JSON.stringify(change(value(response)))) }),
  );
}

/** A faulty service: it changes the value of one member of each new note, if the note has this member. */
export function withField(name: string, change: (value: Json) => Json): Wrap {
  return withValue(201, (note) => (note[name] === undefined ? note : { ...note, [name]: change(note[name]) }));
}

export function isCreated({ status }: WholeResponse): boolean {
  return status === 201;
}

export function isList({ status }: WholeResponse, { target }: RequestMessage): boolean {
  return status === 200 && /^\/~notes(?:\?|$)/.test(target);
}

export function isRejected({ status }: WholeResponse, { method }: RequestMessage): boolean {
  return status === 422 && method !== 'HEAD';
}

export function isDeletion(_: WholeResponse, { method }: RequestMessage): boolean {
  return method === 'DELETE';
}

export function withToken(request: RequestMessage): RequestMessage {
  const others = request.headers.filter(([name]) => name.toLowerCase() !== 'authorization');
  return { ...request, headers: [...others, ['Authorization', `Bearer ${TOKEN}`]] };
}

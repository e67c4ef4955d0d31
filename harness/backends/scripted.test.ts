import { expect, test } from 'vitest';
import { contractOf } from '../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../contract/json/json.js';
import { NO_BODY } from '../../contract/wire/message.js';
import { exampleResponder } from './scripted.js';

const SCHEMA = {
  type: 'object',
  required: ['book_id'],
  properties: { book_id: { type: 'string', pattern: '^b[0-9]{1,8}$' } },
};

async function reply(content: JsonObject): Promise<{ readonly headers: unknown; readonly text: string }> {
  const get = { operationId: 'getBook', responses: { 200: { description: 'A book.', content } } };
  const contract = await contractOf({ paths: { '/book': { get } } });
  const respond = exampleResponder(contract);
  const made = await respond({ method: 'GET', target: '/book', headers: [], body: NO_BODY });
  if (made.kind !== 'response' || !(made.body instanceof Uint8Array)) throw new Error(made.kind);
  return { headers: made.headers, text: Buffer.from(made.body).toString() };
}

const JSON_TYPE = [['content-type', 'application/json']];

test('a reply without an example is JSON that meets the schema, including its patterns', async () => {
  const { headers, text } = await reply({ 'application/json': { schema: SCHEMA } });
  expect(headers).toEqual(JSON_TYPE);
  const { book_id: id }: Record<string, Json> = JSON.parse(text);
  expect(id).toMatch(/^b[0-9]{1,8}$/);
});

test('an operation with an example is answered with this example', async () => {
  const { headers, text } = await reply({ 'application/json': { schema: SCHEMA, example: { book_id: 'b77' } } });
  expect([headers, text]).toEqual([JSON_TYPE, '{"book_id":"b77"}']);
});

test('a reply that is not JSON and has no example has no body', async () => {
  expect(await reply({ 'text/plain': { schema: { type: 'string' } } })).toEqual({ headers: [], text: '' });
});

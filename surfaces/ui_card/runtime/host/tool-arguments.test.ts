import { expect, test } from 'vitest';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../../../contract/json/json.js';
import { uiCardGenerator } from '../../generate.js';
import type { CardModel } from '../model/card-model.js';
import { toolArguments } from './tool-arguments.js';

const schema = {
  type: 'object',
  xml: { name: 'note' },
  properties: {
    name: { type: 'string' },
    file: { format: 'binary' },
    more: { type: 'array', items: { format: 'binary' } },
  },
};
const file = new Blob([new Uint8Array([0, 255])]);

test.each<readonly [string, JsonObject, unknown, Json]>([
  ['a JSON body', { 'application/json': { schema } }, { name: 'a', file: 'b' }, { name: 'a', file: 'b' }],
  ['a file', { 'image/png': {} }, file, 'AP8='],
  ['bytes as a string', { 'image/png': {} }, '\0\xff', 'AP8='],
  [
    'a form with files',
    { 'multipart/form-data': { schema } },
    { name: 'a', file, more: [file, '\xff'] },
    { name: 'a', file: 'AP8=', more: ['AP8=', '/w=='] },
  ],
  ['an XML body', { 'application/xml': { schema } }, { name: 'a' }, '<note><name>a</name></note>'],
  [
    'a JSON body if the operation takes XML or JSON',
    { 'text/xml': { schema }, 'text/json': {}, 'a/b+json': {} },
    { name: 'a' },
    { name: 'a' },
  ],
  ['a URL-encoded form', { 'application/x-www-form-urlencoded': { schema } }, { name: 'a' }, { name: 'a' }],
])('a body becomes an argument of a tool: %s → $3', async (_, content, body, want) => {
  const post = { operationId: 'send', requestBody: { content }, responses: { 204: { description: 'Sent.' } } };
  const contract = await contractOf({ paths: { '/': { post } } });
  const model = uiCardGenerator.project(contract) as unknown as CardModel;
  const [operation] = model.operations;
  if (operation === undefined) throw new Error('no operation');
  const args = new Map<string, unknown>([
    ['id', 1],
    ['body', body],
  ]);
  expect(await toolArguments(operation, args)).toEqual({ id: 1, body: want });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contractOf, operationOf } from '../../../../contract/fixtures/contracts.js';
import { lawRuns } from '../../../../contract/fixtures/law-runs.js';
import type { Json } from '../../../../contract/json/json.js';
import { encodeBody } from '../../../../contract/wire/body/encode-body.js';
import { readFields } from '../../../../contract/wire/body/form-field.js';
import { uiCardGenerator } from '../../generate.js';
import type { CardModel } from '../model/card-model.js';
import { buildRequest } from './build-request.js';

const URLENCODED = 'application/x-www-form-urlencoded';
const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    size: { type: 'number' },
    tags: { type: 'array', items: { type: 'string' } },
  },
};
const styled = { schema, encoding: { tags: { style: 'spaceDelimited', explode: false } } };
const post = (operationId: string, content: Json): Json => {
  return { post: { operationId, requestBody: { content }, responses: { 204: { description: 'Sent.' } } } };
};
const forms = await contractOf({
  paths: {
    '/form': post('sendForm', { [URLENCODED]: { schema } }),
    '/styled': post('sendStyled', { [URLENCODED]: styled }),
  },
});
const model = uiCardGenerator.project(forms) as unknown as CardModel;
const [form] = model.operations;

test('a URL-encoded form has a control for each member, unless a member has a style', () => {
  expect(model.operations.map(({ inputs }) => inputs.map(({ field }) => field.kind))).toEqual([['object'], ['text']]);
});

const text = fc.oneof(fc.constantFrom('', 'a=b&c', '+ %', 'é🧰'), fc.string({ unit: 'grapheme' }));
const value = fc.record(
  { name: text, size: fc.double({ noNaN: true, noDefaultInfinity: true }), tags: fc.array(text), at: fc.jsonValue() },
  { requiredKeys: [] },
);

test('a card sends the fields of the contract encoder', () => {
  const [content] = operationOf(forms, 'sendForm').requestBody?.content ?? [];
  if (form === undefined || content === undefined) throw new Error('no form');
  fc.assert(
    fc.property(value, (body) => {
      const wanted = encodeBody(content, body as Json);
      const sent = (): unknown => {
        const { headers, body: written = '' } = buildRequest(form, new Map([['body', body]]), '');
        return readFields(headers['content-type'] ?? '', Buffer.from(written));
      };
      if (typeof wanted !== 'string') expect(sent()).toEqual(readFields(wanted.contentType, wanted.bytes));
      else if (wanted.includes('null')) expect(sent).toThrow('null has no spelling in a form');
    }),
    { numRuns: lawRuns(100, 5000) },
  );
});

import { expect, test } from 'vitest';
import { contractOf, operationOf } from '../../../../contract/fixtures/contracts.js';
import { EDGE_CASE_TEXTS } from '../../../../contract/formats/edge-case-texts.js';
import type { JsonObject } from '../../../../contract/json/json.js';
import { CaseMaker } from '../../../cases/make-cases.js';
import { withEdgeCaseTexts } from './accepted-cases.js';

const NOTE = { type: 'string', maxLength: 200 };

test.each<[string, JsonObject, JsonObject]>([
  ['that the example of the body omits', NOTE, { example: { code: 'a' } }],
  ['that is a text or null', { type: ['string', 'null'], maxLength: 200 }, {}],
  [
    'that is a text or null by two alternatives of oneOf',
    { oneOf: [{ type: 'string' }, { type: 'null' }], maxLength: 200 },
    {},
  ],
])('every edge-case text is sent in a member %s', async (_, note, more) => {
  const members = { code: { enum: ['a', 'b'] }, flag: { type: 'boolean' }, note };
  const schema = { type: 'object', additionalProperties: false, required: ['code'], properties: members };
  const requestBody = { required: true, content: { 'application/json': { schema, ...more } } };
  const responses = { '201': { description: '' } };
  const contract = await contractOf({
    paths: { '/pads': { post: { operationId: 'addPad', requestBody, responses } } },
  });
  const maker = new CaseMaker(contract, { seed: 1, runs: 16, values: new Map() });
  const made = withEdgeCaseTexts(contract, maker, operationOf(contract, 'addPad'));
  const notes = new Set(made.map(({ input: { body } }) => (body as JsonObject)['note']));
  expect(EDGE_CASE_TEXTS.filter((text) => !notes.has(text))).toEqual([]);
});

test('an edge-case text replaces no known reference to another item, also in a list', async () => {
  const reference = { type: 'object', additionalProperties: false, required: ['id'], properties: { id: NOTE } };
  const schema = {
    type: 'object',
    additionalProperties: false,
    required: ['note', 'tags'],
    properties: { note: NOTE, tags: { type: 'array', minItems: 1, maxItems: 2, items: reference } },
  };
  const example = { note: 'a', tags: [{ id: 'news' }] };
  const requestBody = { required: true, content: { 'application/json': { schema, example } } };
  const responses = { '201': { description: '' }, '404': { description: '' } };
  const contract = await contractOf({
    paths: { '/pads': { post: { operationId: 'addPad', requestBody, responses } } },
  });
  const values = new Map([['id', { known: ['news'], only: false }]]);
  const maker = new CaseMaker(contract, { seed: 1, runs: 16, values });
  const made = withEdgeCaseTexts(contract, maker, operationOf(contract, 'addPad'));
  const ids = made.flatMap(({ input: { body } }) =>
    ((body as JsonObject)['tags'] as JsonObject[]).map((tag) => tag['id']),
  );
  expect([made.length > 20, ...new Set(ids)]).toEqual([true, 'news']);
});

test('create calls without an optional body come after those with a body', async () => {
  const schema = { type: 'object', additionalProperties: false, properties: { note: NOTE } };
  const requestBody = { content: { 'application/json': { schema } } };
  const contract = await contractOf({
    paths: { '/pads': { post: { operationId: 'addPad', requestBody, responses: { '201': { description: '' } } } } },
  });
  const maker = new CaseMaker(contract, { seed: 1, runs: 16, values: new Map() });
  const bodies = withEdgeCaseTexts(contract, maker, operationOf(contract, 'addPad')).map(({ input }) => input.body);
  expect(bodies.slice(0, 4)).not.toContain(undefined);
});

test('an edge-case text replaces the identifier of only the first object in a list', async () => {
  const line = {
    type: 'object',
    additionalProperties: false,
    required: ['id', 'note'],
    properties: { id: NOTE, note: NOTE },
  };
  const lines = { type: 'array', minItems: 2, maxItems: 2, items: line };
  const schema = { type: 'object', additionalProperties: false, required: ['lines'], properties: { lines } };
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  const post = { operationId: 'addPad', requestBody, responses: { '201': { description: '' } } };
  const contract = await contractOf({ paths: { '/pads': { post } } });
  const maker = new CaseMaker(contract, { seed: 1, runs: 16, values: new Map() });
  const made = withEdgeCaseTexts(contract, maker, operationOf(contract, 'addPad'));
  const equal = made.filter(({ input: { body } }) => {
    const ids = ((body as JsonObject)['lines'] as JsonObject[]).map(({ id }) => id);
    return new Set(ids).size < ids.length;
  });
  expect(made.length).toBeGreaterThan(10);
  expect(equal).toEqual([]);
});

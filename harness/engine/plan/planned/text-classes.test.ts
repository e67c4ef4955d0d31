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

import { expect, it } from 'vitest';
import { collectionsOf } from '../../../contract/collections/collections.js';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { echo } from '../echo.js';

function content(properties: JsonObject): JsonObject {
  return { content: { 'application/json': { schema: { type: 'object', properties } } } };
}

const text = { type: 'string' };
const PAD = { id: { type: 'integer' }, name: text };

it.each<[string, JsonObject | undefined, string, number]>([
  ['that another operation reads by a number', { type: ['number', 'null'] }, 'b', 1],
  ['that another operation reads', { type: 'integer' }, 'b', 1],
  ['that is returned as it was sent', { type: 'integer' }, 'a', 0],
  ['that is read by a value of another type', { type: 'boolean' }, 'b', 0],
  ['that no operation reads', undefined, 'b', 0],
])('a POST with the status 200 creates an item %s', async (_, schema, name, want) => {
  const replies = { '200': { description: '', ...content(PAD) } };
  const post = { operationId: 'makePad', requestBody: content({ name: text }), responses: replies };
  const parameters = [{ in: 'path', name: 'id', required: true, schema: schema ?? {} }];
  const read = { '/pads/{id}': { get: { operationId: 'getPad', parameters, responses: replies } } };
  const contract = await contractOf({ paths: { '/pads': { post }, ...(schema && read) } });
  const trial = trialOf(contract, 'makePad', { body: { name: 'a' } }, [{ response: replied(200, { id: 1, name }) }]);
  const context = contextOf(contract, { collections: collectionsOf(contract).all });
  expect(echo.check(trial, context) ?? []).toHaveLength(want);
});

import { expect, it } from 'vitest';
import { collectionsOf } from '../../../../contract/collections/collections.js';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../../../fixtures/trials.js';
import { pageSize } from './page-size.js';

const ITEM = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };

function reply(schema: JsonObject): JsonObject {
  return { description: '', content: { 'application/json': { schema } } };
}

/** Reads a list that returns two elements, and returns the message of the violation. */
async function reported(schema: JsonObject, query: JsonObject): Promise<string | undefined> {
  const get = {
    operationId: 'list',
    parameters: [
      { name: 'limit', in: 'query', schema: { type: 'integer', ...schema } },
      { name: 'offset', in: 'query', schema: { type: 'integer' } },
    ],
    responses: { '200': reply({ type: 'array', items: ITEM }) },
  };
  const contract = await contractOf({ paths: { '/items': { get } } });
  const trial = trialOf(contract, 'list', { query }, [{ response: replied(200, [{ id: 'a' }, { id: 'b' }]) }]);
  const context = { ...contextOf(contract), collections: collectionsOf(contract).all };
  return pageSize.check(trial, context)?.[0]?.message;
}

const LONGER = 'A page of list has 2 elements, which is more than';

it.each<[string, JsonObject, JsonObject, string | undefined]>([
  ['the requested page size is smaller', {}, { limit: 1 }, `${LONGER} the requested 1.`],
  ['the requested page size is equal', {}, { limit: 2 }, undefined],
  ['the default page size is smaller', { default: 1 }, {}, `${LONGER} the default of 1.`],
  ['the default page size is 0, which means no limit', { default: 0, minimum: 0 }, {}, undefined],
  ['the requested page size is 0, which may mean the default', {}, { limit: 0 }, undefined],
  [
    'the requested page size is 0, which the contract allows',
    { minimum: 0 },
    { limit: 0 },
    `${LONGER} the requested 0.`,
  ],
])('a page has two elements, and %s (message: $3)', async (_, schema, query, want) => {
  expect(await reported(schema, query)).toBe(want);
});

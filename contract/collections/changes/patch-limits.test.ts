import { expect, test } from 'vitest';
import { contractOf, operationOf } from '../../fixtures/contracts.js';
import type { JsonObject } from '../../json/json.js';
import { mayMakeInvalid } from './partial-patch.js';

const MERGE = 'application/merge-patch+json';
const TEXT = { type: 'string' };
const MAP = { type: 'object', additionalProperties: TEXT };

/** The schema of an item with the member `part`, which has the given schema. */
const within = (part: JsonObject): JsonObject => ({ type: 'object', properties: { id: TEXT, rank: {}, part } });

const CARD = { type: 'object', properties: { kind: { const: 'card' }, holder: TEXT, note: TEXT } };
const INVOICE = { type: 'object', properties: { kind: { const: 'invoice' }, company: TEXT, note: TEXT } };
const EITHER = { anyOf: [CARD, INVOICE] };
const CLOSED = { type: 'object', maxProperties: 2, additionalProperties: false, properties: { a: TEXT, b: TEXT } };
const NEEDS = {
  type: 'object',
  properties: { city: TEXT, zip: TEXT, note: TEXT },
  dependentRequired: { city: ['zip'] },
};
const WHEN = {
  type: 'object',
  properties: { kind: TEXT, vat: TEXT, note: TEXT },
  if: { properties: { kind: { const: 'firm' } } },
  then: { required: ['vat'] },
};

test.each<[string, JsonObject, JsonObject, readonly string[]]>([
  ['sets an entry of a map with maxProperties', within({ ...MAP, maxProperties: 3 }), { part: { a: 'x' } }, ['/part']],
  ['only removes entries of a map with maxProperties', within({ ...MAP, maxProperties: 3 }), { part: { a: null } }, []],
  ['does not change a map with maxProperties', within({ ...MAP, maxProperties: 3 }), { other: 'x' }, []],
  ['sets an entry of a map without limits', within(MAP), { part: { a: 'x' } }, []],
  [
    'sets a member of a closed object with no more members than maxProperties',
    within(CLOSED),
    { part: { a: 'x' } },
    [],
  ],
  ['adds a member to an item with maxProperties', { ...MAP, maxProperties: 3 }, { a: 'x' }, ['']],
  ['sets a member that every item has', { ...MAP, maxProperties: 3, required: ['a'] }, { a: 'x' }, []],
  ['removes a member of an item with minProperties', { ...MAP, minProperties: 2 }, { a: null, b: 'x' }, ['']],
  [
    'removes a member and sets as many others as minProperties requires',
    { ...MAP, minProperties: 2 },
    { a: null, b: 'x', c: 'x' },
    [],
  ],
  ['removes a member that another member requires', within(NEEDS), { part: { zip: null } }, ['/part']],
  ['sets a member without the member that it requires', NEEDS, { city: 'x' }, ['']],
  ['sets a member together with the member that it requires', NEEDS, { city: 'x', zip: 'x' }, []],
  ['sets a member that requires no other member', NEEDS, { note: 'x' }, []],
  ['sets a member of one alternative', within(EITHER), { part: { holder: 'x' } }, ['/part']],
  [
    'sets the constant and a further member of one alternative',
    within({ oneOf: [CARD, INVOICE] }),
    { part: { kind: 'card', holder: 'x' } },
    ['/part'],
  ],
  ['sets a member that has the same schema in all alternatives', within(EITHER), { part: { note: 'x' } }, []],
  [
    'sets a member of an object that may be null',
    within({ oneOf: [CARD, { type: 'null' }] }),
    { part: { note: 'x' } },
    [],
  ],
  ['sets a member that a condition names', WHEN, { kind: 'firm' }, ['']],
  ['sets a member that no condition names', WHEN, { note: 'x' }, []],
  ['sets a member named `toString`', NEEDS, { toString: 'x' }, []],
])('finds the objects that may break a limit of the item, if a merge patch %s', async (_, item, body, want) => {
  expect(await objects(item, body, MERGE)).toEqual(want);
});

test.each<[string, JsonObject, JsonObject, readonly string[]]>([
  ['a limit of the item itself', NEEDS, { city: 'x' }, ['']],
  ['a limit of an object that the patch replaces', within(NEEDS), { part: { city: 'x' } }, []],
])('finds the objects of a patch that is not a merge patch: %s', async (_, item, body, want) => {
  expect(await objects(item, body, 'application/json')).toEqual(want);
});

test('takes the item from the read at the same path, if the reply to the patch has no body', async () => {
  expect(await objects(NEEDS, { city: 'x' }, MERGE, { 204: { description: '' } })).toEqual(['']);
});

async function objects(
  schema: JsonObject,
  body: JsonObject,
  type: string,
  responses?: JsonObject,
): Promise<readonly string[]> {
  const shown = { 200: { description: '', content: { 'application/json': { schema } } } };
  const contract = await contractOf({
    paths: {
      '/pad': {
        get: { operationId: 'read', responses: responses === undefined ? { 204: { description: '' } } : shown },
        patch: {
          operationId: 'change',
          requestBody: { content: { [type]: { schema: { type: 'object' } } } },
          responses: responses ?? shown,
        },
      },
    },
  });
  return [...new Set(mayMakeInvalid(contract, operationOf(contract, 'change'), { body }))];
}

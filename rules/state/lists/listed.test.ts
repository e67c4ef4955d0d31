import { expect, it } from 'vitest';
import { collectionsOf } from '../../../contract/collections/collections.js';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../../contract/json/json.js';
import type { Observation } from '../../../surfaces/observation.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { listed } from './listed.js';

const TEXT = { type: 'string' };
const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const PAD = { $ref: '#/components/schemas/Pad' };
const ID = { name: 'id', in: 'path', required: true, schema: TEXT };
const reply = (schema: JsonObject): JsonObject => ({ '200': { description: '', ...json(schema) } });

const contract = await contractOf({
  paths: {
    '/pads': {
      get: { operationId: 'listPads', responses: reply({ type: 'array', items: PAD }) },
      post: {
        operationId: 'addPad',
        requestBody: json({ properties: { name: TEXT, tags: {} } }),
        responses: reply(PAD),
      },
    },
    '/pads/{id}': { parameters: [ID], get: { operationId: 'getPad', responses: reply(PAD) } },
    '/pads/{id}/fill': { parameters: [ID], post: { operationId: 'fillPad', responses: reply(PAD) } },
  },
  components: {
    schemas: {
      Pad: { type: 'object', properties: { id: TEXT, name: TEXT, sheets: { type: 'integer' }, tags: {}, ranks: {} } },
    },
  },
});

function seen(operation: string, step: string, value: Json): Observation {
  const isItem = operation === 'getPad' || operation === 'fillPad';
  const feeds = isItem ? { feeds: [{ in: 'path', name: 'id', pointer: '/id', step: 'add' } as const] } : {};
  const input = isItem ? { path: { id: '1' } } : operation === 'addPad' ? { body: { name: 'a' } } : {};
  const trial = trialOf(contract, operation, input, [{ response: replied(200, value) }], { id: step, ...feeds });
  return trial.observations[0] as Observation;
}

const pad = (sheets: Json): JsonObject => ({ id: '1', name: 'a', sheets });

it.each<[string, readonly Json[], Json, boolean]>([
  ['a list with the value that two reads returned', [5, 5], 5, false],
  ['a list with the value from before an action', [5, 5], 0, true],
  ['a list with a different value from the only read', [5], 0, false],
  ['a list with a value that differed between two reads', [4, 5], 0, false],
  ['a list without the value of the member', [5, 5], null, false],
])(
  'the service assigns a member, and a list returns it with a different value from the GET of its item: %s (violation: $3)',
  (_, reads, element, want) => {
    const earlier = [
      seen('addPad', 'add', pad(0)),
      seen('getPad', 'first', pad(0)),
      seen('fillPad', 'fill', pad(5)),
      ...reads.map((sheets, index) => seen('getPad', `read-${index}`, pad(sheets))),
    ];
    const observations = [{ ...seen('listPads', 'list', [pad(element)]), earlier }];
    const trial = { ...trialOf(contract, 'listPads', {}, []), observations };
    const context = contextOf(contract, { collections: collectionsOf(contract).all });
    expect(listed.check(trial, context)).toHaveLength(Number(want));
  },
);

it.each<[string, JsonObject, JsonObject, boolean]>([
  ['an empty list that the client could send', {}, { tags: [] }, true],
  ['an empty text that the client could send', {}, { tags: '' }, true],
  ['null', {}, { tags: null }, false],
  ['a value of the service', {}, { tags: ['a'] }, false],
  ['an empty list that only the service assigns', {}, { ranks: [] }, false],
  ['an empty list that the reads also return', { tags: [] }, { tags: [] }, false],
])('a list returns an item with a member that its GET does not return: %s (violation: $3)', (_, more, added, want) => {
  const item = { id: '1', name: 'a' };
  const earlier = [seen('addPad', 'add', item), seen('getPad', 'read', { ...item, ...more })];
  const observations = [{ ...seen('listPads', 'list', [{ ...item, ...added }]), earlier }];
  const trial = { ...trialOf(contract, 'listPads', {}, []), observations };
  const context = contextOf(contract, { collections: collectionsOf(contract).all });
  expect(listed.check(trial, context)).toHaveLength(Number(want));
});

/**
 * A list operation with paging parameters. They are written again in each operation, as in contracts that are generated
 * from code.
 */
const paged = (operationId: string): JsonObject => ({
  operationId,
  parameters: ['limit', 'offset'].map((name) => ({ name, in: 'query', schema: { type: 'integer', minimum: 0 } })),
  responses: reply({ type: 'array', items: PAD }),
});
const made = (operationId: string): JsonObject => ({
  operationId,
  requestBody: json({ properties: { name: TEXT } }),
  responses: reply(PAD),
});
const shelves = await contractOf({
  paths: {
    '/pads': { get: paged('listPads'), post: made('addPad') },
    '/pads/{id}': { parameters: [ID], get: { operationId: 'getPad', responses: reply(PAD) } },
    '/books': { get: paged('listBooks'), post: made('addBook') },
    '/books/{id}': { parameters: [ID], get: { operationId: 'getBook', responses: reply(PAD) } },
  },
  components: {
    schemas: { Pad: { type: 'object', properties: { id: TEXT, name: TEXT } } },
  },
});

it.each<[string, readonly (readonly Json[])[], readonly string[] | undefined]>([
  [
    'several pages may be a fault of all lists with the same paging parameters',
    [[{ id: '1' }], [{ id: '1' }], []],
    ['listBooks', 'listPads'],
  ],
  ['one page is a fault of only this list', [[{ id: '1' }, { id: '1' }]], undefined],
])('a list contains an item twice: an item on %s', (_, pages, want) => {
  const response = replied(200, { id: '1', name: 'a' });
  const created = trialOf(shelves, 'addPad', { body: { name: 'a' } }, [{ response }], { id: 'add' }).observations;
  const [first, ...followed] = pages.map(
    (page) => trialOf(shelves, 'listPads', {}, [{ response: replied(200, page) }]).observations[0] as Observation,
  );
  const observations = [{ ...(first as Observation), followed, earlier: created }];
  const context = contextOf(shelves, { collections: collectionsOf(shelves).all });
  const [violation] = listed.check({ ...trialOf(shelves, 'listPads', {}, []), observations }, context) ?? [];
  expect([violation?.kind, violation?.sharedBy]).toEqual(['listed-twice', want]);
});

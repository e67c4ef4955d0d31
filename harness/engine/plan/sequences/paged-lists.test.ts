import { expect, it } from 'vitest';
import { collectionsOf } from '../../../../contract/collections/collections.js';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../contract/json/json.js';
import { CaseMaker } from '../../../cases/make-cases.js';
import { planSequences } from './sequence-plan.js';

const TEXT = { type: 'string', minLength: 1 };
const json = (schema: JsonObject): JsonObject => ({ description: '', content: { 'application/json': { schema } } });
const properties = { name: TEXT, rank: { type: 'integer', default: 1 } };
const ITEM = { type: 'object', properties: { id: TEXT, ...properties } };

/** Plans the sequence with this name. Returns its steps, with the values that each step takes from earlier replies. */
async function sequence(name: string): Promise<readonly string[] | undefined> {
  const page = {
    type: 'object',
    properties: { items: { type: 'array', items: ITEM }, next: TEXT, total: { type: 'integer' } },
  };
  const query = (parameter: string, schema: JsonObject): JsonObject => ({ name: parameter, in: 'query', schema });
  const body = { required: true, ...json({ type: 'object', required: ['name'], properties }) };
  const change = { ...body, ...json({ type: 'object', properties }) };
  const contract = await contractOf({
    paths: {
      '/items': {
        get: {
          operationId: 'list',
          parameters: [query('limit', { type: 'integer', minimum: 1, default: 3 }), query('cursor', TEXT)],
          responses: { '200': json(page) },
        },
        post: { operationId: 'add', requestBody: body, responses: { '201': json(ITEM) } },
      },
      '/items/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: TEXT }],
        get: { operationId: 'read', responses: { '200': json(ITEM) } },
        patch: { operationId: 'modify', requestBody: change, responses: { '200': json(ITEM) } },
        delete: { operationId: 'remove', responses: { '204': { description: '' } } },
      },
    },
  });
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() });
  const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
  return sequences
    .find((each) => each.name === name)
    ?.steps.map(({ case: { operation, feeds = [], input } }) => {
      const members = operation === 'modify' ? Object.keys(input.body as JsonObject) : [];
      return [operation, ...members, ...feeds.map(({ pointer }) => pointer)].join(' ');
    });
}

it('if a list states its total number of elements, a sequence also reads it before it removes an item', async () => {
  const steps = (await sequence('removed-remove')) ?? [];
  expect(steps.filter((step) => /list|remove/.test(step))).toEqual(['list', 'remove /id', 'list', 'remove /id']);
});

it('a sequence creates an item with all members, and a PATCH changes a few of them', async () => {
  const changes = ((await sequence('modified-modify')) ?? []).filter((step) => step.startsWith('modify'));
  expect(changes.map((step) => step.split(' ').length - 2)).toEqual([1, 1, 2]);
});

/** The expectations of the calls that list nested items. `maybe` means that the service may answer 404. */
async function listExpectations(known: readonly string[], createMayFail: boolean): Promise<ReadonlySet<string>> {
  const paths = (...names: string[]): JsonObject => ({
    parameters: names.map((name) => ({ name, in: 'path', required: true, schema: TEXT })),
  });
  const paging = ['limit', 'offset'].map((name) => ({
    name,
    in: 'query',
    schema: { type: 'integer', minimum: 0, maximum: 9 },
  }));
  const replies = (schema: JsonObject): JsonObject => ({ '200': json(schema), '404': { description: '' } });
  const body = { required: true, ...json({ type: 'object', required: ['name'], properties }) };
  const contract = await contractOf({
    paths: {
      '/pads': { post: { operationId: 'addPad', requestBody: body, responses: { '201': json(ITEM) } } },
      '/pads/{pad_id}': { ...paths('pad_id'), get: { operationId: 'readPad', responses: replies(ITEM) } },
      '/pads/{pad_id}/parts/{part}/items': {
        ...paths('pad_id', 'part'),
        get: { operationId: 'list', parameters: paging, responses: replies({ type: 'array', items: ITEM }) },
        post: {
          operationId: 'add',
          requestBody: body,
          responses: { '201': json(ITEM), ...(createMayFail && { '404': { description: '' } }) },
        },
      },
    },
  });
  const values = new Map(known.map((name) => [name, { known: ['a'], only: true }]));
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values });
  const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
  const steps = sequences.flatMap((each) =>
    each.steps.map((step, at) => ({ ...step, isAfter: each.steps.slice(0, at).some(isCreate) })),
  );
  const lists = steps.filter(({ operation }) => operation.id === 'list');
  return new Set(
    lists.map(({ isAfter, case: { expect: wanted } }) => `${isAfter ? 'after' : 'before'} ${wanted.kind}`),
  );
}

const isCreate = ({ operation }: { readonly operation: { readonly id: string } }): boolean => operation.id === 'add';

it.each<[string, { given: readonly [readonly string[], boolean]; want: readonly string[] }]>([
  ['both ids in the path of a list are made up', { given: [[], true], want: ['before accepted-or-absent'] }],
  [
    'one of two ids in the path of a list is made up',
    { given: [['pad_id'], true], want: ['before accepted-or-absent'] },
  ],
  [
    'both ids in the path of a list are known',
    { given: [['pad_id', 'part'], true], want: ['before accepted', 'after accepted'] },
  ],
  [
    'both ids in the path of a list are made up, and a create is accepted between two reads',
    { given: [[], false], want: ['before accepted-or-absent', 'after accepted'] },
  ],
])('a read of a list may be answered 404 only if an id in its path is made up: %s', async (_, { given, want }) => {
  expect(await listExpectations(...given)).toEqual(new Set(want));
});

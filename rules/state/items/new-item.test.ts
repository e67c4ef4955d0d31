import { expect, it } from 'vitest';
import { collectionsOf } from '../../../contract/collections/collections.js';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import type { Observation } from '../../../surfaces/observation.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import type { Trial } from '../../rule.js';
import { newItem } from './new-item.js';

/** A create: its idempotency key, and the identifier in its 201 reply. */
type Create = readonly [key: string | undefined, id: string];

/** A call before a create: a list with these identifiers, or a removal of the item with this identifier. */
type Before = readonly string[] | string;

async function kinds(
  creates: readonly Create[],
  before: readonly Before[] = [],
): Promise<readonly string[] | undefined> {
  const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
  const item = json(ITEM);
  const responses = { '201': { description: '', ...item }, '200': { description: '', ...item } };
  const contract = await contractOf({
    paths: {
      '/pads': {
        get: {
          operationId: 'listPads',
          responses: { '200': { description: '', ...json({ type: 'array', items: ITEM }) } },
        },
        post: {
          operationId: 'addPad',
          'x-svc-repeat': { key: '/header/Idempotency-Key', conflict: 409 },
          parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
          requestBody: json({ type: 'object', properties: TITLE }),
          responses,
        },
      },
      '/pads/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'getPad', responses },
        delete: { operationId: 'removePad', responses: { '204': { description: '' } } },
      },
    },
  });
  const called = before.flatMap((call, index): readonly Observation[] => {
    const id = `before ${index}`;
    if (typeof call === 'string')
      return trialOf(contract, 'removePad', { path: { id: call } }, [{ response: replied(204) }], { id }).observations;
    const pads = call.map((pad) => ({ id: pad, title: 'a' }));
    return trialOf(contract, 'listPads', {}, [{ response: replied(200, pads) }], { id }).observations;
  });
  const steps = creates.flatMap(([key, id], index): readonly Observation[] => {
    const input = { body: { title: 'a' }, ...(key !== undefined && { header: { 'Idempotency-Key': key } }) };
    return trialOf(contract, 'addPad', input, [{ response: replied(201, { id, title: 'a' }) }], { id: `${index}` })
      .observations;
  });
  const last = { ...(steps.at(-1) as Observation), earlier: [...called, ...steps.slice(0, -1)] };
  const trial = { ...trialOf(contract, 'addPad', {}, []), observations: [last] };
  const context = { ...contextOf(contract), collections: collectionsOf(contract).all };
  return newItem.check(trial, context)?.map(({ kind }) => kind);
}

const TITLE = { title: { type: 'string' } };
const ITEM: JsonObject = { type: 'object', properties: { id: { type: 'string' }, ...TITLE } };
const REPEATED = ['identifier-repeated'];

it.each<[string, readonly Create[], readonly string[] | undefined]>([
  [
    'two creates with different identifiers',
    [
      [undefined, '1'],
      [undefined, '2'],
    ],
    [],
  ],
  [
    'two creates with the same identifier',
    [
      [undefined, '1'],
      [undefined, '1'],
    ],
    REPEATED,
  ],
  [
    'a create that repeats a key and gets the first reply',
    [
      ['k', '1'],
      ['k', '1'],
    ],
    undefined,
  ],
  [
    'a create that repeats a key after a create without a key',
    [
      [undefined, '1'],
      ['k', '2'],
      ['k', '2'],
    ],
    undefined,
  ],
  [
    'two creates with different keys and one identifier',
    [
      ['k', '1'],
      ['l', '1'],
    ],
    REPEATED,
  ],
  [
    'two creates with the same identifier, and a repeated key',
    [
      [undefined, '1'],
      ['k', '1'],
      ['k', '1'],
      ['l', '2'],
    ],
    REPEATED,
  ],
])('each create must return a new identifier: %s (violations: $2)', async (_, creates, want) => {
  expect(await kinds(creates)).toEqual(want);
});

const CREATE: readonly Create[] = [[undefined, '1']];
const CREATES: readonly Create[] = [
  [undefined, '1'],
  [undefined, '2'],
];

it.each<[string, readonly Create[], readonly Before[], readonly string[] | undefined]>([
  ['the list was empty', CREATE, [[]], undefined],
  ['a list showed another item', CREATE, [['2']], []],
  ['a list showed the item', CREATE, [['1', '2']], REPEATED],
  ['two lists showed another item', CREATE, [['2'], ['2']], []],
  ['a list showed the item, which was then removed', CREATE, [['1'], '1'], undefined],
  ['the list contains the item of the first create', CREATES, [['1']], []],
])('a new item must not get the identifier of a listed one: %s (violations: $3)', async (_, creates, before, want) => {
  expect(await kinds(creates, before)).toEqual(want);
});

it.each<[string, string, readonly string[] | undefined]>([
  ['below the same shelf', 'a', REPEATED],
  ['below another shelf', 'b', undefined],
])(
  'identifiers are compared with those of items below the same parent: %s (violations: $2)',
  async (_, shelf, want) => {
    const json = { content: { 'application/json': { schema: ITEM } } };
    const parameters = [{ name: 'shelf', in: 'path', required: true, schema: { type: 'string' } }];
    const contract = await contractOf({
      paths: {
        '/shelves/{shelf}/pads': {
          parameters,
          post: { operationId: 'addPad', requestBody: json, responses: { '201': { description: '', ...json } } },
        },
        '/shelves/{shelf}/pads/{id}': {
          parameters: [...parameters, { name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          get: { operationId: 'getPad', responses: { '200': { description: '', ...json } } },
        },
      },
    });
    const [first, second] = [shelf, 'a'].map((each) => {
      const input = { path: { shelf: each }, body: { title: 'a' } };
      const response = replied(201, { id: '1', title: 'a' });
      return trialOf(contract, 'addPad', input, [{ response }], { id: each }).observations[0] as Observation;
    });
    const trial = {
      ...trialOf(contract, 'addPad', { path: { shelf: 'a' } }, []),
      observations: [{ ...second, earlier: [first] }],
    } as Trial;
    const context = { ...contextOf(contract), collections: collectionsOf(contract).all };
    expect(newItem.check(trial, context)?.map(({ kind }) => kind)).toEqual(want);
  },
);

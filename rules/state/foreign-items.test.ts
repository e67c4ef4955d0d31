import { expect, it } from 'vitest';
import { collectionsOf } from '../../contract/collections/collections.js';
import { contractOf } from '../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../contract/json/json.js';
import type { Observation } from '../../surfaces/observation.js';
import { contextOf, replied, trialOf } from '../fixtures/trials.js';
import { stored } from './items/stored.js';
import { listed } from './lists/listed.js';

const TEXT = { type: 'string' };
const SHEET = { type: 'object', required: ['id'], properties: { id: TEXT, name: TEXT, pad: TEXT } };
const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const parameter = (name: string): JsonObject => ({ name, in: 'path', required: true, schema: TEXT });
const PATHS = {
  '/pads/{pad}/sheets': {
    parameters: [parameter('pad')],
    get: {
      operationId: 'listSheets',
      responses: { '200': { description: '', ...json({ type: 'array', items: SHEET }) } },
    },
    post: {
      operationId: 'addSheet',
      requestBody: json(SHEET),
      responses: { '201': { description: '', ...json(SHEET) } },
    },
  },
  '/pads/{pad}/sheets/{id}': {
    parameters: [parameter('pad'), parameter('id')],
    get: { operationId: 'getSheet', responses: { '200': { description: '', ...json(SHEET) } } },
  },
};

/**
 * Adds a sheet below pad A, and then reads the list of sheets below `pad`, which returns `elements`. Returns the kinds
 * of the violations of the list.
 */
async function kinds(pad: string, elements: Json): Promise<readonly string[] | undefined> {
  const contract = await contractOf({ paths: PATHS });
  const seen = (operation: string, step: string, status: number, path: JsonObject, value: Json): Observation => {
    const feeds =
      operation === 'getSheet' ? [{ in: 'path', name: 'id', pointer: '/id', step: '1' } as const] : undefined;
    const body = operation === 'addSheet' ? { body: { name: 'a' } } : {};
    const more = { id: step, ...(feeds && { feeds }) };
    const input = { path, ...body };
    return trialOf(contract, operation, input, [{ response: replied(status, value) }], more)
      .observations[0] as Observation;
  };
  const sheet = { id: 's', name: 'a' };
  const earlier = [
    seen('addSheet', '1', 201, { pad: 'A' }, sheet),
    seen('getSheet', '2', 200, { pad: 'A', id: 's' }, sheet),
  ];
  const last = { ...seen('listSheets', '3', 200, { pad }, elements), earlier };
  const trial = { ...trialOf(contract, 'listSheets', { path: { pad } }, []), observations: [last] };
  const context = contextOf(contract, { collections: collectionsOf(contract).all });
  return listed.check(trial, context)?.map(({ kind }) => kind);
}

const [OWN, OTHER] = [
  { id: 's', name: 'a' },
  { id: 't', name: 'b' },
];

it.each<[string, readonly [pad: string, elements: Json], readonly string[]]>([
  ['a list with the item that was created below its parent', ['A', [OWN]], []],
  ['a list without the item that was created below its parent', ['A', [OTHER]], ['not-listed']],
  ['a list without items of a different parent', ['B', []], []],
  ['a list with an item of a different parent', ['B', [OTHER, OWN]], ['foreign-item']],
])(
  'a list below a parent must contain exactly the items of this parent: %s (violations: $2)',
  async (_, given, want) => {
    expect(await kinds(...given)).toEqual(want);
  },
);

it.each<[string, string, JsonObject, number, readonly string[]]>([
  ['a read below pad A', 'A', { id: 's', name: 'a', pad: 'A' }, 200, []],
  [
    'a read below pad B returns the item with the member `pad` of A',
    'B',
    { id: 's', name: 'a', pad: 'A' },
    200,
    ['foreign-item'],
  ],
  ['a read below pad B does not find the item', 'B', {}, 404, []],
  ['a read below pad B returns the item with the member `pad` of B', 'B', { id: 's', name: 'a', pad: 'B' }, 200, []],
  ['a read below pad B returns the item without the member `pad`', 'B', { id: 's', name: 'a' }, 200, []],
])('an item was created below the parent A: %s (violations: $4)', async (_, pad, value, status, want) => {
  const contract = await contractOf({ paths: PATHS });
  const created = { id: 's', name: 'a', pad: 'A' };
  const made = trialOf(contract, 'addSheet', { path: { pad: 'A' }, body: {} }, [{ response: replied(201, created) }]);
  const input = { path: { pad, id: 's' } };
  const feeds = [{ in: 'path', name: 'id', pointer: '/id', step: made.case.id } as const];
  const trial = trialOf(contract, 'getSheet', input, [{ response: replied(status, value) }], { feeds });
  const observations = trial.observations.map((observation) => ({ ...observation, earlier: made.observations }));
  expect(stored.check({ ...trial, observations }, contextOf(contract))?.map(({ kind }) => kind)).toEqual(want);
});

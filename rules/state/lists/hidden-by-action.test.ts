import { expect, it } from 'vitest';
import { collectionsOf } from '../../../contract/collections/collections.js';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../../contract/json/json.js';
import type { Observation } from '../../../surfaces/observation.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { listed } from './listed.js';
import { partition } from './pages/partition.js';

const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const ok = (schema: JsonObject): JsonObject => ({ 200: { description: '', ...json(schema) } });
const FLAG = { type: 'boolean' };
const STATE = { enum: ['open', 'closed'] };
const TASK = { type: 'object', properties: { id: { type: 'string' }, state: STATE, archived: FLAG, mood: {} } };
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const PAGES = ['page', 'per_page'].map((each) => ({
  name: each,
  in: 'query',
  schema: { type: 'integer', minimum: 1 },
}));
const requestBody = json({ properties: { state: STATE, archived: FLAG, mood: {} } });

/**
 * Creates an item, changes it, and reads a list that lacks it. Returns the kinds of the violations. With `read`, the
 * list was also read between the create and the change, and contained the item.
 */
async function faults(
  name: string,
  parameter: JsonObject,
  created: JsonObject,
  patch?: JsonObject,
  read = false,
): Promise<readonly string[]> {
  const query = { name, in: 'query', ...parameter };
  const contract = await contractOf({
    paths: {
      '/tasks': {
        get: { operationId: 'list', parameters: [query, ...PAGES], responses: ok({ type: 'array', items: TASK }) },
        post: { operationId: 'add', requestBody, responses: ok(TASK) },
      },
      '/tasks/{id}': {
        parameters: [ID],
        get: { operationId: 'get', responses: ok(TASK) },
        patch: { operationId: 'change', requestBody, responses: ok(TASK) },
      },
    },
  });
  const item = { id: '1', state: 'open', archived: false, mood: 'calm', ...created };
  const follow = { in: 'query', name: 'page', pointer: '' } as const;
  const feeds = [{ in: 'path', name: 'id', pointer: '/id', step: 'add' }] as const;
  const step = (operation: string, input: JsonObject, value: Json, more = {}): readonly Observation[] =>
    trialOf(contract, operation, input, [{ response: replied(200, value) }], { id: operation, ...more }).observations;
  const changed = { ...item, ...patch };
  const earlier = [
    ...step('add', { body: created }, item),
    ...step('get', { path: { id: '1' } }, item, { feeds }),
    ...(read ? step('list', {}, [item], { follow }).map((page) => ({ ...page, followed: step('list', {}, []) })) : []),
    ...(patch === undefined ? [] : step('change', { path: { id: '1' }, body: patch }, changed, { feeds })),
  ];
  const trial = trialOf(contract, 'list', {}, [{ response: replied(200, []) }], { follow });
  const observations = trial.observations.map((each) => ({ ...each, earlier }));
  const context = contextOf(contract, { collections: collectionsOf(contract).all, isolated: true });
  const found = [listed, partition].flatMap((rule) => rule.check({ ...trial, observations }, context) ?? []);
  return found.map(({ kind }) => kind);
}

const state = (more: JsonObject = {}): JsonObject => ({ schema: { enum: ['open', 'closed', 'all'], ...more } });
const OPEN = state({ default: 'open' });
const stated = (description: string): JsonObject => ({ ...state(), description });

it.each<[string, JsonObject, JsonObject, JsonObject | undefined, number]>([
  ['state', OPEN, {}, { state: 'closed' }, 0],
  ['state', OPEN, { state: 'closed' }, undefined, 0],
  ['state', OPEN, {}, undefined, 1],
  ['state', OPEN, {}, { state: 'open' }, 1],
  ['state', OPEN, { state: 'closed' }, { state: 'open' }, 1],
  ['state', OPEN, {}, { archived: true }, 1],
  ['state', state({ default: 'all' }), {}, { state: 'closed' }, 1],
  ['state', state(), {}, { state: 'closed' }, 1],
  ['state', stated('Without it, closed tasks are not listed.'), {}, { state: 'closed' }, 0],
  ['state', stated('Without it, all tasks are listed.'), {}, { state: 'closed' }, 1],
  ['state', stated('Without it, closed tasks are not listed.'), {}, { archived: true }, 1],
  ['mood', { schema: { type: 'string', default: 'calm' } }, {}, { mood: 'wild' }, 0],
  ['mood', { schema: { type: 'string', default: 'calm' } }, {}, { mood: 'calm' }, 1],
  ['archived', { schema: FLAG }, {}, { archived: true }, 0],
  ['archived', { schema: FLAG }, {}, { archived: false }, 1],
  ['include_archived', { schema: FLAG }, {}, { archived: true }, 0],
])(
  'a list with the parameter `%s` %j lacks an item that was created with %j and changed by %j (violations: %i)',
  async (name, given, made, patch, want) => {
    expect(await faults(name, given, made, patch)).toHaveLength(want);
  },
);

it.each<[JsonObject, JsonObject, readonly string[]]>([
  [OPEN, { state: 'closed' }, []],
  [OPEN, { archived: true }, ['not-listed', 'elements-differ']],
  [state(), { state: 'closed' }, ['not-listed', 'elements-differ']],
])(
  'a list with the parameter `state` (%j) had an item before the PATCH %j and lacks it afterwards (violations: %j)',
  async (given, patch, want) => {
    expect(await faults('state', given, {}, patch, true)).toEqual(want);
  },
);

import { expect, test } from 'vitest';
import type { CaseInput } from '../../../../contract/case.js';
import { collectionsOf } from '../../../../contract/collections/collections.js';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../../../contract/json/json.js';
import { CaseMaker } from '../../../cases/make-cases.js';
import { planSequences } from './sequence-plan.js';

const NAME = { name: { type: 'string', minLength: 1 } };

test.each<[string, JsonObject]>([
  ['booleans', { urgent: { type: 'boolean' }, closed: { type: 'boolean' } }],
  ['numbers', { rank: { type: 'integer', minimum: 0 }, size: { type: 'integer', minimum: 0 } }],
  ['texts', { note: { type: 'string' }, place: { type: 'string' } }],
])(
  'concurrent changes set members that the create omits neither to false nor to 0 nor to an empty text: %s',
  async (_, members) => {
    const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
    const sent = { type: 'object', additionalProperties: false };
    const pad = json({ type: 'object', properties: { id: { type: 'string' }, ...NAME, ...members } });
    const ok = (status: string): JsonObject => ({ [status]: { description: '', ...pad } });
    const body = { required: true, ...json({ ...sent, required: ['name'], properties: NAME }) };
    const changed = { required: true, ...json({ ...sent, minProperties: 1, properties: members }) };
    const contract = await contractOf({
      paths: {
        '/pads': { post: { operationId: 'addPad', requestBody: body, responses: ok('201') } },
        '/pads/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          get: { operationId: 'getPad', responses: ok('200') },
          patch: { operationId: 'patchPad', requestBody: changed, responses: ok('200') },
        },
      },
    });
    const maker = new CaseMaker(contract, { seed: 1, runs: 16, values: new Map() });
    const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
    const steps = sequences.find(({ name }) => name === 'at-once-patchPad')?.steps ?? [];
    const values = steps.flatMap(({ case: { lane, input } }) =>
      lane === undefined ? [] : Object.values(input.body as Record<string, Json>),
    );
    expect(values).toHaveLength(2);
    expect(values.filter((value) => !value)).toEqual([]);
  },
);

const ACTIVE = { active: { type: 'boolean' } };
const SIZE = { size: { type: 'integer', minimum: 1 } };

/** A collection of pads with an update, whose requests have the header `Idempotency-Key`. */
const postedPads = (isRequired: boolean, active: JsonObject): JsonObject => {
  const json = (properties: JsonObject, required: readonly string[] = []): JsonObject => {
    const schema = { type: 'object', additionalProperties: false, required, properties };
    return { description: '', content: { 'application/json': { schema } } };
  };
  const key = { name: 'Idempotency-Key', in: 'header', required: isRequired, schema: { type: 'string', minLength: 1 } };
  const responses = { 200: json({ id: { type: 'string' }, ...NAME, ...ACTIVE, ...SIZE }) };
  return {
    '/pads': {
      post: { operationId: 'addPad', requestBody: json({ ...NAME, active }, ['name']), responses },
    },
    '/pads/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'getPad', responses },
      post: { operationId: 'update', parameters: [key], requestBody: json({ ...ACTIVE, ...SIZE }), responses },
    },
  };
};

async function updatesOf(paths: JsonObject): Promise<readonly (readonly [string, CaseInput])[]> {
  const contract = await contractOf({ paths });
  const maker = new CaseMaker(contract, { seed: 1, runs: 16, values: new Map() });
  const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
  return sequences.flatMap(({ name, steps }) =>
    steps.flatMap(({ operation, case: { input, expect: expected, feeds = [] } }) =>
      operation.id === 'update' && feeds.length > 0 && expected.kind !== 'rejected' ? [[name, input] as const] : [],
    ),
  );
}

test.each<[string, JsonObject, JsonObject]>([
  ['true by default', { type: 'boolean', default: true }, { active: false }],
  ['false by default', { type: 'boolean', default: false }, { active: true }],
])('concurrent changes set a member that is %s to %o', async (_, active, want) => {
  const updates = await updatesOf(postedPads(false, active));
  const bodies = updates.filter(([name]) => name.startsWith('at-once')).map(([, { body }]) => body);
  expect(bodies).toContainEqual(want);
});

test('an optional idempotency key is not sent with changes', async () => {
  const updates = await updatesOf(postedPads(false, { type: 'boolean' }));
  expect(updates.length).toBeGreaterThan(0);
  expect(updates.filter(([, { header }]) => header !== undefined)).toEqual([]);
});

test('a required idempotency key differs in each change', async () => {
  const updates = await updatesOf(postedPads(true, { type: 'boolean' }));
  const keys = updates.map(([, { header }]) => header?.['Idempotency-Key']);
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(keys.length);
});

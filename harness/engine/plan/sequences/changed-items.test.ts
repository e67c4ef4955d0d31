import { expect, test } from 'vitest';
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
  'concurrent changes set no false, no 0 and no empty text in members that the create omits: %s',
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

import { expect, it } from 'vitest';
import type { CaseInput } from '../../contract/case.js';
import { contractOf } from '../../contract/fixtures/contracts.js';
import { collectionsOf } from '../../contract/collections/collections.js';
import type { JsonObject } from '../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../fixtures/trials.js';
import { refusedState } from './refused-state.js';

const BOX: JsonObject = {
  type: 'object',
  properties: { id: { type: 'string' }, status: { enum: ['idle', 'running'] } },
};
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const shown = { description: '', content: { 'application/json': { schema: BOX } } };
const PATHS: JsonObject = {
  '/boxes': {
    post: {
      operationId: 'add',
      requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
      responses: { 201: shown },
    },
  },
  '/boxes/{id}': {
    parameters: [ID],
    get: { operationId: 'read', responses: { 200: shown, 404: { description: '' } } },
    delete: {
      operationId: 'remove',
      parameters: ['force', 'quiet'].map((name) => ({ name, in: 'query', schema: { type: 'boolean' } })),
      responses: { 204: { description: '' }, 409: { description: 'You cannot remove a running box.' } },
    },
  },
};

it.each<[CaseInput['query'], number]>([
  [{}, 1],
  [{ quiet: true }, 1],
  [{ force: false }, 1],
  [{ force: true }, 0],
])(
  'a box in the state `running` must not be removed, and a DELETE with the query %j is answered 204 (violations: %d)',
  async (query, want) => {
    const own = await contractOf({ paths: PATHS });
    const made = trialOf(own, 'add', { body: {} }, [{ response: replied(201, { id: '1', status: 'running' }) }]);
    const feeds = [{ in: 'path', name: 'id', pointer: '/id', step: made.case.id }] as const;
    const input: CaseInput = { path: { id: '1' }, ...(query && { query }) };
    const trial = trialOf(own, 'remove', input, [{ response: replied(204) }], { feeds });
    const observations = trial.observations.map((each) => ({ ...each, earlier: made.observations }));
    const { all: collections } = collectionsOf(own);
    const found = refusedState.check({ ...trial, observations }, contextOf(own, { collections })) ?? [];
    expect(found).toHaveLength(want);
  },
);

import { expect, it } from 'vitest';
import { collectionsOf } from '../../../../contract/collections/collections.js';
import type { Contract } from '../../../../contract/contract.js';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../../../contract/json/json.js';
import type { Observation } from '../../../../surfaces/observation.js';
import { contextOf, replied, trialOf } from '../../../fixtures/trials.js';
import { partition } from './partition.js';

const TEXT = { type: 'string' };

/** A contract with a list of items that are read at `/items/{<id>}`. `id`: the name of their identifier. */
function shelf(id: string): Promise<Contract> {
  const item = { type: 'object', properties: { id: TEXT, note: TEXT } };
  const json = (schema: JsonObject): JsonObject => ({ description: '', content: { 'application/json': { schema } } });
  const query = (name: string, schema: JsonObject): JsonObject => ({ name, in: 'query', schema });
  const parameters = [query('limit', { type: 'integer', minimum: 1 }), query('cursor', TEXT)];
  const requestBody = { content: { 'application/json': { schema: item } } };
  const page = { type: 'object', properties: { items: { type: 'array', items: item }, next: TEXT } };
  return contractOf({
    paths: {
      '/items': {
        get: { operationId: 'list', parameters, responses: { 200: json(page) } },
        post: { operationId: 'add', requestBody, responses: { 201: json(item) } },
      },
      [`/items/{${id}}`]: {
        parameters: [{ name: id, in: 'path', required: true, schema: TEXT }],
        get: { operationId: 'read', responses: { 200: json(item) } },
        patch: { operationId: 'change', requestBody, responses: { 200: json(item) } },
      },
    },
  });
}

const FIRST = { id: 'a', note: 'old' };
const SECOND = { id: 'b', note: 'old' };
const CHANGED = { id: 'a', note: 'new' };

it.each<
  [string, { readonly id?: string; readonly between: 'change' | 'read'; readonly now: readonly Json[] }, unknown]
>([
  ['the same elements', { between: 'read', now: [FIRST, SECOND] }, []],
  ['a different order', { between: 'read', now: [SECOND, FIRST] }, ['order-changed']],
  ['a different order after a change', { between: 'change', now: [SECOND, CHANGED] }, []],
  ['one element fewer after a change', { between: 'change', now: [SECOND] }, ['elements-differ']],
  ['elements without a known identifier', { id: 'sku', between: 'read', now: [SECOND] }, ['elements-differ']],
  [
    'elements without a known identifier after a change',
    { id: 'sku', between: 'change', now: [CHANGED, SECOND] },
    undefined,
  ],
])(
  'a list is read twice, and the second reading has %s (violations: $2)',
  async (_, { id = 'item_id', between, now }, want) => {
    const contract = await shelf(id);
    const reading = (items: readonly Json[], step: string): Observation => {
      const follow = { in: 'query', name: 'cursor', pointer: '/next' } as const;
      const replies = [{ response: replied(200, { items }) }];
      return trialOf(contract, 'list', {}, replies, { id: step, follow }).observations[0] as Observation;
    };
    const step = trialOf(contract, between, { path: { [id]: 'a' } }, [{ response: replied(200, CHANGED) }], {
      id: 'step-1',
    }).observations[0] as Observation;
    const last = { ...reading(now, 'step-2'), earlier: [reading([FIRST, SECOND], 'step-0'), step] };
    const trial = { ...trialOf(contract, 'list', {}, []), case: last.case, observations: [last] };
    const collections = collectionsOf(contract).all;
    const violations = partition.check(trial, { ...contextOf(contract), collections, isolated: true });
    expect(violations?.map(({ kind }) => kind)).toEqual(want);
  },
);

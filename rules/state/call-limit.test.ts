import { expect, it } from 'vitest';
import { contractOf } from '../../contract/fixtures/contracts.js';
import type { Json } from '../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../fixtures/trials.js';
import { callLimit } from './call-limit.js';

const PARAMETERS = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
const RESPONSES = { 200: { description: '' }, 409: { description: '' } };
const contract = await contractOf({
  paths: {
    '/loans/{id}': { parameters: PARAMETERS, delete: { operationId: 'end', responses: RESPONSES } },
    '/loans/{id}/renew': {
      parameters: [...PARAMETERS, { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
      post: {
        operationId: 'renew',
        description: 'A loan can be renewed twice; a third renewal is refused with 409.',
        responses: RESPONSES,
      },
    },
  },
});

interface Seen {
  readonly operation?: string;
  readonly loan?: string;
  readonly key?: string;
  readonly status?: number;
  readonly body?: Json;
}

function found(calls: readonly Seen[]): unknown {
  const trials = calls.map(({ operation = 'renew', loan = 'a', key, status = 200, body }, index) =>
    trialOf(
      contract,
      operation,
      { path: { id: loan }, ...(key !== undefined && { header: { 'Idempotency-Key': key } }) },
      [{ response: replied(status, body ?? { renewals: index }) }],
      { id: String(index) },
    ),
  );
  const [last] = trials.slice(-1);
  if (last === undefined) throw new Error('no call');
  const earlier = trials.slice(0, -1).flatMap(({ observations }) => observations);
  const observations = last.observations.map((observation) => ({ ...observation, earlier }));
  return callLimit.check({ ...last, observations }, contextOf(contract))?.map(({ kind }) => kind);
}

it.each<[string, readonly Seen[], unknown]>([
  ['a third call that is accepted', [{}, {}, {}], ['accepted-beyond-limit']],
  ['a third call that is refused', [{}, {}, { status: 409 }], []],
  ['a second call', [{}, {}], undefined],
  ['a third call after a refused one', [{}, { status: 409 }, {}], undefined],
  ['a third call for another item', [{}, {}, { loan: 'b' }], undefined],
  ['a third call after the item was removed', [{}, {}, { operation: 'end' }, {}], undefined],
  ['a third call with the key of the second', [{ key: 'k' }, { key: 'l' }, { key: 'l' }], undefined],
  ['a third call that returns the same reply', [{}, { body: 1 }, { body: 1 }], undefined],
])('a text permits two calls: %s (violations: $2)', (_, calls, want) => {
  expect(found(calls)).toEqual(want);
});

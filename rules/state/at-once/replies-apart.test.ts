import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { Observation } from '../../../surfaces/observation.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { repliesApart } from './replies-apart.js';

const content = { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } };
const responses = { '200': { description: '', content }, '201': { description: '', content } };
const contract = await contractOf({
  paths: {
    '/pads': {
      get: { operationId: 'listPads', responses },
      post: {
        operationId: 'makePad',
        'x-svc-repeat': { key: '/header/Idempotency-Key', conflict: 409 },
        parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
        requestBody: { content },
        responses,
      },
    },
  },
});

function made(name: string, key: string | undefined, returned: string, lane: number): Observation {
  const input = { ...(key !== undefined && { header: { 'Idempotency-Key': key } }), body: { name } };
  const response = replied(201, { name: returned });
  return trialOf(contract, 'makePad', input, [{ response }], { id: `make-${lane}`, lane })
    .observations[0] as Observation;
}

it.each<[string, readonly [string?, string?], number]>([
  ['calls without a key must not share a reply', [], 1],
  ['calls with two keys must not share a reply', ['a', 'b'], 1],
  ['calls with one key may share a reply', ['a', 'a'], 0],
])('judges the reply to another concurrent call: %s', (_, [first, second], want) => {
  const creates = (returned: string): readonly Observation[] => [
    made('one', first, 'one', 0),
    made('two', second, returned, 1),
  ];
  const read = trialOf(contract, 'listPads', {}, [{ response: replied(200, {}) }]);
  const last = { ...(read.observations[0] as Observation), earlier: creates('one'), apart: creates('two') };
  const found = repliesApart.check({ ...read, observations: [last] }, contextOf(contract));
  expect(found ?? []).toHaveLength(want);
});

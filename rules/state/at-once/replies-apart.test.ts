import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import type { Observation } from '../../../surfaces/observation.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { repliesApart } from './replies-apart.js';

const properties = { name: { type: 'string' }, year: { type: 'integer' } };
const content = { 'application/json': { schema: { type: 'object', properties } } };
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
    '/pads/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      patch: { operationId: 'changePad', requestBody: { content }, responses },
    },
  },
});

function made(name: string, key: string | undefined, returned: string, lane: number): Observation {
  const input = { ...(key !== undefined && { header: { 'Idempotency-Key': key } }), body: { name } };
  const response = replied(201, { name: returned });
  return trialOf(contract, 'makePad', input, [{ response }], { id: `make-${lane}`, lane })
    .observations[0] as Observation;
}

it.each<[string, readonly [string?, string?], boolean]>([
  ['calls without a key must not share a reply', [], true],
  ['calls with two keys must not share a reply', ['a', 'b'], true],
  ['calls with the same key may share a reply', ['a', 'a'], false],
])('a call gets the reply to a different concurrent call: %s (violation: $2)', (_, [first, second], want) => {
  const creates = (returned: string): readonly Observation[] => [
    made('one', first, 'one', 0),
    made('two', second, returned, 1),
  ];
  const read = trialOf(contract, 'listPads', {}, [{ response: replied(200, {}) }]);
  const last = { ...(read.observations[0] as Observation), earlier: creates('one'), apart: creates('two') };
  const found = repliesApart.check({ ...read, observations: [last] }, contextOf(contract));
  expect(found ?? []).toHaveLength(Number(want));
});

it.each<[string, JsonObject, boolean]>([
  ['with the other change', { id: '1', name: 'b', year: 5 }, false],
  ['without the other change', { id: '1', name: 'a', year: 5 }, false],
  ['without its own change', { id: '1', name: 'b' }, true],
])(
  'two concurrent PATCHes change different members of one item, and one is answered %s (violation: $2)',
  (_, returned, want) => {
    const patched = (body: JsonObject, reply: JsonObject, lane: number): Observation => {
      const more = {
        id: `patch-${lane}`,
        lane,
        feeds: [{ in: 'path', name: 'id', pointer: '/id', step: 'make' }] as const,
      };
      const input = { path: { id: '1' }, body };
      return trialOf(contract, 'changePad', input, [{ response: replied(200, reply) }], more)
        .observations[0] as Observation;
    };
    const create = trialOf(
      contract,
      'makePad',
      { body: { name: 'a' } },
      [{ response: replied(201, { id: '1', name: 'a' }) }],
      {
        id: 'make',
      },
    ).observations[0] as Observation;
    const patches = (reply: JsonObject): readonly Observation[] =>
      [patched({ year: 5 }, reply, 0), patched({ name: 'b' }, { id: '1', name: 'b', year: 5 }, 1)].map((call) => ({
        ...call,
        earlier: [create],
      }));
    const read = trialOf(contract, 'listPads', {}, [{ response: replied(200, {}) }]);
    const last = {
      ...(read.observations[0] as Observation),
      earlier: [create, ...patches(returned)],
      apart: [create, ...patches({ id: '1', name: 'a', year: 5 })],
    };
    expect(repliesApart.check({ ...read, observations: [last] }, contextOf(contract)) ?? []).toHaveLength(Number(want));
  },
);

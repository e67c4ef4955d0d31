import { expect, it } from 'vitest';
import type { Case } from '../../../../contract/case.js';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import { operationNamed } from '../../../../contract/contract.js';
import { NO_BODY } from '../../../../contract/wire/message.js';
import type { Exchange, FailedResponse, WireResponse } from '../../../../surfaces/exchange.js';
import { aCase } from '../../../cases/operations/a-case.js';
import type { DirectClient } from './direct-client.js';
import { ServiceWatch } from './service-watch.js';

const responses = { 200: { description: '' } };
const contract = await contractOf({
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  security: [{ key: [] }],
  paths: {
    '/me': { get: { operationId: 'me', responses } },
    '/pets': { get: { operationId: 'pets', responses }, post: { operationId: 'addPet', responses } },
    '/reset-token': { post: { operationId: 'resetToken', responses } },
  },
});

const REFUSED: FailedResponse = { kind: 'failed', reason: 'ECONNREFUSED: connect ECONNREFUSED' };
const CLOSED: FailedResponse = { kind: 'failed', reason: 'other side closed', inconclusive: true };
type Reply = number | FailedResponse;

const responseOf = (reply: Reply): WireResponse | FailedResponse =>
  typeof reply === 'number' ? { kind: 'response', status: reply, headers: [], body: NO_BODY } : reply;

/**
 * Makes the calls one after the other and gives each to the watch. Returns what the watch does after each call: the
 * call is judged, or an error ends the check. `now` is the reply of the service to the harness's own calls.
 */
async function after(
  calls: readonly (readonly [name: string, reply: Reply, change?: Partial<Case>])[],
  now: Reply,
): Promise<readonly string[]> {
  const watch = new ServiceWatch(0);
  const client = { call: async () => responseOf(now), get: async () => responseOf(now) } as unknown as DirectClient;
  const results: string[] = [];
  for (const [name, reply, change] of calls) {
    const operation = operationNamed(contract, name);
    if (operation === undefined) throw new Error(name);
    const made = { ...aCase(operation, 'example', '0', {}, { kind: 'accepted' }), ...change };
    const exchanges = [{ response: responseOf(reply) }] as unknown as readonly Exchange[];
    const result = await watch.after(operation, made, exchanges, client).then(
      () => (watch.hasEnded ? 'judged, the last' : 'judged'),
      (error: Error) => error.message,
    );
    results.push(result);
  }
  return results;
}

const LOST = (call: string, since = ''): string =>
  `${since}the service refuses the token that it accepted before (${call} was answered 401); the remaining cases did not run`;
const STOPPED = (call: string): string =>
  `the service stopped answering after ${call}: it refuses all connections; the remaining cases did not run`;
const RESET = 'after POST /reset-token (resetToken), ';

it.each<[string, Parameters<typeof after>[0], Reply, readonly string[]]>([
  [
    'a token that is refused after a call ends the check',
    [
      ['me', 200],
      ['resetToken', 200],
      ['pets', 401],
      ['addPet', 401],
    ],
    401,
    ['judged', 'judged', LOST('pets', RESET), LOST('pets', RESET)],
  ],
  [
    'a token that expires ends the check',
    [
      ['pets', 200],
      ['pets', 401],
    ],
    401,
    ['judged', LOST('pets')],
  ],
  [
    'a call that is refused with 401 is judged if other operations accept the token',
    [
      ['me', 200],
      ['pets', 401],
    ],
    200,
    ['judged', 'judged'],
  ],
  [
    'a call whose token was never accepted is judged',
    [
      ['me', 401],
      ['pets', 401],
    ],
    401,
    ['judged', 'judged'],
  ],
  [
    'a call that refuses a wrong token is judged',
    [
      ['me', 200],
      ['pets', 401, { token: 'wrong' }],
      ['pets', 401, { expect: { kind: 'unauthenticated' } }],
    ],
    401,
    ['judged', 'judged', 'judged'],
  ],
  [
    'a service that stops during a call: only this call is judged',
    [
      ['me', 200],
      ['addPet', CLOSED],
      ['pets', REFUSED],
    ],
    REFUSED,
    ['judged', 'judged, the last', STOPPED('POST /pets (addPet)')],
  ],
  [
    'a service that stops before a call on a reused connection: the call is not judged',
    [
      ['me', 200],
      ['addPet', { ...CLOSED, reason: 'ECONNRESET: read ECONNRESET' }],
    ],
    REFUSED,
    ['judged', STOPPED('GET /me (me) or during POST /pets (addPet)')],
  ],
  [
    'a service that stops between two calls: all later calls are not judged',
    [
      ['addPet', 200],
      ['pets', REFUSED],
      ['me', REFUSED],
    ],
    REFUSED,
    ['judged', STOPPED('POST /pets (addPet)'), STOPPED('POST /pets (addPet)')],
  ],
  [
    'a service that has not started: the error states that it refuses connections',
    [['pets', REFUSED]],
    REFUSED,
    ['the service does not answer: it refuses all connections'],
  ],
  [
    'a service that only closes a connection: all calls are judged',
    [
      ['pets', CLOSED],
      ['me', 200],
    ],
    404,
    ['judged', 'judged'],
  ],
])('%s', async (_, calls, now, want) => {
  expect(await after(calls, now)).toEqual(want);
});

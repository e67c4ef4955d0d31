import { expect, it } from 'vitest';
import type { Case } from '../../contract/case.js';
import { NO_BODY } from '../../contract/wire/message.js';
import { SUPERSEDED, UNDISTURBED } from '../../surfaces/network-faults.js';
import { withSuperseded } from './superseded-replies.js';

const REQUEST = { method: 'GET', target: '/', headers: [], body: NO_BODY };

/** The statuses of the replies to `count` concurrent requests, in the order in which the replies arrive. */
async function statuses(name: string, count: number): Promise<readonly unknown[]> {
  const script = withSuperseded({
    prepare: () => undefined,
    respond: () => ({ kind: 'response', status: 200, headers: [], body: NO_BODY }),
  });
  script.prepare({ provenance: { kind: 'fault', name } } as Case);
  const arrived: unknown[] = [];
  const requests = Array.from({ length: count }, async (_, index) => {
    const reply = await script.respond(REQUEST);
    arrived.push([index, reply.kind === 'response' ? reply.status : reply.reason]);
  });
  await Promise.all(requests);
  return arrived;
}

it.each<[string, string, number, readonly unknown[]]>([
  [
    'the delayed reply to the first call arrives before the reply to the repeated call',
    SUPERSEDED,
    2,
    [
      [0, 500],
      [1, 200],
    ],
  ],
  ['a call that is not repeated gets the reply of the script', SUPERSEDED, 1, [[0, 200]]],
  [
    'calls of other cases get their replies unchanged',
    UNDISTURBED,
    2,
    [
      [0, 200],
      [1, 200],
    ],
  ],
])('%s', async (_, name, count, want) => {
  expect(await statuses(name, count)).toEqual(want);
});

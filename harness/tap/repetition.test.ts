import { afterEach, describe, expect, it } from 'vitest';
import type { Repetition } from './connections.js';
import { type Opened, ok, openConnections } from './fixtures/opened-connections.js';
import type { RawRequest } from './fixtures/raw-server.js';

const open: Opened[] = [];
afterEach(async () => {
  for (const { close } of open.splice(0).toReversed()) await close();
});

async function opened(...given: Parameters<typeof openConnections>): Promise<Opened> {
  const one = await openConnections(...given);
  open.push(one);
  return one;
}

const secondFails = (request: RawRequest): void => void (request.nth > 1 ? request.socket.destroy() : ok(request));

describe('an unsafe request on a reused connection', () => {
  it.each<readonly [Repetition, string, readonly string[], readonly string[]]>([
    [
      'resend',
      'sends the request again if there is no reply',
      ['200 ok', '200 ok', '200 ok'],
      ['1 GET /1', '1 POST /2', '2 POST /2', '2 POST /3', '3 POST /3'],
    ],
    [
      'rerun',
      'is inconclusive once if there is no reply, and then uses new connections',
      ['200 ok', 'inconclusive', '200 ok'],
      ['1 GET /1', '1 POST /2', '2 POST /3'],
    ],
  ])(
    'with the repetition mode "%s", an unsafe request on a reused connection %s',
    async (repetition, _, want, arrived) => {
      const { send, server } = await opened(secondFails, { repetition });
      const replies: string[] = [];
      for (const request of ['GET /1', 'POST /2', 'POST /3']) replies.push(await send(request));
      expect(replies).toEqual(want);
      expect(server.log).toEqual(arrived);
    },
  );

  it.each<Repetition>(['resend', 'rerun'])(
    'with the repetition mode "%s", an unsafe request fails if there is no reply on a new connection either',
    async (repetition) => {
      const { send } = await opened((request) => (request.path === '/bad' ? request.socket.destroy() : ok(request)), {
        repetition,
      });
      const replies: string[] = [];
      for (const request of ['POST /bad', 'POST /1', 'POST /bad', 'POST /bad']) replies.push(await send(request));
      expect(replies).toEqual(['failed', '200 ok', repetition === 'rerun' ? 'inconclusive' : 'failed', 'failed']);
    },
  );

  it('with the repetition mode "rerun", an unsafe request reuses the connection as long as it stays open', async () => {
    const { send, server } = await opened(ok, { repetition: 'rerun' });
    for (const request of ['GET /1', 'POST /2', 'DELETE /3', 'GET /4']) expect(await send(request)).toBe('200 ok');
    expect(server.log).toEqual(['1 GET /1', '1 POST /2', '1 DELETE /3', '1 GET /4']);
  });
});

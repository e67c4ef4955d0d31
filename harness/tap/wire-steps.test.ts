import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { NO_BODY } from '../../contract/wire/message.js';
import type { FailedResponse, WireResponse, WireStep } from '../../surfaces/exchange.js';
import { Tap } from './tap.js';
import { TAP_PREFIX } from './tap-bases.js';

/** The bytes that a client reads from a connection, and how the connection ended. */
async function received(tap: Tap, path = '/'): Promise<readonly [text: string, end: string]> {
  const socket = connect(Number(new URL(tap.baseUrl).port), '127.0.0.1');
  const chunks: Buffer[] = [];
  let end = 'closed';
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', (error: NodeJS.ErrnoException) => (end = error.code ?? 'error'));
  socket.write(`GET ${TAP_PREFIX}${path} HTTP/1.1\r\nhost: tap\r\n\r\n`);
  await once(socket, 'close').catch(() => undefined);
  return [Buffer.concat(chunks).toString(), end];
}

async function opened(response: WireResponse | FailedResponse): Promise<Tap> {
  const tap = await Tap.open(() => response);
  onTestFinished(() => tap.close());
  return tap;
}

const written = (text: string): WireStep => ({ kind: 'write', bytes: Buffer.from(text) });

const CASES: readonly (readonly [string, { readonly given: readonly WireStep[]; readonly want: readonly string[] }])[] =
  [
    [
      'closes the connection after the last step of the reply',
      { given: [written('a'), written('b')], want: ['ab', 'closed'] },
    ],
    ['closes the connection if there are no steps', { given: [], want: ['', 'closed'] }],
    ['resets the connection before any bytes', { given: [{ kind: 'reset' }], want: ['', 'ECONNRESET'] }],
    [
      'resets the connection after its bytes have arrived',
      { given: [written('a'), { kind: 'reset' }], want: ['a', 'ECONNRESET'] },
    ],
    [
      'pauses between two steps',
      { given: [written('a'), { kind: 'pause', ms: 1 }, written('b')], want: ['ab', 'closed'] },
    ],
  ];

it.each(CASES)('the tap plays the steps of a reply: it %s', async (_, { given, want }) => {
  const tap = await opened({ kind: 'failed', reason: 'a fault', wire: given });
  expect(await received(tap)).toEqual(want);
  expect(await tap.take()).toMatchObject([{ response: { kind: 'failed', reason: 'a fault' } }]);
});

it.each([
  ['a reply without any bytes', { kind: 'silence' }],
  ['an endless reply', { kind: 'drip', bytes: Buffer.from('x'), everyMs: 1 }],
] as const)('%s stops when the client disconnects', async (_, step) => {
  const tap = await opened({ kind: 'failed', reason: 'a fault', wire: [step] });
  const socket = connect(Number(new URL(tap.baseUrl).port), '127.0.0.1');
  socket.write(`GET ${TAP_PREFIX}/ HTTP/1.1\r\nhost: tap\r\n\r\n`);
  if (step.kind === 'drip') await once(socket, 'data');
  socket.end();
  socket.resume();
  await once(socket, 'close');
});

it('a tap that refuses connections accepts them again on the same port', async () => {
  const tap = await opened({ kind: 'response', status: 204, headers: [], body: NO_BODY });
  tap.refuse();
  expect(await received(tap)).toEqual(['', 'ECONNREFUSED']);
  await tap.listen();
  const socket = connect(Number(new URL(tap.baseUrl).port), '127.0.0.1');
  socket.write(`GET ${TAP_PREFIX}/ HTTP/1.1\r\nhost: tap\r\n\r\n`);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  expect(chunk.toString()).toMatch(/^HTTP\/1\.1 204 /);
  const closed = once(socket, 'close');
  await tap.closeIdle();
  await closed;
  expect((await tap.take()).map(({ arrivedAt }) => typeof arrivedAt)).toEqual(['number']);
});

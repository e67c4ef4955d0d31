import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { BodyFraming } from '../../contract/case.js';
import { exchangeHttp } from './http-exchange.js';
import { Client } from './undici-core.js';

/**
 * Sends a body to a server. Returns the sizes of the parts in which the server receives it, and the header that states
 * its length or that it is chunked.
 */
async function arrived(body: string, framing?: BodyFraming): Promise<unknown> {
  const server = createServer((request, response) => {
    const parts: number[] = [];
    request.on('data', (part: Buffer) => parts.push(part.byteLength));
    request.on('end', () => {
      const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
      response.end(JSON.stringify([parts, length ?? coding]));
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const client = new Client(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => client.destroy());
  const request = { method: 'POST', path: '/', headers: [], body: Buffer.from(body), ...(framing && { framing }) };
  const reply = await exchangeHttp(client, request, { timeoutMs: 20_000, maxBodyBytes: 1000 });
  return reply.kind === 'response' ? JSON.parse(Buffer.from(reply.body as Uint8Array).toString()) : reply;
}

test.each<[string, { given: [string, BodyFraming?]; want: unknown }]>([
  ['a body without a stated framing is sent in one part', { given: ['"äb"'], want: [[5], '5'] }],
  [
    'a body in parts is divided within its first multi-byte character',
    { given: ['"äö"', 'parts'], want: [[2, 4], '6'] },
  ],
  ['a body in chunks has no content length', { given: ['"äb"', 'chunks'], want: [[2, 3], 'chunked'] }],
  ['an ASCII body that is sent in two parts is split in the middle', { given: ['"ab"', 'parts'], want: [[2, 2], '4'] }],
  ['an empty body is not divided', { given: ['', 'parts'], want: [[], '0'] }],
])('a body is sent with the framing of its request: %s', async (_, { given, want }) => {
  expect(await arrived(...given)).toEqual(want);
});

test('if the server closes the connection before its reply, the reason states this', async () => {
  const server = createServer((request) => request.socket.end()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const client = new Client(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => client.destroy());
  const request = { method: 'GET', path: '/', headers: [], body: Buffer.from('') };
  const reply = await exchangeHttp(client, request, { timeoutMs: 20_000, maxBodyBytes: 1000 });
  expect(reply).toEqual({ kind: 'failed', reason: 'closed the connection without a reply', unanswered: true });
});

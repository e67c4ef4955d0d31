import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { NO_BODY, type RequestMessage } from '../../../../contract/wire/message.js';
import { forwardTo } from '../../../tap/forward.js';
import { CallsAtOnce } from './calls-at-once.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Sends `one` by a POST on lane 0 and `two` by a POST on lane 1. Returns both replies. */
async function replies(handler: Handler, schedule: readonly number[]): Promise<readonly string[]> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const forwarder = forwardTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 20_000);
  onTestFinished(() => forwarder.close());
  const calls = new CallsAtOnce(schedule, forwarder.respond);
  const texts = ['one', 'two'].map(async (text, lane) => {
    const request: RequestMessage = { method: 'POST', target: '/', headers: [], body: Buffer.from(text) };
    const { exchanges } = await calls.make(lane, request, async () => {
      await calls.responder()(request);
      return { kind: 'value' };
    });
    calls.endLane(lane);
    const [reply] = exchanges.map(({ response }) => response);
    return reply?.kind === 'response' ? Buffer.from(reply.body as Uint8Array).toString() : 'no reply';
  });
  return Promise.all(texts);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

const KEPT_APART: Handler = (request, response) => {
  void bodyOf(request).then((text) => response.end(text));
};

test.each<[string, readonly number[]]>([
  ['the calls have no schedule', []],
  ['the second call begins after the first call has ended', [0, 0, 0, 1, 1, 1]],
  ['the requests overlap', [0, 1, 1, 0, 1, 0]],
])('each of two calls gets the reply to its own request: %s', async (_, schedule) => {
  expect(await replies(KEPT_APART, schedule)).toEqual(['one', 'two']);
});

test('the service receives each body in two parts, so that requests can overlap', async () => {
  let last: IncomingMessage;
  const shared: Handler = (request, response) => {
    last = request;
    void bodyOf(request).then((text) => response.end(last === request ? text : `${text}, overlapped`));
  };
  expect(await replies(shared, [0, 1, 0, 1, 0, 1])).toEqual(['one, overlapped', 'two']);
});

test('all concurrent calls end, even if the service serves one request at a time', async () => {
  let before = Promise.resolve();
  const inOrder: Handler = (request, response) => {
    before = before.then(async () => void response.end(await bodyOf(request)));
  };
  expect(await replies(inOrder, [0, 1, 1, 1, 0, 0])).toEqual(['one', 'two']);
});

test.each<readonly [string, readonly (readonly [string, string])[], readonly number[]]>([
  ['a request with an idempotency key belongs to the call that expects this key', [['idempotency-key', 'a']], [0, 1]],
  ['a request without an idempotency key belongs to the call that expects none', [], [1, 0]],
  [
    'a request with an unknown idempotency key belongs to the call that expects none',
    [['idempotency-key', 'b']],
    [1, 0],
  ],
])('%s', async (_, headers, want) => {
  const calls = new CallsAtOnce([], () =>
    Promise.resolve({ kind: 'response', status: 204, headers: [], body: NO_BODY }),
  );
  const message: RequestMessage = { method: 'POST', target: '/', headers: [], body: Buffer.from('{}') };
  let answered = (): void => undefined;
  const sent = new Promise<void>((resolve) => (answered = resolve));
  const expected: RequestMessage[] = [message, { ...message, headers: [['Idempotency-Key', 'a']] }];
  const made = expected.map((each, lane) =>
    calls.make(lane, each, async () => {
      await sent;
      return { kind: 'value' };
    }),
  );
  await calls.responder()({ ...message, headers });
  answered();
  expect((await Promise.all(made)).map(({ exchanges }) => exchanges.length)).toEqual(want);
});

test('the second half of a reply is sent after the first half of the next reply', async () => {
  const order: string[] = [];
  const calls = new CallsAtOnce([0, 1, 0, 1], () =>
    Promise.resolve({ kind: 'response', status: 200, headers: [], body: Buffer.from('ab') }),
  );
  const made = [0, 1].map(async (lane) => {
    const request: RequestMessage = { method: 'GET', target: `/${lane}`, headers: [], body: NO_BODY };
    await calls.make(lane, request, async () => {
      const reply = await calls.responder()(request);
      order.push(`first half of ${lane}`);
      if (reply.kind === 'response') await reply.delivery?.rest;
      order.push(`second half of ${lane}`);
      return { kind: 'value' };
    });
    calls.endLane(lane);
  });
  await Promise.all(made);
  expect(order).toEqual(['first half of 0', 'first half of 1', 'second half of 0', 'second half of 1']);
});

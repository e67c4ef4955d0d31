import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { peer } from '../../fixtures/peer.js';
import { NotFoundError, TransportError } from '../generated/errors.js';
import { Client } from '../science_runtime/generated/client.js';

type Script = (response: ServerResponse, last: string | undefined, turn: number) => void;

function block(id: number, event = 'progress'): string {
  return `id: ${id}\nevent: ${event}\ndata: {}\n\n`;
}

async function followed(
  script: Script,
): Promise<{ readonly ids: readonly string[]; readonly asked: readonly (string | undefined)[] }> {
  const asked: (string | undefined)[] = [];
  const { origin } = await peer((response, { headers }) => {
    const last = headers['last-event-id'];
    asked.push(typeof last === 'string' ? last : undefined);
    script(response, asked.at(-1), asked.length);
  });
  const client = new Client({ baseUrl: origin, token: 'right', timeoutMs: 2000 });
  onTestFinished(() => client.close());
  const ids: string[] = [];
  for await (const { id } of client.streamRunEvents({ run_id: 'run-1' })) ids.push(id ?? '');
  return { ids, asked };
}

function begin(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.write(text);
}

/** Breaks the connection after a short delay, so that the data that was written before can arrive. */
function breakOff(response: ServerResponse): void {
  setTimeout(() => response.destroy(), 20);
}

test('each time the connection breaks, the stream is resumed after the last complete event', async () => {
  const want = await followed((response, _, turn) => {
    begin(response, `retry: 1\n${block(turn)}id: ${turn + 1}\ndata: ha`);
    if (turn < 8) breakOff(response);
    else response.end(`lf\n\n${block(99, 'succeeded')}`);
  });
  expect(want.ids).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '99']);
  expect(want.asked).toEqual([undefined, '1', '2', '3', '4', '5', '6', '7']);
});

test('no request is sent after the terminal event, even if the connection stays open', async () => {
  const want = await followed((response) => begin(response, block(1) + block(2, 'failed')));
  expect(want).toEqual({ ids: ['1', '2'], asked: [undefined] });
});

test('a stream that the service ends is not resumed', async () => {
  expect(await followed((response) => (begin(response, block(1)), response.end()))).toEqual({
    ids: ['1'],
    asked: [undefined],
  });
});

test('after several consecutive breaks, a stream ends with an error', async () => {
  const turns: number[] = [];
  const broken = followed((response, _, turn) => {
    turns.push(turn);
    if (turn === 1) begin(response, `retry: 1\n${block(1)}`);
    breakOff(response);
  });
  await expect(broken).rejects.toThrow(TransportError);
  expect(turns.length).toBeLessThan(10);
});

test('a stream without event ids is not resumed, because its events would be repeated', async () => {
  const broken = followed((response) => {
    begin(response, 'data: {}\n\n');
    breakOff(response);
  });
  await expect(broken).rejects.toThrow(TransportError);
});

test('if the reply to a stream request is a problem, its error is thrown, as for other calls', async () => {
  const problem = JSON.stringify({ type: 'urn:problem-type:not-found', title: 'No.', status: 404 });
  const missing = followed((response) =>
    response.writeHead(404, { 'content-type': 'application/problem+json' }).end(problem),
  );
  await expect(missing).rejects.toThrow(NotFoundError);
});

test('events are a discriminated union with parsed values, and an event whose data is not JSON has no value', async () => {
  const { origin } = await peer((response) => {
    begin(response, 'id: 1\nevent: progress\ndata: {"iteration":7,"best":{"value":0.5,"point":[1]}}\n\n');
    response.end('id: 2\nevent: running\ndata: half\n\nid: 3\nevent: failed\ndata: null\n\n');
  });
  const client = new Client({ baseUrl: origin });
  onTestFinished(() => client.close());
  const shown: unknown[] = [];
  for await (const event of client.streamRunEvents({ run_id: 'run-1' })) {
    // TypeScript derives the type of `value` from the type of the event.
    if (event.event === 'progress') shown.push(event.value.best.value.toFixed(1));
    else shown.push(event);
  }
  expect(shown).toEqual([
    '0.5',
    { id: '2', event: 'running', data: 'half' },
    { id: '3', event: 'failed', data: 'null', value: null },
  ]);
});

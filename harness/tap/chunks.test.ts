import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { Tap } from './tap.js';

const CHUNKS = 200;

/**
 * A program that reads the reply five times and prints in how many chunks the last reply arrived. The first four
 * replies are a warm-up.
 */
const READER = `
const { request } = require('undici');
(async () => {
  let chunks = 0;
  for (let time = 0; time < 5; time += 1) {
    chunks = 0;
    const { body } = await request(process.argv[1]);
    for await (const chunk of body) chunks += chunk.length > 0 ? 1 : 0;
  }
  console.log(chunks);
})();`;

test('a reader in another process receives most chunks of a reply separately', async () => {
  const delivery = { chunks: Array.from({ length: CHUNKS }, () => 1), cut: false };
  const tap = await Tap.open(() => ({
    kind: 'response',
    status: 200,
    headers: [],
    body: Buffer.alloc(CHUNKS, 'a'),
    delivery,
  }));
  onTestFinished(() => tap.close());
  const child = spawn(process.execPath, ['-e', READER, `${tap.baseUrl}/`], { stdio: ['ignore', 'pipe', 'inherit'] });
  // Without pauses there are fewer than twenty chunks. On a busy machine, only some of the pauses separate chunks.
  expect(Number(await text(child.stdout))).toBeGreaterThan(CHUNKS / 8);
});

test('if each turn of the event loop is slow, the rest of a reply is written in one chunk', async () => {
  const body = Buffer.alloc(1000, 'a');
  const delivery = { chunks: Array.from(body, () => 1), cut: false };
  const tap = await Tap.open(() => ({ kind: 'response', status: 200, headers: [], body, delivery }));
  onTestFinished(() => tap.close());
  let isDone = false;
  const work = (): void => {
    const until = performance.now() + 10;
    while (performance.now() < until);
    if (!isDone) setImmediate(work);
  };
  work();
  const sizes: number[] = [];
  for await (const chunk of (await request(`${tap.baseUrl}/`)).body) sizes.push((chunk as Buffer).length);
  isDone = true;
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(body.length);
  // With one turn for each byte, the reply would take 10 seconds.
  expect(Math.max(...sizes)).toBeGreaterThan(body.length / 2);
});

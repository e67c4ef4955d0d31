import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { BodyKeeper, isExcerpt } from './body-excerpt.js';

const bytes = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, index) => index % 251));

function keptOf(body: Buffer, chunkLength: number, maxBytes: number): ReturnType<BodyKeeper['kept']> {
  const keeper = new BodyKeeper(maxBytes);
  for (let start = 0; start < body.byteLength; start += chunkLength)
    keeper.push(body.subarray(start, start + chunkLength));
  expect(keeper.bytes).toBe(body.byteLength);
  return keeper.kept();
}

test.each([1, 7, 1000, 5000, 100_000])(
  'which part of a body is kept does not depend on the length of its chunks: %i bytes',
  (chunkLength) => {
    for (const length of [0, 1, 4095, 9999, 10_000]) {
      const kept = keptOf(bytes(length), chunkLength, 10_000);
      expect(isExcerpt(kept) ? 'an excerpt' : Buffer.from(kept)).toEqual(bytes(length));
    }
    const body = bytes(10_001);
    expect(keptOf(body, chunkLength, 10_000)).toEqual({
      bytes: 10_001,
      sha256: createHash('sha256').update(body).digest('hex'),
      head: body.subarray(0, 2048),
      tail: body.subarray(-2048),
    });
  },
);

test('the head and the tail of a long body do not overlap', () => {
  const body = bytes(3000);
  expect(keptOf(body, 100, 10)).toMatchObject({ bytes: 3000, head: body.subarray(0, 2048), tail: body.subarray(2048) });
});

test('kept bytes do not change if the sender reuses the buffer of a chunk', () => {
  const keeper = new BodyKeeper(4);
  const chunk = Buffer.from('abc');
  keeper.push(chunk);
  keeper.push(Buffer.from('de'));
  chunk.fill('x');
  expect(keeper.kept()).toMatchObject({ bytes: 5, head: Buffer.from('abcde') });
});

import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { outputWritten } from './written-output.js';

/**
 * A stream with a slow reader. Each written text calls `read`, whose parameter must be called when the reader has taken
 * the text.
 */
function streamOf(read: (taken: (error?: Error) => void) => void): Writable {
  const stream = new Writable({ write: (_text, _encoding, done) => read(done) });
  return stream.on('error', () => undefined);
}

const BROKEN = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });

test.each<readonly [string, (taken: (error?: Error) => void) => void, number, boolean]>([
  ['a slow reader is waited for', (taken) => setTimeout(taken, 30), 60_000, true],
  ['a reader that closed its pipe is not waited for', (taken) => setTimeout(() => taken(BROKEN), 5), 60_000, false],
  ['a reader that never reads is not waited for longer than the limit', () => undefined, 20, false],
])('%s', async (_, read, limitMs, isWritten) => {
  const stream = streamOf(read);
  stream.write('first');
  stream.write('second');
  await outputWritten([stream], limitMs);
  expect(stream.writableLength === 0 && !stream.destroyed).toBe(isWritten);
});

test('the promise resolves immediately if no output is pending', async () => {
  const stream = streamOf(() => undefined);
  await outputWritten([stream], 60_000);
  expect(stream.writableLength).toBe(0);
});

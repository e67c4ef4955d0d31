import { describe, expect, it } from 'vitest';
import { LogTail } from './log-tail.js';

describe('LogTail', () => {
  it('returns the text since the last call, and the end of the whole log', () => {
    const log = new LogTail();
    log.add('starting\n');
    expect(log.take()).toBe('starting\n');
    log.add('first ');
    log.add(Buffer.from('second\n'));
    expect([log.take(), log.take(), log.end(7)]).toEqual(['first second\n', '', 'second\n']);
  });

  it('keeps the last bytes up to a limit, and characters that span two chunks', () => {
    const log = new LogTail();
    const [first, second] = [Buffer.from('é').subarray(0, 1), Buffer.from('é').subarray(1)];
    for (let count = 0; count < 100; count += 1) log.add('x'.repeat(1000));
    log.add(first);
    log.add(second);
    const taken = log.take();
    expect(taken.endsWith('xé')).toBe(true);
    expect(Buffer.byteLength(taken)).toBe(8192);
  });
});

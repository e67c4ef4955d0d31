import { describe, expect, it } from 'vitest';
import { LogTail } from './log-tail.js';

describe('LogTail', () => {
  it('take returns the text since the previous take, and end returns the end of the whole log', () => {
    const log = new LogTail();
    log.add('starting\n');
    expect(log.take()).toBe('starting\n');
    log.add('first ');
    log.add(Buffer.from('second\n'));
    expect([log.take(), log.take(), log.end(7)]).toEqual(['first second\n', '', 'second\n']);
  });

  it('the last bytes up to a limit are kept, and a character that spans two chunks is decoded', () => {
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

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closed, stopAt, untilStopped } from './stopping.js';

const never = new Promise<never>(() => undefined);
const idle = new AbortController().signal;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

describe('stopAt aborts a run', () => {
  it('stopAt aborts with `budget-spent` at the deadline, and with the reason of an interrupt', () => {
    const { signal } = stopAt(idle, performance.now() + 1000);
    vi.advanceTimersByTime(999);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.reason).toMatchObject({ code: 'budget-spent' });
    const interrupt = new AbortController();
    const interrupted = stopAt(interrupt.signal, Infinity);
    interrupt.abort();
    expect(interrupted.signal.aborted).toBe(true);
  });

  it.each([
    ['a deadline in the past', -1, true],
    ['no deadline', Infinity, false],
    ['a deadline after the longest possible timer', 2 ** 40, false],
  ])('stopAt accepts %s → aborted: $2', (_name, inMs, isAborted) => {
    const stop = stopAt(idle, performance.now() + inMs);
    vi.advanceTimersByTime(10);
    expect(stop.signal.aborted).toBe(isAborted);
    stop.end();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('untilStopped runs work until the run is stopped', () => {
  it('untilStopped returns the result of the work, or rejects with its error', async () => {
    expect(await untilStopped(idle, async () => 7)).toBe(7);
    expect(await untilStopped(undefined, async () => 7)).toBe(7);
    await expect(untilStopped(idle, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('untilStopped rejects when the run is stopped, and passes a later result to the callback', async () => {
    const interrupt = new AbortController();
    const late = vi.fn<(value: number) => void>();
    let resolve: ((value: number) => void) | undefined;
    const result = untilStopped(interrupt.signal, () => new Promise<number>((settle) => (resolve = settle)), late);
    interrupt.abort();
    await expect(result).rejects.toMatchObject({ code: 'interrupted' });
    resolve?.(7);
    await vi.waitFor(() => expect(late).toHaveBeenCalledExactlyOnceWith(7));
  });

  it('untilStopped does not start the work if the run is already stopped', async () => {
    const work = vi.fn<() => Promise<number>>(async () => 7);
    await expect(untilStopped(AbortSignal.abort(), work)).rejects.toMatchObject({ code: 'interrupted' });
    expect(work).not.toHaveBeenCalled();
  });
});

describe('`closed` waits until the work of closing has ended', () => {
  it('waits until the promise resolves or rejects', async () => {
    await closed(idle, Promise.resolve());
    await closed(idle, Promise.reject(new Error('no')));
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['at most ten seconds for work that hangs', idle, 9999, 10_000],
    ['at most half a second after the run is stopped', AbortSignal.abort(), 499, 500],
  ])('closed waits %s', async (_name, signal, tooShortMs, longEnoughMs) => {
    const over = vi.fn<() => void>();
    void closed(signal, never).then(over);
    await vi.advanceTimersByTimeAsync(tooShortMs);
    expect(over).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(longEnoughMs - tooShortMs);
    expect(over).toHaveBeenCalled();
  });

  it('closed waits for a shorter time if the run is stopped meanwhile', async () => {
    const interrupt = new AbortController();
    const over = vi.fn<() => void>();
    void closed(interrupt.signal, never).then(over);
    await vi.advanceTimersByTimeAsync(2000);
    interrupt.abort();
    await vi.advanceTimersByTimeAsync(500);
    expect(over).toHaveBeenCalled();
  });
});

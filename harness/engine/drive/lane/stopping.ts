import { setMaxListeners } from 'node:events';
import { ParityError } from '../../../../contract/parity-error.js';

/** A signal that ends a run early, after an interrupt or when the time budget is used up. */
export interface Stop {
  readonly signal: AbortSignal;
  /** Called at the end of the run to clear the timer. */
  end(): void;
}

/**
 * Returns a signal that aborts on an interrupt or at the deadline. The deadline is a value of `performance.now()`;
 * `Infinity` means no deadline.
 */
export function stopAt(interrupt: AbortSignal, deadline: number): Stop {
  const budget = new AbortController();
  const remaining = deadline - performance.now();
  const spent = new ParityError(
    'budget-spent',
    'the budget of the run was spent',
    'Raise `--budget`, or select fewer operations, surfaces or phases.',
  );
  if (remaining <= 0) budget.abort(spent);
  const timer = remaining < LONGEST_TIMER ? setTimeout(() => budget.abort(spent), remaining) : undefined;
  const signal = AbortSignal.any([interrupt, budget.signal]);
  // Each running call adds a listener to the signal. Without a higher limit, Node would warn of a leak.
  setMaxListeners(0, signal);
  return { signal, end: () => clearTimeout(timer) };
}

/** The longest delay of a timer (24 days). Node fires a timer with a longer delay immediately (see `setTimeout`). */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Runs `work` and returns its result. As soon as the run is stopped, rejects with the reason. After a stop, `work` is
 * not started. Work that is already in progress continues after a stop. `late` then receives its result and must close
 * it.
 */
export async function untilStopped<T>(
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
  late: (value: T) => void = () => undefined,
): Promise<T> {
  if (signal === undefined) return work();
  if (signal.aborted) throw stopReason(signal);
  const underWay = work();
  let onAbort: (() => void) | undefined;
  const stopped = new Promise<never>((_, reject) => {
    onAbort = () => {
      underWay.then(late).catch(() => undefined);
      reject(stopReason(signal));
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([underWay, stopped]);
  } finally {
    if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
  }
}

function stopReason({ reason }: AbortSignal): ParityError {
  return reason instanceof ParityError
    ? reason
    : new ParityError('interrupted', 'the run was interrupted', 'Run the check again.');
}

/**
 * The maximum time to wait for a close, normally and after the run is stopped. A close that hangs must not delay the
 * end of the run.
 */
const CLOSE_MS = 10_000;
const HURRIED_CLOSE_MS = 500;

/** Resolves when `work` has resolved or rejected, or after the maximum time. */
export async function closed(signal: AbortSignal | undefined, work: Promise<unknown>): Promise<void> {
  const timers: NodeJS.Timeout[] = [];
  const settled = work.then(
    () => undefined,
    () => undefined,
  );
  let hurry: (() => void) | undefined;
  const over = new Promise<void>((resolve) => {
    hurry = () => timers.push(setTimeout(resolve, HURRIED_CLOSE_MS));
    timers.push(setTimeout(resolve, CLOSE_MS));
    if (signal?.aborted === true) hurry();
    else signal?.addEventListener('abort', hurry, { once: true });
  });
  await Promise.race([settled, over]);
  for (const timer of timers) clearTimeout(timer);
  if (hurry !== undefined) signal?.removeEventListener('abort', hurry);
}

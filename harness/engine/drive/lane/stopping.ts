import { setMaxListeners } from 'node:events';
import { ParityError } from '../../../../contract/parity-error.js';

/** A signal that ends a run early, on an interrupt or at the end of the budget. */
export interface Stop {
  readonly signal: AbortSignal;
  /** Called at the end of the run to clear the timer. */
  end(): void;
}

/** Aborts with the interrupt, or at the deadline (by `performance.now()`; `Infinity`: never). */
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

/** The longest time for a timer. A timer of more than 24 days fires at once (Node, `setTimeout`). */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Returns the result of the work, or rejects with the reason as soon as the run is stopped. After the stop, work is not
 * started. Running work continues; `late` receives its result and must close it.
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
 * Longest wait for a close, normally and after the run is stopped. A close that hangs must not delay the end of the
 * run.
 */
const CLOSE_MS = 10_000;
const HURRIED_CLOSE_MS = 500;

/** Resolves when the work has settled, or after the maximum wait. */
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

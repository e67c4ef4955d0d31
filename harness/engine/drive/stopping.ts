import { setMaxListeners } from 'node:events';
import { ParityError } from '../../../contract/parity-error.js';

/** Ends a run early: interrupted, or out of budget. */
export interface Stop {
  readonly signal: AbortSignal;
  /** The run is over: nothing waits for the deadline any more. */
  end(): void;
}

/** Aborts with the interrupt, or at the deadline (by `performance.now()`; `Infinity`: never). */
export function stopAt(interrupt: AbortSignal, deadline: number): Stop {
  const budget = new AbortController();
  const remaining = deadline - performance.now();
  const spent = new ParityError('budget-spent', 'the budget of the run was spent', 'Raise `--budget`, or narrow the run.');
  if (remaining <= 0) budget.abort(spent);
  const timer = remaining < LONGEST_TIMER ? setTimeout(() => budget.abort(spent), remaining) : undefined;
  const signal = AbortSignal.any([interrupt, budget.signal]);
  // One listener a call under way is no leak, which Node would warn of.
  setMaxListeners(0, signal);
  return { signal, end: () => clearTimeout(timer) };
}

/** A timer of more than 24 days fires at once (Node, `setTimeout`). */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * What the work comes to, or a rejection with the reason as soon as the run is stopped; then it is not begun. Work under way goes
 * on, and nobody waits for it: `late` receives what it comes to, to be closed.
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
  return reason instanceof ParityError ? reason : new ParityError('interrupted', 'the run was interrupted', 'Run the check again.');
}

/** Whatever is to be closed has this long, and less once the run is stopped: what hangs must not hold the run. */
const CLOSE_MS = 10_000;
const HURRIED_CLOSE_MS = 500;

/** Resolves when the work has settled, or its time is over. */
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

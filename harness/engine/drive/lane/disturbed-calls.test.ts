import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Case } from '../../../../contract/case.js';
import type { Operation } from '../../../../contract/operation.js';
import { ENDLESS_LIMIT_MS, IDLE_MS } from '../../../../surfaces/network-faults.js';
import type { Outcome } from '../../../../surfaces/outcome.js';
import type { BackendInstance } from '../../../backends/backend.js';
import type { Tap } from '../../../tap/tap.js';
import { DisturbedCalls } from './disturbed-calls.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SUCCESS: Outcome = { kind: 'value' };
const TIMEOUT: Outcome = { kind: 'timeout', afterMs: ENDLESS_LIMIT_MS };

interface Made {
  readonly name: string;
  readonly limitMs: number | undefined;
  readonly at: number;
}

/** Runs a case with the network fault `name`. `answer` returns the outcome of each call. */
async function observed(name: string, answer: (made: Made) => Outcome) {
  const { made, observations } = await observedAll([name], answer);
  return { made, ...observations[0] };
}

/** Runs a case for each network fault, one after another. */
async function observedAll(names: readonly string[], answer: (made: Made) => Outcome, startsProcesses = false) {
  const made: Made[] = [];
  const tap: Pick<Tap, 'take' | 'closeIdle'> = { take: () => Promise.resolve([]), closeIdle: () => Promise.resolve() };
  const call = (_: Operation, { provenance }: Case, limitMs?: number): Promise<Outcome> => {
    const each: Made = { name: provenance.name, limitMs, at: Date.now() };
    made.push(each);
    return Promise.resolve(answer(each));
  };
  const calls = new DisturbedCalls(tap as Tap, {} as BackendInstance, call, 5000, startsProcesses);
  const observations: Awaited<ReturnType<DisturbedCalls['observe']>>[] = [];
  for (const name of names) {
    const toRun = { provenance: { kind: 'fault', name }, input: {} } as Case;
    const observing = calls.observe({ id: 'getThing' } as unknown as Operation, toRun);
    await vi.runAllTimersAsync();
    observations.push(await observing);
  }
  return { made, observations };
}

/**
 * Returns an `answer` for `observed`: a client that starts its time limit once, when it is created. Its later calls
 * share the deadline of the first call.
 */
function withOneDeadline(): (made: Made) => Outcome {
  const deadlines = new Map<number | undefined, number>();
  return ({ limitMs = 0, at }) => {
    const deadline = deadlines.get(limitMs) ?? at + limitMs;
    deadlines.set(limitMs, deadline);
    return at > deadline ? TIMEOUT : SUCCESS;
  };
}

describe('a connection is idle for longer than the time limit of a call', () => {
  it('the idle time and all calls after the first one have the same time limit', async () => {
    const { made, outcome } = await observed('idle-kept', () => SUCCESS);
    expect(made.map((each) => [each.name, each.limitMs])).toEqual([
      ['undisturbed', 5000],
      ['kept-open', ENDLESS_LIMIT_MS],
      ['idle-kept', ENDLESS_LIMIT_MS],
      ['undisturbed', ENDLESS_LIMIT_MS],
    ]);
    const [, kept, idle] = made;
    expect((idle?.at ?? 0) - (kept?.at ?? 0)).toBe(IDLE_MS);
    expect(IDLE_MS).toBeGreaterThan(ENDLESS_LIMIT_MS);
    expect(outcome).toEqual(SUCCESS);
  });

  it('a client whose time limit starts only once fails, and is tried three times', async () => {
    const { made, outcome, undisturbed } = await observed('idle-kept', withOneDeadline());
    expect(made.filter(({ name }) => name === 'idle-kept')).toHaveLength(3);
    expect([undisturbed?.before, outcome, undisturbed?.after]).toEqual([SUCCESS, TIMEOUT, TIMEOUT]);
  });

  it('a call that exceeds its time limit once, on a busy machine, is made again after another idle time', async () => {
    let failures = 1;
    const { made, outcome } = await observed('idle-kept', ({ name }) =>
      name === 'idle-kept' && failures-- > 0 ? TIMEOUT : SUCCESS,
    );
    expect(made.map(({ name }) => name)).toEqual([
      'undisturbed',
      'kept-open',
      'idle-kept',
      'kept-open',
      'idle-kept',
      'undisturbed',
    ]);
    expect(outcome).toEqual(SUCCESS);
  });
});

it('after the service has closed a connection, the next call is made immediately', async () => {
  const { made } = await observed('idle-closed', () => SUCCESS);
  expect(new Set(made.map(({ at }) => at)).size).toBe(1);
});

describe('three faults, two of them with the same effect', () => {
  const faults = ['reset', 'short-body', '503-date'];
  const isFault = ({ name }: Made): boolean => name !== 'undisturbed';

  it('a session makes a call after each of them', async () => {
    const { made, observations } = await observedAll(faults, (each) => (isFault(each) ? TIMEOUT : SUCCESS));
    expect(made.filter((each) => !isFault(each))).toHaveLength(1 + 3);
    expect(observations.map(({ undisturbed }) => undisturbed?.after)).toEqual([SUCCESS, SUCCESS, SUCCESS]);
  });

  it('a program that is started anew makes a call after each effect', async () => {
    const { made, observations } = await observedAll(faults, (each) => (isFault(each) ? TIMEOUT : SUCCESS), true);
    expect(made.filter((each) => !isFault(each))).toHaveLength(1 + 2);
    expect(observations.map(({ undisturbed }) => undisturbed?.after)).toEqual([SUCCESS, SUCCESS, SUCCESS]);
  });

  it('a program that fails after a fault is called again, without the fault, before the next one', async () => {
    let hasFailed = false;
    const { observations } = await observedAll(
      faults,
      (each) => {
        hasFailed ||= isFault(each);
        return hasFailed ? TIMEOUT : SUCCESS;
      },
      true,
    );
    expect(observations.map(({ undisturbed }) => [undisturbed?.before, undisturbed?.after])).toEqual([
      [SUCCESS, TIMEOUT],
      [TIMEOUT, undefined],
      [TIMEOUT, undefined],
    ]);
  });
});

import { setFlagsFromString } from 'node:v8';

/** A flag of V8 for the work that a function has done when TurboFan, the slow compiler of fast code, compiles it. */
interface Threshold {
  readonly flag: string;
  readonly late: number;
  /** The default value of this version of V8. */
  readonly usual: number;
}

/** By the major version of V8. Later versions have a fast compiler before TurboFan, and need no change. */
const THRESHOLDS: Readonly<Record<string, Threshold>> = {
  // Node 20: bytes of executed bytecode.
  11: { flag: '--interrupt-budget', late: 1_200_000, usual: 67_584 },
  // Node 22: number of calls.
  12: { flag: '--invocation-count-for-turbofan', late: 50_000, usual: 3_000 },
};

/** A process that runs longer than this gains more from fast code than the compiler costs. */
const SHORT_RUN_MS = 15_000;

/**
 * Makes V8 compile only functions that are very hot, in the first quarter of a minute of a process. In a short run, the
 * compiler costs a third of the processor time, and the other processes of a check need this time.
 */
export function optimizeLate(): void {
  const threshold = THRESHOLDS[process.versions.v8.split('.', 1)[0] ?? ''];
  if (threshold === undefined) return;
  const { flag, late, usual } = threshold;
  setFlagsFromString(`${flag}=${late}`);
  setTimeout(() => setFlagsFromString(`${flag}=${usual}`), SHORT_RUN_MS).unref();
}

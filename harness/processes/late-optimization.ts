import { setFlagsFromString } from 'node:v8';

/**
 * A flag of V8: the amount of work after which a function is compiled by TurboFan, the compiler that is slow but makes
 * fast code.
 */
interface Threshold {
  readonly flag: string;
  readonly late: number;
  /** The default value of this version of V8. */
  readonly usual: number;
}

/**
 * The flags to set, by the major version of V8. Later versions are not listed: they have a fast compiler before
 * TurboFan, and need no change.
 */
const THRESHOLDS: Readonly<Record<string, Threshold>> = {
  // Node 20: bytes of executed bytecode.
  11: { flag: '--interrupt-budget', late: 1_200_000, usual: 67_584 },
  // Node 22: number of calls.
  12: { flag: '--invocation-count-for-turbofan', late: 50_000, usual: 3_000 },
};

/** A process that runs longer than this gains more from fast code than the compiler costs. */
const SHORT_RUN_MS = 15_000;

/**
 * Makes V8 compile only very hot functions during the first 15 seconds of a process. In a short run, the compiler takes
 * a third of the processor time, which the other processes of a check need.
 */
export function optimizeLate(): void {
  const threshold = THRESHOLDS[process.versions.v8.split('.', 1)[0] ?? ''];
  if (threshold === undefined) return;
  const { flag, late, usual } = threshold;
  setFlagsFromString(`${flag}=${late}`);
  setTimeout(() => setFlagsFromString(`${flag}=${usual}`), SHORT_RUN_MS).unref();
}

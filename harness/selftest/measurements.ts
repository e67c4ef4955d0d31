import { readFileSync, writeFileSync } from 'node:fs';
import type { FaultResult } from './fault-result.js';

/** What is measured: a whole run, a run with the phases of an early version, or a quick run. */
export type Measured = 'all' | 'earlier' | 'quick';

/** The latest result of each fault. The page is made from this file. */
export type Measurements = Readonly<Record<Measured, readonly FaultResult[]>>;

export function readMeasurements(file: string): Measurements {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Measurements;
  } catch {
    return { all: [], earlier: [], quick: [] };
  }
}

/** Replaces the earlier results of the measured faults, and drops the results of faults that no longer exist. */
export function withResults(
  known: Measurements,
  set: Measured,
  results: readonly FaultResult[],
  ids: readonly string[],
): Measurements {
  const byId = new Map([...known[set], ...results].map((result) => [result.id, result]));
  const kept = ids.flatMap((id) => byId.get(id) ?? []);
  return { ...known, [set]: kept };
}

export function writeMeasurements(file: string, measurements: Measurements): void {
  writeFileSync(file, `${JSON.stringify(measurements, undefined, 1)}\n`);
}

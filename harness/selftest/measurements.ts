import { readFileSync, writeFileSync } from 'node:fs';
import type { FaultResult } from './fault-result.js';

/** The two sets of phases that are measured. */
export type PhaseSet = 'all' | 'earlier';

/** The latest result of each fault. The page is made from this file. */
export interface Measurements {
  readonly all: readonly FaultResult[];
  readonly earlier: readonly FaultResult[];
}

export function readMeasurements(file: string): Measurements {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Measurements;
  } catch {
    return { all: [], earlier: [] };
  }
}

/** Replaces the earlier results of the measured faults, and drops the results of faults that no longer exist. */
export function withResults(
  known: Measurements,
  set: PhaseSet,
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

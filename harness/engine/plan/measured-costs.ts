import type { CellTime } from '../../../reports/report.js';

/** Returns how many milliseconds a call of an operation on a surface takes. */
export type MeasuredCosts = (surface: string, operation: string, estimate: number) => number;

/**
 * Estimates the duration of calls from the times in an earlier report. A new operation gets the average time of its
 * surface. For a new surface, the estimate is converted to milliseconds by the average ratio of measured times to
 * estimates.
 */
export function measuredCosts(
  times: readonly CellTime[],
  estimateOf: (surface: string) => number | undefined,
): MeasuredCosts {
  const bySurface = averages(times, ({ surface }) => surface);
  const byCell = averages(times, ({ surface, operation }) => JSON.stringify([surface, operation]));
  const scales = [...bySurface].flatMap(([surface, average]) => {
    const estimate = estimateOf(surface);
    return estimate === undefined ? [] : [average / estimate];
  });
  const scale = scales.length === 0 ? 1 : scales.reduce((sum, each) => sum + each, 0) / scales.length;
  return (surface, operation, estimate) =>
    byCell.get(JSON.stringify([surface, operation])) ?? bySurface.get(surface) ?? estimate * scale;
}

function averages(times: readonly CellTime[], keyOf: (time: CellTime) => string): ReadonlyMap<string, number> {
  const sums = new Map<string, { calls: number; durationMs: number }>();
  for (const time of times) {
    const sum = sums.get(keyOf(time)) ?? { calls: 0, durationMs: 0 };
    sums.set(keyOf(time), { calls: sum.calls + time.calls, durationMs: sum.durationMs + time.durationMs });
  }
  return new Map(
    [...sums].flatMap(([key, { calls, durationMs }]) => (calls > 0 ? [[key, durationMs / calls] as const] : [])),
  );
}

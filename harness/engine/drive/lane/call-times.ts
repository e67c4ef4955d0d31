import type { CellEntry, CellTime } from '../../../../reports/report.js';

type Cell = Pick<CellEntry, 'backend' | 'surface' | 'operation'>;

/**
 * Adds up the duration of all calls for each cell of the report. Calls that minimise or reproduce a finding of the cell
 * are included.
 */
export class CallTimes {
  readonly #times = new Map<string, { calls: number; durationMs: number }>();

  add({ calls, durationMs, ...cell }: CellTime): void {
    const key = keyOf(cell);
    const time = this.#times.get(key) ?? { calls: 0, durationMs: 0 };
    time.calls += calls;
    time.durationMs += durationMs;
    this.#times.set(key, time);
  }

  /** The mean duration of the calls of a cell, in milliseconds. */
  mean(cell: Cell): number {
    const { calls, durationMs } = this.#times.get(keyOf(cell)) ?? { calls: 0, durationMs: 0 };
    return durationMs / Math.max(1, calls);
  }

  /** The times in the order of the cells. The order of the calls, which depends on their speed, has no effect. */
  ofCells(cells: readonly Cell[]): readonly CellTime[] {
    return cells.flatMap(({ backend, surface, operation }) => {
      const time = this.#times.get(keyOf({ backend, surface, operation }));
      if (time === undefined) return [];
      return [{ surface, backend, operation, calls: time.calls, durationMs: Math.round(time.durationMs) }];
    });
  }
}

function keyOf({ backend, surface, operation }: Cell): string {
  return `${backend} ${surface} ${operation}`;
}

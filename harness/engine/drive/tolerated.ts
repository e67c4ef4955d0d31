import type { NoteEntry } from '../../../reports/report.js';
import type { Broken } from '../judge/judge.js';
import { clusterKey } from '../group/cluster.js';

/** Most differences that are collected. */
const MAX_KEPT = 100;

/** Collects differences that a tolerance permits. Each becomes a note with its number of occurrences. */
export class Tolerated {
  readonly #byKey = new Map<string, { readonly first: Broken; index: number; count: number }>();

  add({ rule, violation }: Broken, index: number): void {
    const key = `${clusterKey(rule, violation)} ${violation.pointer}`;
    const known = this.#byKey.get(key);
    if (known === undefined) {
      if (this.#byKey.size < MAX_KEPT) this.#byKey.set(key, { first: { rule, violation }, index, count: 1 });
      return;
    }
    known.count += 1;
    known.index = Math.min(known.index, index);
  }

  notes(): readonly NoteEntry[] {
    return [...this.#byKey.values()]
      .toSorted((a, b) => a.index - b.index)
      .map(({ first: { violation }, count }) => ({
        kind: 'note',
        severity: 'info',
        code: `tolerated-${violation.tolerance ?? ''}`,
        message: `${violation.message} Occurred ${count} times.`,
        surface: violation.surface,
      }));
  }
}

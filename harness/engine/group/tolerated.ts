import type { NoteEntry } from '../../../reports/report.js';
import type { Broken } from '../judge/judge.js';
import { clusterKey } from './cluster.js';

/** The maximum number of tolerated differences that are collected. */
const MAX_KEPT = 100;

/**
 * Collects differences between surfaces that a tolerance permits. Each difference becomes a note with the number of its
 * occurrences.
 */
export class Tolerated {
  readonly #byKey = new Map<string, { readonly first: Broken; index: number; count: number }>();

  add({ rule, violation }: Broken, index: number): void {
    // An empty cause marks one difference that occurs at many places.
    const place = violation.cause === '' ? '' : violation.pointer;
    const key = `${clusterKey(rule, violation)} ${place}`;
    const known = this.#byKey.get(key);
    if (known === undefined) {
      if (this.#byKey.size < MAX_KEPT) this.#byKey.set(key, { first: { rule, violation }, index, count: 1 });
      return;
    }
    known.count += 1;
    known.index = Math.min(known.index, index);
  }

  notes(): readonly NoteEntry[] {
    return toleratedNotes(this.records());
  }

  records(): readonly ToleratedRecord[] {
    return [...this.#byKey].map(
      ([
        key,
        {
          first: { violation },
          index,
          count,
        },
      ]) => {
        const { message, surface, tolerance = '' } = violation;
        return { key, message, surface, tolerance, index, count };
      },
    );
  }
}

/** A tolerated difference, with the number of its occurrences. */
export interface ToleratedRecord {
  readonly key: string;
  readonly message: string;
  readonly surface: string;
  readonly tolerance: string;
  /** The number of the first case with the difference. */
  readonly index: number;
  readonly count: number;
}

/** One note for each difference. The message comes from the first case with the difference. */
export function toleratedNotes(records: readonly ToleratedRecord[]): readonly NoteEntry[] {
  const byKey = new Map<string, ToleratedRecord>();
  for (const each of records.toSorted((a, b) => a.index - b.index)) {
    const first = byKey.get(each.key) ?? { ...each, count: 0 };
    byKey.set(each.key, { ...first, count: first.count + each.count });
  }
  return [...byKey.values()].slice(0, MAX_KEPT).map(({ message, tolerance, count, surface }) => ({
    kind: 'note',
    severity: 'info',
    code: `tolerated-${tolerance}`,
    message: `${message} Occurred ${count} times.`,
    surface,
  }));
}

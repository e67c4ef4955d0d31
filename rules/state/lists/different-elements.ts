import type { Json } from '../../../contract/json/json.js';

interface DifferentElements {
  readonly which: 'fewer' | 'more' | 'other';
  readonly wanted: Json;
  readonly received: Json;
}

/**
 * States how a reading of a list with `now` elements differs from an earlier reading with `before` elements. If the
 * later reading has elements that the earlier one lacks, either of them may be wrong, so neither is called expected.
 */
export function differentElements(before: number, now: number, missing: number, extra: number): DifferentElements {
  if (extra === 0) return { which: 'fewer', wanted: before, received: now };
  const only = [`${missing} of ${before} only in the first`, `${extra} of ${now} only in the second`];
  return {
    which: missing === 0 ? 'more' : 'other',
    wanted: 'the same elements in both readings',
    received: only.slice(missing === 0 ? 1 : 0).join(', '),
  };
}

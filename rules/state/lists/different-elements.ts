import type { Json } from '../../../contract/json/json.js';

interface DifferentElements {
  readonly which: 'fewer' | 'more' | 'other';
  readonly wanted: Json;
  readonly received: Json;
}

/**
 * The words with which a message states how a list with `now` elements differs from its earlier reading with `before`
 * elements. If elements are new, either of the two readings may be wrong, so none of them is called the expected one.
 */
export function differentElements(before: number, now: number, missing: number, extra: number): DifferentElements {
  if (extra === 0) return { which: 'fewer', wanted: before, received: now };
  const only = [`${missing} of ${before} only in the first reading`, `${extra} of ${now} only in the second reading`];
  return {
    which: missing === 0 ? 'more' : 'other',
    wanted: 'the same elements in both readings',
    received: only.slice(missing === 0 ? 1 : 0).join(', '),
  };
}

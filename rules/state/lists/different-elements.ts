import type { Json } from '../../../contract/json/json.js';

interface DifferentElements {
  readonly which: 'fewer' | 'more' | 'other';
  readonly wanted: Json;
  readonly received: Json;
}

/**
 * States how a reading of a list with `now` elements differs from an earlier reading with `before` elements. The two
 * numbers do not show the difference if some elements are missing and other elements take their place.
 */
export function differentElements(before: number, now: number, missing: number, extra: number): DifferentElements {
  if (missing === 0) return { which: 'more', wanted: before, received: now };
  if (extra === 0) return { which: 'fewer', wanted: before, received: now };
  return {
    which: 'other',
    wanted: `the same ${count(before)}`,
    received: `${count(now)}: ${missing} missing, ${extra} not expected`,
  };
}

function count(elements: number): string {
  return `${elements} ${elements === 1 ? 'element' : 'elements'}`;
}

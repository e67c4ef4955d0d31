import type { Json } from '../../contract/json/json.js';
import { OMITTED } from '../../rules/values/omitted.js';
import { type Bounds, bounded } from './bounded.js';
import { visibleJson } from './json-text.js';
import { cutText, visible } from './visible.js';

/** One line in a table or a list. */
export const LINE_BOUNDS: Bounds = { string: 120, items: 8, depth: 6, total: 400 };

/** A block of its own: the two sides of a finding, the smallest input. */
export const BLOCK_BOUNDS: Bounds = { string: 600, items: 40, depth: 12, total: 6000 };

/** Longest sentence that a reader is asked to read; rules write far shorter ones. */
const TEXT_LENGTH = 2000;

/** Any JSON value on one line for a human: JSON, nothing invisible, what is too long cut with a count; a value that is not there without quotes. Deterministic. */
export function printable(value: Json, bounds: Bounds = LINE_BOUNDS): string {
  return value === OMITTED ? OMITTED : visibleJson(bounded(value, bounds).value, 'line');
}

/** As `printable`, one member a line. */
export function printableBlock(value: Json, bounds: Bounds = BLOCK_BOUNDS): string {
  return value === OMITTED ? OMITTED : visibleJson(bounded(value, bounds).value, 'block');
}

/** A sentence that may hold hostile parts: one line, nothing invisible, cut with a count. */
export function printableText(text: string, length = TEXT_LENGTH): string {
  return visible(cutText(text, length));
}

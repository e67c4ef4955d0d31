import type { Json } from '../../contract/json/json.js';
import { OMITTED } from '../../rules/values/omitted.js';
import { type Bounds, bounded } from './bounded.js';
import { visibleJson } from './json-text.js';
import { visible } from '../../contract/json/visible.js';
import { cutText } from './visible.js';

/** Bounds of a value on one line of a table or a list. */
export const LINE_BOUNDS: Bounds = { string: 120, items: 8, depth: 6, total: 400 };

/** Bounds of a value in a separate block: the two sides of a finding, the smallest input. */
export const BLOCK_BOUNDS: Bounds = { string: 600, items: 40, depth: 12, total: 6000 };

/** Longest shown text; rules write far shorter ones. */
const TEXT_LENGTH = 2000;

/**
 * Any JSON value as JSON on one line, bounded and without invisible characters. The placeholder of a missing value has
 * no quotes.
 */
export function printable(value: Json, bounds: Bounds = LINE_BOUNDS): string {
  return value === OMITTED ? OMITTED : visibleJson(bounded(value, bounds).value, 'line');
}

/** Any JSON value as JSON with one member on each line, bounded and without invisible characters. */
export function printableBlock(value: Json, bounds: Bounds = BLOCK_BOUNDS): string {
  return value === OMITTED ? OMITTED : visibleJson(bounded(value, bounds).value, 'block');
}

/** A text that may contain hostile parts, bounded, on one line and without invisible characters. */
export function printableText(text: string, length = TEXT_LENGTH): string {
  return visible(cutText(text, length));
}

const MAX_LINES = 60;

/**
 * The lines of a text, each as `printableText`. Their number is bounded; the last lines are kept, because they state
 * how the text ends.
 */
export function boundedLines(text: string): readonly string[] {
  const [first = '', ...rest] = text.trimEnd().split(/\r?\n/);
  return [first, ...rest.slice(-MAX_LINES)].map((line) => printableText(line));
}

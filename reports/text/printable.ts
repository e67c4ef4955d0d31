import type { Json } from '../../contract/json/json.js';
import { OMITTED } from '../../rules/values/omitted.js';
import { type Bounds, bounded } from './bounded.js';
import { visibleJson } from './json-text.js';
import { visible } from '../../contract/json/visible.js';
import { cutText } from './visible.js';

/** The limits of a value on one line of a table or a list. */
export const LINE_BOUNDS: Bounds = { string: 120, items: 8, depth: 6, total: 400 };

/**
 * The limits of a value that is printed as a block of its own, such as the expected value of a finding or the smallest
 * input.
 */
export const BLOCK_BOUNDS: Bounds = { string: 600, items: 40, depth: 12, total: 6000 };

/** The maximum length of a printed text. The texts of rules are far shorter. */
const TEXT_LENGTH = 2000;

/**
 * Any JSON value on one line, shortened and without invisible characters. If the value is the placeholder for a missing
 * value, it has no quotes.
 */
export function printable(value: Json, bounds: Bounds = LINE_BOUNDS): string {
  return value === OMITTED ? OMITTED : visibleJson(bounded(value, bounds).value, 'line');
}

/** Any JSON value with one member on each line, shortened and without invisible characters. */
export function printableBlock(value: Json, bounds: Bounds = BLOCK_BOUNDS): string {
  return value === OMITTED ? OMITTED : visibleJson(bounded(value, bounds).value, 'block');
}

/** A text on one line, shortened and without invisible characters. The text may come from an untrusted source. */
export function printableText(text: string, length = TEXT_LENGTH): string {
  return visible(cutText(text, length));
}

const MAX_LINES = 60;

/**
 * The lines of a text, each formatted by `printableText`. If there are too many lines, only the first line and the last
 * lines are kept.
 */
export function boundedLines(text: string): readonly string[] {
  const [first = '', ...rest] = text.trimEnd().split(/\r?\n/);
  return [first, ...rest.slice(-MAX_LINES)].map((line) => printableText(line));
}

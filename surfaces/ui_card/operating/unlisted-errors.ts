import { type Json, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';

/** The maximum number of errors of a problem that are compared with the rows of a page. */
const MOST_ERRORS = 100;

/**
 * Pointers to the elements of a problem's `errors` that no row of the page shows. `rows`: the visible texts of the
 * rows. A page may intentionally show no list, only the first errors, or only some members of each error. The result is
 * therefore empty in each of these cases:
 * - no row shows the last element;
 * - the page has fewer than two rows, or the rows show fewer than two elements;
 * - there are at least as many rows as errors.
 */
export function unlistedErrors(problem: Json | undefined, rows: readonly string[]): readonly string[] {
  const errors = ownValue(problem, 'errors');
  if (!Array.isArray(errors) || errors.length > MOST_ERRORS || !errors.every(isJsonObject)) return [];
  const all = errors as readonly Json[];
  if (rows.length < 2 || rows.length >= all.length) return [];
  const [names = []] = rows.map((row) => shownNames(all.at(-1), row)).toSorted((a, b) => b.length - a.length);
  if (names.length === 0) return [];
  const isListed = (error: Json): boolean => rows.some((row) => names.every((name) => shows(row, error, name)));
  const missing = all.flatMap((error, index) => (isListed(error) ? [] : [joinPointer('/errors', index)]));
  return missing.length <= all.length - 2 ? missing : [];
}

/** The names of the members of an error whose texts are in the row. */
function shownNames(error: Json | undefined, row: string): readonly string[] {
  if (!isJsonObject(error)) return [];
  return Object.entries(error).flatMap(([name, text]) => (isIn(row, text) ? [name] : []));
}

function shows(row: string, error: Json, name: string): boolean {
  const text = ownValue(error, name);
  return typeof text !== 'string' || text === '' || isIn(row, text);
}

/** True if the row contains the text. White space is ignored, because a page may change it where it breaks a line. */
function isIn(row: string, text: Json): boolean {
  return typeof text === 'string' && text !== '' && withoutBlanks(row).includes(withoutBlanks(text));
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

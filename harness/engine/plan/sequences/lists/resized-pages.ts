import type { Feed } from '../../../../../contract/case.js';
import type { ItemList } from '../../../../../contract/collections/collection.js';
import { type QueryPlace, parameterOf } from '../../../../../contract/inputs/query-place.js';
import { sentencesOf } from '../../../../../contract/sentences.js';
import { isAllowed } from './list-input.js';

/** The sizes of a first page, and of the pages that continue the list with the cursor of the first page. */
export interface ResizedPages {
  readonly first: number;
  readonly later: number;
  readonly next: Feed;
}

/**
 * The sizes of the first page and of later pages, for a list whose page size changes after the first page. The later
 * size is the smaller one: if the service keeps the first size, a page is then too long. If a cursor contains the
 * number of a page, elements are repeated. `undefined` in three situations:
 * - The list has no page size.
 * - The list has no cursor. A page number would mean other elements for another page size.
 * - A description in the contract restricts the page size beside a cursor.
 */
export function resizedPages(list: ItemList): ResizedPages | undefined {
  const { next, limit } = list;
  if (limit === undefined || next === undefined || 'by' in next || isSizeRestricted(list, next)) return undefined;
  const later = Math.max(limit.minimum, 1);
  const first = later + 1;
  return isAllowed(list, first) ? { first, later, next } : undefined;
}

/**
 * Whether a description states a rule about the page size beside a cursor, such as "Ignored if a cursor is given" or
 * "The size of the first page applies". Only the descriptions of both parameters, and sentences of the operation about
 * pages, count.
 */
function isSizeRestricted({ operation, limit }: ItemList, next: Feed): boolean {
  const sentences = (place: QueryPlace | undefined): readonly string[] =>
    operation.parameters
      .filter((parameter) => parameter.in === 'query' && place !== undefined && parameter.name === parameterOf(place))
      .flatMap(({ description }) => sentencesOf(description));
  const ofOperation = [operation.summary, operation.description].flatMap(sentencesOf);
  return (
    [...sentences(next), ...ofOperation.filter((each) => ABOUT_PAGES.test(each))].some((each) => RULE.test(each)) ||
    sentences(limit).some((each) => RULE.test(each) || ABOUT_CURSORS.test(each))
  );
}

const ABOUT_PAGES = /cursor|token|limit|page/i;

/** Words of a rule about two parameters, or about two calls. */
const RULE =
  /\b(?:ignor\w+|same|equals?|identical|match\w*|unchanged|chang\w+|differ\w*|mix\w*|combin\w+|together|exclusive\w*|no effect)\b/i;

/** Words in the description of a page size by which it concerns the first page, or cursors. */
const ABOUT_CURSORS = /cursor|token|continu|\b(?:first|initial|later|next|following|subsequent)\b/i;

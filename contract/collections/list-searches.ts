import type { SchemaSource } from '../contract.js';
import type { Parameter } from '../operation.js';
import { quotedNames } from '../sentences.js';
import { schemaTypes } from '../wire/decode-value.js';
import type { ItemList } from './collection.js';
import { SEARCH, closedValues, elementMembers, isChoice } from './list-choices.js';

/**
 * Matches descriptions of searches with results that cannot be predicted. A ranked or semantic search may return
 * elements without the text. A search in an index may miss new elements.
 */
export const RANKED =
  /semantic|similar|fuzzy|relevan|rank|natural|vector|embedding|closest|nearest|best match|suggest|eventual|delay|\bindex/i;

/** A query parameter with a text that the service searches in the elements of a list. */
export interface ListSearch {
  readonly name: string;
  /**
   * The members in which the service searches. They are known only if the description of the parameter has their names
   * in backticks.
   */
  readonly members: readonly string[];
  /** Set if the description states that the case of letters does not matter. */
  readonly isCaseFree?: true;
}

const CASE_FREE =
  /case[- ]?insensitive|\b(?:ignor\w+|regardless of|without regard to|independent of)\b.{0,30}\bcase\b|\bcase (?:does not|doesn't) matter\b/i;

/**
 * The parameters that search for a text, such as `q`. Every returned element must contain the text. A parameter is
 * skipped if its description or that of the operation matches `RANKED`.
 */
export function listSearches(schemas: SchemaSource, list: ItemList): readonly ListSearch[] {
  const { parameters, description } = list.operation;
  const members = elementMembers(schemas, list);
  const isSearch = ({ name, schema, ...about }: Parameter): boolean =>
    SEARCH.test(name) &&
    !members.has(name) &&
    [...schemaTypes(schemas, schema)].join() === 'string' &&
    closedValues(schemas, [schema]) === undefined &&
    !RANKED.test(`${about.description} ${description}`);
  const isText = (name: string): boolean =>
    members.get(name)?.every((uri) => schemaTypes(schemas, uri).has('string')) === true;
  return parameters
    .filter((each) => isChoice(each) && isSearch(each))
    .map(({ name, description: about }) => {
      const named = quotedNames(about).filter(isText);
      return { name, members: named, ...(CASE_FREE.test(about) && { isCaseFree: true }) };
    });
}

import type { CaseInput } from '../../../../../contract/case.js';
import { type ListTags, tagsIn, tagsOf, tagsValue } from '../../../../../contract/collections/list-tags.js';
import { type JsonObject, ownValue } from '../../../../../contract/json/json.js';
import type { ItemVariants } from './item-variants.js';

interface TaggedListing extends ItemVariants {
  readonly isValid: (query: JsonObject) => boolean;
}

/** The maximum number of items that are created for one parameter. */
const MOST_ITEMS = 2;

/**
 * Queries with one value and with two values of a parameter such as `labels`, and the inputs of items with some of the
 * values. The values are those of the contract's examples. If there are fewer than two, they come from bodies of the
 * create. A service may accept only labels that exist, so no other values are made up.
 */
export function taggedItems(
  { items: { creates }, isValid }: TaggedListing,
  tags: ListTags,
): readonly { readonly queries: readonly JsonObject[]; readonly made: readonly CaseInput[] }[] {
  const labelled = creates.flatMap(({ input }) => {
    const own = tagsOf(ownValue(input.body ?? null, tags.member));
    return own === undefined || own.length === 0 || tagsIn([...own]) === undefined ? [] : [{ input, own }];
  });
  const values = tags.examples.length > 1 ? tags.examples : labelled.flatMap(({ own }) => own);
  const [first, second] = [...new Set(values)];
  if (first === undefined || second === undefined) return [];
  const queries = [[first], [second], [first, second]].map((each) => ({ [tags.name]: tagsValue(tags, each) }));
  const made = labelled.filter(({ own }) => own.includes(first) || own.includes(second)).map(({ input }) => input);
  return [{ queries: queries.filter(isValid), made: made.slice(0, MOST_ITEMS) }];
}

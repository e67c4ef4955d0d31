import { listedPlace } from '../../../../../contract/collections/reply-members.js';
import type { CaseInput } from '../../../../../contract/case.js';
import type { ItemList } from '../../../../../contract/collections/collection.js';
import { choosing } from '../../../../../contract/collections/list-choices.js';
import type { ListSearch } from '../../../../../contract/collections/list-searches.js';
import { joinPointer } from '../../../../../contract/json/json-pointer.js';
import type { Steps } from '../../planned/planned-sequence.js';
import { type ItemVariants, variants } from './item-variants.js';
import { type AddList, longest } from './list-input.js';
import { UNKNOWN_WORD, searchedTexts } from './selected-values.js';

interface SearchedListing extends ItemVariants {
  readonly list: ItemList;
  readonly addList: AddList;
}

/** The maximum number of members in which a text is searched. */
const MOST_SEARCHED = 3;

/** For each member of a search that a create can set: a text, and the input that creates an item with it. */
export function searchedItems(
  listing: SearchedListing,
  { members }: ListSearch,
): readonly { readonly member: string; readonly text: string; readonly input: CaseInput }[] {
  return members.slice(0, MOST_SEARCHED).flatMap((member) =>
    searchedTexts(listing.items.salt)
      .flatMap((text) => variants(listing, member, [text]).map((input) => ({ member, text, input })))
      .slice(0, 1),
  );
}

/**
 * Adds searches for texts that items contain. These are the texts of items that were created for the search, also in
 * upper and lower case if case does not matter. For members that no create sets, the texts are those of the first
 * listed element.
 */
export function addSearches(
  steps: Steps,
  listing: SearchedListing,
  searches: readonly ListSearch[],
  whole: string | undefined,
): void {
  const { list, addList } = listing;
  for (const search of searches) {
    const made = searchedItems(listing, search);
    for (const { text } of made)
      for (const word of search.isCaseFree === true ? [text, text.toUpperCase(), text.toLowerCase()] : [text])
        addList(steps, choosing(search, word), longest(list));
    const others = search.members.filter((name) => made.every(({ member }) => member !== name));
    for (const name of whole === undefined ? [] : others.slice(0, MOST_SEARCHED)) {
      const pointer = listedPlace(list, 0) + joinPointer('', name);
      const feed = { in: 'query', name: search.name, pointer, step: whole as string } as const;
      addList(steps, choosing(search, UNKNOWN_WORD), longest(list), { feeds: [feed] });
    }
  }
}

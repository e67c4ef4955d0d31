import type { CaseInput } from '../../../../../contract/case.js';
import { withValueIn } from '../../../../../contract/collections/body/body-place.js';
import {
  type BodyFilter,
  type BodySearch,
  bodySearchOf,
} from '../../../../../contract/collections/body/body-search.js';
import type { Collection } from '../../../../../contract/collections/collection.js';
import { isValidInput } from '../../../../../contract/inputs/input-violations.js';
import type { Json, JsonObject } from '../../../../../contract/json/json.js';
import type { Operation } from '../../../../../contract/operation.js';
import type { CaseMaker } from '../../../../cases/make-cases.js';
import { acceptedBelow, acceptedCases } from '../../planned/accepted-cases.js';
import { distinctCreates } from '../../planned/distinct-texts.js';
import { mayBeTaken } from '../../../../../contract/collections/body/stated-unique.js';
import { type PlanSubject, type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { type Owner, belowItem, ownerOf } from '../parents/owned-items.js';

/** The number of items that are created. They fill several small pages. */
const ITEMS = 5;
const MOST_FILTERS = 4;
const MOST_VALUES = 4;
/** The size of small pages, and the number of pages that are read. */
const SMALL = { size: 3, pages: 4 };
/** The size of large pages. The second page shows whether the first one has all elements. */
const LARGE = { size: 50, pages: 2 };

/**
 * Sequences that create items and search them by POST: all of them in large and in small pages, and those with a value
 * of one filter. Each search is made twice, because a search is judged only if it returns the same elements each time.
 */
export function bodySearches(subject: PlanSubject): readonly PlannedSequence[] {
  return subject.operations.flatMap((operation) => {
    const search = bodySearchOf(subject.contract, operation);
    return search === undefined ? [] : searchSequences(subject, search);
  });
}

function searchSequences(subject: PlanSubject, search: BodySearch): readonly PlannedSequence[] {
  const { contract, maker, collections, isChosen } = subject;
  const steps = new Steps(`searched-${search.operation.id}`);
  const create = createOf(subject, search);
  const owner = create && ownerOf(collections, create, maker, isChosen);
  if (create !== undefined) for (const made of createsOf(maker, create, owner)) steps.add(create, made);
  const [simplest] =
    owner === undefined ? acceptedCases(maker, search.operation) : acceptedBelow(maker, search.operation);
  if (simplest === undefined) return [];
  const { query: _, body: __, ...rest } = simplest.input;
  const isValid = (input: CaseInput): boolean =>
    isValidInput(contract, search.operation, { ...simplest.input, ...input });
  const bodies = [{}, ...settings(subject, search, steps.firstPath())];
  for (const [index, body] of bodies.entries())
    for (const pages of sizesOf(search, index === 0)) {
      const walk = pagesOf(search, body, pages);
      if (walk.every((page) => isValid({ body: page }))) addTwice(steps, search, rest, walk);
    }
  if (!steps.has(search.operation)) return [];
  const sequence = steps.extraSequence();
  return [owner === undefined ? sequence : belowItem(sequence, owner)];
}

/** The operation that creates elements of the search. */
function createOf({ collections, isChosen }: PlanSubject, { related }: BodySearch): Operation | undefined {
  const isOfElements = ({ create, read, list }: Collection): boolean =>
    [create, read?.operation, list?.operation].some((each) => each !== undefined && related.includes(each));
  return collections.find((each) => each.create !== undefined && isChosen(each.create) && isOfElements(each))?.create;
}

function createsOf(
  maker: CaseMaker,
  create: Operation,
  owner: Owner | undefined,
): readonly { readonly input: CaseInput }[] {
  const accepted = owner === undefined ? acceptedCases(maker, create) : acceptedBelow(maker, create);
  if (mayBeTaken(create)) return distinctCreates(maker, create, accepted).slice(0, ITEMS);
  return Array.from({ length: ITEMS }, (_, index) => accepted[index % accepted.length]).filter(
    (made) => made !== undefined,
  );
}

/** Request bodies of the search. Each sets one filter to a value. */
function settings({ maker }: PlanSubject, { filters }: BodySearch, path: CaseInput['path']): readonly JsonObject[] {
  const { values, references = new Map<string, never>() } = maker.options;
  const known = (name: string): readonly Json[] => (values.get(name) ?? references.get(name))?.known ?? [];
  const tried = (filter: BodyFilter): readonly Json[] =>
    filter.values.length > 0 ? filter.values : [...known(filter.name), path?.[filter.name] ?? null];
  return filters.slice(0, MOST_FILTERS).flatMap((filter) => {
    const set = tried(filter)
      .filter((value) => value !== null)
      .slice(0, MOST_VALUES);
    // The array with two values finds services that use only the first or only the last value.
    const arrays = set.length > 1 ? [...set.map((value) => [value]), set.slice(0, 2)] : set.map((value) => [value]);
    return (filter.isArray === true ? arrays : set).map((value) => withValueIn({}, filter, value));
  });
}

/**
 * The page sizes of the searches. If the search has no member for the page size, or a small maximum, there is only one
 * size.
 */
function sizesOf({ limit }: BodySearch, isUnfiltered: boolean): readonly (typeof SMALL)[] {
  const isOneSize = limit === undefined || Math.max(limit.minimum, SMALL.size) >= (limit.maximum ?? LARGE.size);
  if (isOneSize) return [SMALL];
  return isUnfiltered ? [LARGE, SMALL] : [LARGE];
}

/** The bodies that request the pages of a search, from the first one. Only one body if the search has no pages. */
function pagesOf({ page, limit }: BodySearch, body: JsonObject, of: typeof SMALL): readonly JsonObject[] {
  const size = limit && Math.max(limit.minimum, Math.min(of.size, limit.maximum ?? of.size));
  const sized = limit === undefined || size === undefined ? body : withValueIn(body, limit, size);
  if (page === undefined || (page.by === 'offset' && size === undefined)) return [sized];
  const step = page.by === 'page' ? 1 : (size ?? 1);
  return Array.from({ length: of.pages }, (_, index) => withValueIn(sized, page, page.first + index * step));
}

/** Adds the pages of a search twice. Only the first page must be accepted, because there may be no further pages. */
function addTwice(steps: Steps, { operation }: BodySearch, rest: CaseInput, walk: readonly JsonObject[]): void {
  for (const _ of [1, 2])
    for (const [index, body] of walk.entries())
      steps.add(operation, { input: { ...rest, body } }, { expect: { kind: index === 0 ? 'accepted' : 'answered' } });
}

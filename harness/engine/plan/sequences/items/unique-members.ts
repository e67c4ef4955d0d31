import type { CaseInput, StepFeed } from '../../../../../contract/case.js';
import {
  OF_OTHER,
  isOwnKey,
  refusesTaken,
  statedUnique,
} from '../../../../../contract/collections/body/stated-unique.js';
import { listsValues } from '../../../../../contract/collections/body/described-references.js';
import { requestSchemas, sentItem, sentSchemas } from '../../../../../contract/collections/envelope.js';
import { statedMembers } from '../../../../../contract/collections/reply-members.js';
import { hasOwnTime, intervalNames } from '../../../../../contract/collections/states/item-interval.js';
import { statedOverlap } from '../../../../../contract/collections/states/stated-overlap.js';
import type { Operation } from '../../../../../contract/operation.js';
import type { ItemChange } from '../../../../../contract/collections/collection.js';
import { queryLabel, queryValue, withQueryValue } from '../../../../../contract/inputs/query-place.js';
import { joinPointer } from '../../../../../contract/json/json-pointer.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../../../contract/json/json.js';
import { fromMembers } from '../../../../../contract/json/members.js';
import { requiredInPlace } from '../../../../../contract/wire/decode-value.js';
import { inOtherCase } from '../../planned/other-case.js';
import { sameJson } from '../../../../../rules/values/same-json.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { withOwnKey } from './repeat-keys.js';
import { type ItemSteps, addChange, currentVersion } from './item-steps.js';

/** The maximum number of members that are tried, for one create operation. */
const MOST_MEMBERS = 4;
/** The maximum number of bodies that are sent twice, to find overlapping items that the service accepts. */
const MOST_OVERLAPS = 3;

/**
 * Sequences that show whether a member that must be unique is unique among new items, and stays unique in a change.
 *
 * In the sequences with a change, the second create repeats one text of the first item. If the service refuses this
 * create, and accepts a third one with only new texts, the member is unique. Then a change must not repeat the
 * text either.
 */
export function uniqueMembers(items: ItemSteps): readonly PlannedSequence[] {
  return [...repeatedCreate(items), ...overlapping(items), ...repeatedByChange(items)];
}

/**
 * Sequences that create two items with equal bodies, if the contract states that a member must be unique. All members
 * are equal, because the member may be unique only among the items with the same value of another member. If letter
 * case does not matter, another sequence has the member in another case.
 */
function repeatedCreate({
  contract,
  collection: { create },
  creates,
  isAccepted,
}: ItemSteps): readonly PlannedSequence[] {
  const members = create === undefined ? [] : statedUnique(contract, create);
  if (create === undefined || members.length === 0) return [];
  const bodies = creates.flatMap(({ input }) => (isJsonObject(input.body) ? [{ input, body: input.body }] : []));
  const isSet = (value: Json | undefined): boolean => value !== undefined && value !== null && value !== '';
  const areSet = (body: Json): boolean => {
    const item = sentItem(contract, create, body);
    return members.every(({ name }) => isSet(ownValue(item, name)));
  };
  const made = bodies.find(({ body }) => areSet(body));
  const names = members.filter(({ isAnyCase }) => isAnyCase).map(({ name }) => name);
  const cased = bodies.find(({ input, body }) => {
    const { body: other } = inOtherCase(contract, create, input, names);
    return areSet(body) && isJsonObject(other) && isAccepted(create, other) && !sameJson(other, body);
  });
  return [
    ...(made === undefined ? [] : [twice('unique', create, made.input)]),
    ...(cased === undefined ? [] : [{ ...twice('unique-in-any-case', create, cased.input), otherCase: names }]),
  ];
}

/**
 * Sequences that create two items with equal bodies, if the contract states that items must not overlap. Several bodies
 * are tried, because the service may refuse the first item for another reason.
 */
function overlapping({ contract, collection: { create }, creates }: ItemSteps): readonly PlannedSequence[] {
  const interval =
    create === undefined || statedOverlap(create) === undefined ? undefined : intervalNames(contract, create);
  if (create === undefined || interval === undefined) return [];
  return creates
    .filter(({ input }) => {
      const item = sentItem(contract, create, input.body);
      return isJsonObject(item) && hasOwnTime(interval, item);
    })
    .slice(0, MOST_OVERLAPS)
    .map(({ input }, index) => twice(`overlapping-${index}`, create, input));
}

/** A sequence of two create calls with equal bodies. Each call has its own idempotency key. */
function twice(name: string, create: Operation, input: CaseInput): PlannedSequence {
  const steps = new Steps(name);
  steps.add(create, { input: withOwnKey(create, input, 'first') });
  steps.add(create, { input: withOwnKey(create, input, 'second') }, { expect: { kind: 'answered' } });
  return { ...steps.extraSequence(), isRepeated: true };
}

/** Two inputs of a create whose bodies have different texts in a member. */
interface Pair {
  readonly name: string;
  readonly first: { readonly input: CaseInput };
  readonly second: { readonly input: CaseInput };
  /** The bodies of the two inputs. */
  readonly bodies: readonly [JsonObject, JsonObject];
}

/**
 * For each member that may have to be unique, the first two distinct inputs with a text in this member. If the contract
 * does not state that the member is unique, these must be the first two of all distinct inputs. The create must permit
 * the second input with the text of the first one.
 */
function pairsOf({ contract, collection: { create }, distinct, isAccepted }: ItemSteps): readonly Pair[] {
  if (create === undefined) return [];
  const made = distinct.flatMap((each) => (isJsonObject(each.input.body) ? [{ each, body: each.input.body }] : []));
  const hasText =
    (name: string): ((each: (typeof made)[number]) => boolean) =>
    ({ body }) =>
      typeof body[name] === 'string';
  const common = Object.keys(made[0]?.body ?? {}).filter((name) => made.slice(0, 2).every(hasText(name)));
  const names = new Set([...statedUnique(contract, create).map(({ name }) => name), ...common]);
  return [...names]
    .filter((name) => refusesTaken(contract, create, name))
    .flatMap((name) => {
      const [one, other] = made.filter(hasText(name));
      // A value that two accepted items may share, such as one of an enumeration, is not unique.
      if (one === undefined || other === undefined || one.body[name] === other.body[name]) return [];
      const isPair = isAccepted(create, { ...other.body, [name]: one.body[name] ?? null });
      return isPair ? [{ name, first: one.each, second: other.each, bodies: [one.body, other.body] }] : [];
    });
}
/** A text in the body of a create: a member of the body, or of an object in it. */
type TextPlace = Pick<StepFeed, 'name' | 'within'>;

function repeatedByChange(items: ItemSteps): readonly PlannedSequence[] {
  const { create, read, changes = [] } = items.collection;
  if (create === undefined || read === undefined) return [];
  const { contract } = items;
  return changes
    .filter(({ kind }) => kind !== 'remove')
    .flatMap((change) =>
      textPlaces(items)
        .filter(({ name }) => [create, change.operation].every((each) => refusesTaken(contract, each, name)))
        .flatMap((place) => repeatedText(items, create, change, place) ?? [])
        .slice(0, MOST_MEMBERS),
    );
}

/**
 * Places of texts that may have to be unique: the texts of the first create inputs, and the texts in objects of create
 * inputs that may be keys (`isOwnKey`).
 */
function textPlaces(items: ItemSteps): readonly TextPlace[] {
  const {
    contract: { schemas },
    collection: { create },
    creates,
  } = items;
  const bodies = create === undefined ? [] : requestSchemas(create);
  const isKey = (within: string, name: string): boolean => {
    const stated = statedMembers(schemas, statedMembers(schemas, bodies).get(within) ?? []).get(name) ?? [];
    return stated.length > 0 && !OF_OTHER.test(name) && stated.every((uri) => isOwnKey(schemas, uri));
  };
  const direct = pairsOf(items).map(({ name }) => ({ name }));
  const below = creates
    .slice(0, MOST_CREATES)
    .flatMap(({ input: { body } }) =>
      Object.entries(isJsonObject(body) ? body : {}).flatMap(([within, inner]) =>
        Object.entries(isJsonObject(inner) ? inner : {}).flatMap(([name, value]) =>
          typeof value === 'string' && isKey(within, name) ? [{ within, name }] : [],
        ),
      ),
    );
  return [...direct, ...new Map(below.map((place) => [queryLabel(place), place])).values()];
}

/** The maximum number of create inputs that are searched for texts. */
const MOST_CREATES = 40;

/**
 * The sequence for one text. If the text is inside an object, all creates use the same input, because
 * `withDistinctTexts` changes its texts in later creates. `undefined` if the create or the change does not accept the
 * text of another item.
 */
function repeatedText(
  items: ItemSteps,
  create: Operation,
  change: ItemChange,
  place: TextPlace,
): PlannedSequence | undefined {
  const { creates } = items;
  const pair = pairsOf(items).find(({ name }) => place.within === undefined && name === place.name);
  const inner = creates.find(({ input: { body } }) => typeof queryValue(body, place) === 'string');
  const [first, second] = place.within === undefined ? [pair?.first, pair?.second] : [inner, inner];
  const [one, other] = [first?.input.body, second?.input.body];
  if (first === undefined || second === undefined || !isJsonObject(one) || !isJsonObject(other)) return undefined;
  const text = queryValue(one, place) ?? null;
  const [simplest = {}] = items.inputsOf(change.operation);
  const kept = change.kind === 'replace' ? replacement(items, change, simplest, other) : {};
  const changed = withQueryValue(kept, place, text);
  const isChanged = hasPlace(items, change, place) && items.isAccepted(change.operation, changed);
  if (!items.isAccepted(create, withQueryValue(other, place, text)) || !isChanged) return undefined;
  const steps = new Steps(`unique-${queryLabel(place)}-${change.operation.id}`);
  const step = steps.add(create, first);
  const feed = { in: 'body', ...place, pointer: replyPointer(items, create, one, place), step } as const;
  steps.add(create, second, { expect: { kind: 'answered' }, feeds: [feed] });
  const made = steps.add(create, second);
  items.addRead(steps, made);
  const feeds = [...currentVersion(steps, change.operation, made), feed];
  addChange(steps, change, made, { ...simplest, body: changed }, { feeds });
  items.addRead(steps, made);
  return steps.extraSequence();
}

/** Whether the body of a change may set a member. A body whose schema names no members may have any. */
function hasPlace({ contract }: ItemSteps, { operation }: ItemChange, { name, within }: TextPlace): boolean {
  const { schemas } = contract;
  const stated = statedMembers(schemas, requestSchemas(operation));
  if (within !== undefined) return stated.size === 0 || statedMembers(schemas, stated.get(within) ?? []).has(name);
  return stated.size === 0 || stated.has(name);
}

/**
 * The body of a PUT with the values of a create. Members that the PUT does not have are left out, and members that only
 * the PUT has, such as the version of the item, come from one of its inputs. A state or a boolean does not, because
 * texts may be unique only among active items.
 */
function replacement(
  { contract }: ItemSteps,
  { operation }: ItemChange,
  { body }: CaseInput,
  created: JsonObject,
): JsonObject {
  if (!isJsonObject(body) || sentItem(contract, operation, created) !== created) return created;
  const sent = sentSchemas(contract, operation);
  const [stated, required] = [statedMembers(contract.schemas, sent), requiredInPlace(contract.schemas, sent)];
  const common = Object.entries(created).filter(([name]) => stated.size === 0 || stated.has(name));
  const isState = (name: string): boolean =>
    typeof body[name] === 'boolean' || (stated.get(name) ?? []).some((uri) => listsValues(contract.schemas, uri));
  const own = Object.entries(body).filter(
    ([name]) => !Object.hasOwn(created, name) && required.has(name) && !isState(name),
  );
  return fromMembers([...own, ...common]);
}

/** The pointer to a text in the reply to a create. An envelope around the item in the body is not part of the place. */
function replyPointer(
  { contract, collection: { read } }: ItemSteps,
  create: Operation,
  body: JsonObject,
  { name, within }: TextPlace,
): string {
  const item = read?.id.pointer.replace(/\/[^/]*$/, '') ?? '';
  const isDirect = within === undefined || sentItem(contract, create, body) === ownValue(body, within);
  return isDirect ? joinPointer(item, name) : joinPointer(item, within, name);
}

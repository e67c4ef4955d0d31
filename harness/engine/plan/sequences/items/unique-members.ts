import type { CaseInput } from '../../../../../contract/case.js';
import { refusesTaken, statedUnique } from '../../../../../contract/collections/body/stated-unique.js';
import { sentItem } from '../../../../../contract/collections/envelope.js';
import { hasOwnTime, intervalNames } from '../../../../../contract/collections/states/item-interval.js';
import { statedOverlap } from '../../../../../contract/collections/states/stated-overlap.js';
import type { Operation } from '../../../../../contract/operation.js';
import type { ItemChange } from '../../../../../contract/collections/collection.js';
import { joinPointer } from '../../../../../contract/json/json-pointer.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../../../contract/json/json.js';
import { inOtherCase } from '../../planned/other-case.js';
import { sameJson } from '../../../../../rules/values/same-json.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { withOwnKey } from './repeat-keys.js';
import { type ItemSteps, addChange, currentVersion } from './item-steps.js';

/** The maximum number of members of a create that are tried. */
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

/** A sequence of two equal creates, each with an idempotency key of its own. */
function twice(name: string, create: Operation, input: CaseInput): PlannedSequence {
  const steps = new Steps(name);
  steps.add(create, { input: withOwnKey(create, input, 'first') });
  steps.add(create, { input: withOwnKey(create, input, 'second') }, { expect: { kind: 'answered' } });
  return { ...steps.extraSequence(), isRepeated: true };
}

function repeatedByChange(items: ItemSteps): readonly PlannedSequence[] {
  const { create, read, changes = [] } = items.collection;
  const [first, second] = items.distinct;
  const [one, other] = [first?.input.body, second?.input.body];
  if (create === undefined || read === undefined || first === undefined || second === undefined) return [];
  if (!isJsonObject(one) || !isJsonObject(other)) return [];
  const { contract } = items;
  const names = Object.keys(one)
    .filter((name) => [one, other].every((body) => typeof body[name] === 'string'))
    .filter((name) => refusesTaken(contract, create, name));
  const isAccepted = (name: string): boolean => items.isAccepted(create, { ...other, [name]: one[name] ?? null });
  const place = read.id.pointer.replace(/\/[^/]*$/, '');
  return changes
    .filter(({ kind }) => kind !== 'remove')
    .flatMap((change) =>
      names
        .filter((name) => refusesTaken(contract, change.operation, name))
        .filter((name) => isAccepted(name) && items.isAccepted(change.operation, changeOf(change, other, name, one)))
        .slice(0, MOST_MEMBERS)
        .map((name) => {
          const steps = new Steps(`unique-${name}-${change.operation.id}`);
          const step = steps.add(create, first);
          const feed = { in: 'body', name, pointer: `${place}${joinPointer('', name)}`, step } as const;
          steps.add(create, second, { expect: { kind: 'answered' }, feeds: [feed] });
          const made = steps.add(create, second);
          items.addRead(steps, made);
          const [simplest = {}] = items.inputsOf(change.operation);
          addChange(
            steps,
            change,
            made,
            { ...simplest, body: changeOf(change, other, name, one) },
            {
              feeds: [...currentVersion(steps, change.operation, made), feed],
            },
          );
          items.addRead(steps, made);
          return steps.extraSequence();
        }),
    );
}

/** The body of the change that gives an item the text of another item. A PUT repeats the other members. */
function changeOf({ kind }: ItemChange, body: JsonObject, name: string, other: JsonObject): JsonObject {
  return { ...(kind === 'replace' && body), [name]: other[name] ?? null };
}

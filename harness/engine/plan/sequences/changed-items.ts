import type { CaseInput } from '../../../../contract/case.js';
import type { ItemChange } from '../../../../contract/collections/collection.js';
import { sentItem } from '../../../../contract/collections/envelope.js';
import { lastToken } from '../../../../contract/json/json-pointer.js';
import { type JsonObject, isJsonObject, ownValue } from '../../../../contract/json/json.js';
import { isUnsetValue } from '../../../../contract/json/unset-value.js';
import { withoutRepeatedId } from '../../../../contract/collections/body/repeated-id.js';
import type { Operation } from '../../../../contract/operation.js';
import { changesAtOnce } from './items/changes-at-once.js';
import { isMergePatchType } from '../../../../contract/wire/message.js';
import { mayBeTaken } from '../../../../contract/collections/body/stated-unique.js';
import {
  extendedPair,
  fullness,
  isExtended,
  isExtendedBelow,
  membersOf,
  resourceOf,
} from './bodies/compared-bodies.js';
import { leavesOf, mergePatches } from './bodies/merge-patches.js';
import { type ItemSteps, addChange, addWalksAfterRemoval, changesWithBody, isOtherBody } from './items/item-steps.js';
import { type PlannedSequence, Steps } from '../planned/planned-sequence.js';

/**
 * The maximum number of bodies in one sequence of updates. For surfaces with costly calls, the maximum is `FEW_BODIES`.
 */
const MOST_BODIES = 8;
const FEW_BODIES = 1;
const MOST_NULLS = 2;
/** The maximum number of bodies with few members that are tried. */
const MOST_SMALL = 3;

/**
 * Sequences that create an item, change or remove it, and then read and list it. In some of these sequences, another
 * surface makes the change.
 */
export function changedItems(items: ItemSteps): readonly PlannedSequence[] {
  const { create, changes = [] } = items.collection;
  const [first, second = first] = items.creates;
  if (create === undefined || first === undefined || second === undefined) return [];
  return changes.flatMap((change) => {
    const plan = new ChangePlan(items, create, change, [first, second]);
    return change.kind === 'remove' ? plan.removals() : plan.updates();
  });
}

class ChangePlan {
  constructor(
    private readonly items: ItemSteps,
    private readonly create: Operation,
    private readonly change: ItemChange,
    private readonly creates: readonly [{ readonly input: CaseInput }, { readonly input: CaseInput }],
  ) {}

  /**
   * Sequences that remove an item. Other items are created before and after it, to check that the removal does not
   * affect them.
   */
  removals(): readonly PlannedSequence[] {
    const [input = {}] = this.items.inputsOf(this.change.operation);
    const [item = this.creates[0], next, previous] = mayBeTaken(this.create)
      ? this.items.distinct
      : [...this.creates, this.creates[1]];
    const sequence = (name: string, others: boolean): Steps => {
      const steps = new Steps(`${name}-${this.change.operation.id}`);
      const before = others && previous !== undefined ? [this.added(steps, previous)] : [];
      const removed = this.added(steps, item);
      const after = others && next !== undefined ? [this.added(steps, next)] : [];
      // The list is also read before the removal in two cases: it states its total number of elements, so the totals
      // can be compared, or no operation reads a single item.
      const { list, read } = this.items.collection;
      const hasTotal = (list?.total ?? list?.totalHeader) !== undefined;
      if ((others && hasTotal) || read === undefined) this.items.addWalk(steps);
      // The item is read twice before the change, to find members that differ without a change. This is the second
      // read.
      this.items.addRead(steps, removed);
      addChange(steps, this.change, removed, input);
      for (const each of [removed, ...before, ...after]) this.items.addRead(steps, each);
      addWalksAfterRemoval(this.items, steps);
      // The service may have refused the first item, so a different one is removed too. No list is read afterwards,
      // because a client may choose identifiers, and `next` may then be the same item.
      for (const each of read === undefined || previous?.input === item.input ? [] : before) {
        addChange(steps, this.change, each, input);
        this.items.addRead(steps, each);
      }
      return steps;
    };
    return [sequence('removed', true).sequence(), this.crossed(sequence('removed-elsewhere', false))];
  }

  updates(): readonly PlannedSequence[] {
    const bodies = changesWithBody(this.items, this.change);
    const sequence = (name: string, inputs: readonly CaseInput[]): Steps => {
      const steps = new Steps(`${name}-${this.change.operation.id}`);
      const updated = this.added(steps, this.creates[0]);
      for (const input of inputs) {
        addChange(steps, this.change, updated, input);
        this.items.addRead(steps, updated);
      }
      this.items.addWalk(steps);
      return steps;
    };
    if (bodies.length === 0) return [];
    return [
      ...this.mergePatches(),
      ...this.smallChanges(bodies),
      ...changesAtOnce(this.items, this.create, this.change, this.creates[0].input, bodies),
      sequence('updated', bodies.slice(0, FEW_BODIES)).sequence(),
      sequence('updated-often', varied(bodies)).extraSequence(),
      this.crossed(sequence('updated-elsewhere', bodies.slice(0, FEW_BODIES))),
      ...(this.change.kind === 'replace' ? this.replacements(bodies) : []),
    ];
  }

  /**
   * Patches with few members, on items with as many members as possible. All other members must stay unchanged. Members
   * that no create can set are first set by another PATCH.
   */
  private smallChanges(bodies: readonly CaseInput[]): readonly PlannedSequence[] {
    const { change, items } = this;
    const made = ({ input }: { readonly input: CaseInput }): CaseInput =>
      resourceOf(items.contract, this.create, input);
    const sent = (input: CaseInput): CaseInput => resourceOf(items.contract, change.operation, input);
    const fulls = items.creates.toSorted((a, b) => fullness(made(b)) - fullness(made(a))).slice(0, MOST_SMALL);
    // Of two resource objects with equally many attributes, the one with fewer other members comes first.
    const sizesOf = (input: CaseInput): readonly [number, number] => [
      membersOf(sent(input)).length,
      membersOf({ body: sentItem(items.contract, change.operation, input.body) ?? null }).length,
    ];
    const compared = (one: CaseInput, other: CaseInput): number => {
      const [[own, all], [otherOwn, otherAll]] = [sizesOf(one), sizesOf(other)];
      return own - otherOwn || all - otherAll;
    };
    const bySize = bodies.toSorted(compared);
    const distinct = [...new Map(bySize.toReversed().map((body) => [membersOf(sent(body)).join(), body])).values()];
    if (change.kind !== 'modify' || fulls.length === 0) return [];
    const created = new Set(items.creates.flatMap((each) => membersOf(made(each))));
    const isExtra = ({ body = null }: CaseInput, name: string): boolean =>
      !created.has(name) && !isUnsetValue(ownValue(body, name) ?? null);
    const extra = bodies.find((body) => membersOf(sent(body)).some((name) => isExtra(sent(body), name)));
    const isResource = fulls.some(({ input }) => {
      const item = sentItem(items.contract, this.create, input.body) ?? null;
      return isJsonObject(ownValue(item, 'attributes'));
    });
    const steps = new Steps(`modified-${change.operation.id}`);
    let item: string | undefined;
    for (const [index, body] of distinct.toReversed().slice(0, MOST_SMALL).entries()) {
      // Each change gets its own item, unless the service refuses equal items. On a shared item, an earlier change may
      // already have set the same values. A resource object is created with different values from those of the change.
      const rotated = [...fulls.slice(index % fulls.length), ...fulls.slice(0, index % fulls.length)];
      const full = rotated.find((each) => isResource && isOtherBody(sent(body), made(each))) ?? rotated[0];
      if (full === undefined) continue;
      item = item === undefined || !mayBeTaken(this.create) ? this.added(steps, full) : item;
      if (extra !== undefined) {
        addChange(steps, change, item, extra);
        items.addRead(steps, item);
      }
      addChange(steps, change, item, body);
      items.addRead(steps, item);
    }
    return [steps.extraSequence()];
  }

  /** A sequence of merge patches that change and remove single members of an item with nested objects. */
  private mergePatches(): readonly PlannedSequence[] {
    const { change, items } = this;
    const [first] = change.operation.requestBody?.content ?? [];
    if (!isMergePatchType(first?.mediaType)) return [];
    const [full] = items.creates.toSorted((a, b) => leavesOf(b.input.body).length - leavesOf(a.input.body).length);
    const patches = mergePatches(full?.input.body).filter((body) => items.isAccepted(change.operation, body));
    if (full === undefined || patches.length === 0) return [];
    const steps = new Steps(`merged-${change.operation.id}`);
    const item = this.added(steps, full);
    for (const body of patches) {
      addChange(steps, change, item, { ...items.inputsOf(change.operation)[0], body });
      items.addRead(steps, item);
    }
    return [steps.extraSequence()];
  }

  /**
   * Sequences that replace an item by a complete body with fewer members: by the smallest body, and by a body in which
   * an object has fewer members. A second item is created from the same body, to show which values the service assigns
   * to omitted members. If the service may refuse equal items, only one item is created from this body, and replaced
   * twice.
   */
  private replacements(bodies: readonly CaseInput[]): readonly PlannedSequence[] {
    const { creates, isAccepted } = this.items;
    const whole = bodies.filter(
      (input) => isJsonObject(input.body) && isAccepted(this.create, this.bodyOfCreate(input)),
    );
    const [smallest] = creates.toSorted(byMemberCount);
    // Of bodies with equally many members, the first is the most certain to be accepted.
    const fulls = mayBeTaken(this.create) ? whole : creates.map(({ input }) => input);
    const byMembers = fulls.toSorted((a, b) => membersOf(b).length - membersOf(a).length);
    const extended = extendedPair(
      byMembers,
      whole.toSorted((a, b) => membersOf(a).length - membersOf(b).length),
      isExtended,
    );
    const below = extendedPair(byMembers, whole, isExtendedBelow);
    if (smallest === undefined) return [];
    return [
      ...(extended === undefined ? [] : [this.replacement('replaced', smallest, ...extended)]),
      ...(below === undefined ? [] : [this.replacement('replaced-below', smallest, ...below)]),
    ];
  }

  private replacement(
    name: string,
    smallest: { readonly input: CaseInput },
    full: CaseInput,
    lean: CaseInput,
  ): PlannedSequence {
    const body = this.bodyOfCreate(lean);
    const steps = new Steps(`${name}-${this.change.operation.id}`);
    const first = this.added(steps, { input: { ...smallest.input, body } });
    const replaced = mayBeTaken(this.create) ? first : this.added(steps, { input: full });
    for (const input of replaced === first ? [full, lean] : [lean]) {
      addChange(steps, this.change, replaced, input);
      this.items.addRead(steps, replaced);
    }
    return steps.extraSequence();
  }

  /**
   * The body of a change as the body of a create. If the create refuses it, an identifier that repeats the path is
   * removed, or an identifier that the client chooses, such as `key`, is added.
   */
  private bodyOfCreate(input: CaseInput): JsonObject {
    const { body = null } = input;
    const { body: without = null } = withoutRepeatedId(this.items.contract, this.change.operation, input);
    const own = isJsonObject(body) ? body : {};
    if (this.items.isAccepted(this.create, own)) return own;
    const name = lastToken(this.items.collection.read?.id.pointer ?? '');
    const chosen = ownValue(this.creates[0].input.body, name);
    const named = chosen === undefined ? own : { ...own, [name]: chosen };
    return !Object.hasOwn(own, name) && this.items.isAccepted(this.create, named)
      ? named
      : isJsonObject(without)
        ? without
        : own;
  }

  private added(steps: Steps, made: { readonly input: CaseInput }): string {
    const step = steps.add(this.create, made);
    this.items.addRead(steps, step);
    return step;
  }

  private crossed(steps: Steps): PlannedSequence {
    return { ...steps.extraSequence(), elsewhere: this.change.operation.id };
  }
}

/**
 * Selects the first bodies, and a few bodies with null members, because null removes a member in a merge patch (RFC
 * 7396).
 */
function varied(bodies: readonly CaseInput[]): readonly CaseInput[] {
  const withNull = bodies.filter((input) =>
    membersOf(input).some((name) => ownValue(input.body ?? null, name) === null),
  );
  return [...new Set([...bodies.slice(0, MOST_BODIES - MOST_NULLS), ...withNull.slice(0, MOST_NULLS)])];
}

function byMemberCount(one: { readonly input: CaseInput }, other: { readonly input: CaseInput }): number {
  return membersOf(one.input).length - membersOf(other.input).length;
}

import type { Case, CaseInput } from '../../../../../contract/case.js';
import type { ItemChange } from '../../../../../contract/collections/collection.js';
import { type ContainedPart, containedParts } from '../../../../../contract/collections/changes/contained-parts.js';
import { canonicalJson } from '../../../../../contract/json/canonical-json.js';
import { isJsonObject } from '../../../../../contract/json/json.js';
import type { Operation } from '../../../../../contract/operation.js';
import { ownerParameter } from '../../../../../contract/path-relations.js';
import { isValidInput } from '../../../../../contract/inputs/input-violations.js';
import { acceptedBelow, acceptedCases } from '../../planned/accepted-cases.js';
import { type PlanSubject, type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { otherValues } from '../items/derived-numbers.js';
import { addChange } from '../items/item-steps.js';

/** The maximum number of valid and of invalid bodies that are sent to one part. */
const MOST_BODIES = 6;
const MOST_INVALID = 24;
const MOST_DEPTH = 4;

/**
 * Sequences that add a part to an item, such as a line to an order, and change or remove the part. They also show
 * whether a number of the item that depends on its parts, such as a total, is right after each change.
 */
export function partsOfItems(subject: PlanSubject): readonly PlannedSequence[] {
  const { contract, collections, maker, isChosen } = subject;
  return containedParts(contract, collections).flatMap((part) => {
    const { owner, add } = part;
    const [item] = owner.create === undefined ? [] : acceptedCases(maker, owner.create);
    const [first, ...others] = acceptedBelow(maker, add).map(({ input }) => input);
    if (item === undefined || first === undefined || !isChosen(add) || owner.create?.path.includes('{') !== false)
      return [];
    const plan = new PartPlan(subject, part, item.input);
    return part.changes
      .filter(isChosen)
      .flatMap((change) => [
        ...plan.accepted(change, first),
        ...plan.refused(change, first),
        ...plan.derived(change, first, others),
      ]);
  });
}

class PartPlan {
  constructor(
    private readonly subject: PlanSubject,
    private readonly part: ContainedPart,
    private readonly item: CaseInput,
  ) {}

  /** Adds steps that create an item and read it. Returns the id of the step that creates the item. */
  private created(steps: Steps): string {
    const { create } = this.part.owner;
    const made = steps.add(create as Operation, { input: this.item });
    this.read(steps, made);
    return made;
  }

  private read(steps: Steps, item: string): void {
    const { read } = this.part.owner;
    if (read !== undefined) steps.add(read.operation, { input: {} }, { feeds: [{ ...read.id, step: item }] });
  }

  /**
   * Adds a step that calls an operation on an item, or on a part of the item that an earlier step added. `item` is the
   * id of the step that creates the item.
   */
  private call(steps: Steps, operation: Operation, input: CaseInput, item: string, more: Partial<Case> = {}): string {
    const id = steps.nextId(operation);
    const { read } = this.part.owner;
    const name = read && ownerParameter(operation.path, read.operation.path);
    if (read === undefined || name === undefined) return id;
    const change: Pick<ItemChange, 'operation' | 'id'> = { operation, id: { ...read.id, name } };
    addChange(steps, change, item, input, more);
    return id;
  }

  private onPart(added: string): Pick<Case, 'within'> {
    return { within: [{ ...this.part.id, step: added }] };
  }

  accepted(change: Operation, first: CaseInput): readonly PlannedSequence[] {
    const { maker } = this.subject;
    const cases = acceptedCases(maker, change, 'accepted-or-absent');
    const inputs = [...new Map(cases.map(({ input }) => [canonicalJson(input.body ?? null), input])).values()];
    return inputs.slice(0, change.method === 'delete' ? 1 : MOST_BODIES).map((input, index) => {
      const steps = new Steps(`part-${index}-${change.id}`);
      const item = this.created(steps);
      const added = this.call(steps, this.part.add, first, item, { expect: { kind: 'accepted' } });
      this.read(steps, item);
      this.call(steps, change, input, item, this.onPart(added));
      this.read(steps, item);
      return steps.extraSequence();
    });
  }

  refused(change: Operation, first: CaseInput): readonly PlannedSequence[] {
    if (change.method === 'delete') return [];
    const invalid = this.subject.maker
      .make(change, 'invalid')
      .filter(({ expect, raw }) => raw === undefined && expect.kind === 'rejected' && isInBody(expect.pointer))
      .slice(0, MOST_INVALID);
    if (invalid.length === 0) return [];
    const steps = new Steps(`refused-part-${change.id}`);
    const item = this.created(steps);
    const added = this.call(steps, this.part.add, first, item);
    this.read(steps, item);
    for (const { input, expect } of invalid) this.call(steps, change, input, item, { expect, ...this.onPart(added) });
    return [steps.extraSequence()];
  }

  /**
   * Sequences with three items. Two items have equal parts from the start. The third item first has a part with a
   * different number. It gets equal parts through the change or, if `change` is a DELETE, through the removal of its
   * different part and the addition of an equal one.
   */
  derived(change: Operation, first: CaseInput, others: readonly CaseInput[]): readonly PlannedSequence[] {
    const { contract } = this.subject;
    const { add } = this.part;
    const base = [first, ...others].find(({ body = null }) => otherValues(body, MOST_DEPTH).length > 0);
    if (base === undefined || !isJsonObject(base.body)) return [];
    const path = Object.fromEntries(
      [...add.path.matchAll(/\{([^/{}]+)\}/g)].map(([, name = '']) => [name, base.path?.[name] ?? 'a']),
    );
    const isAdded = (input: CaseInput): boolean => isValidInput(contract, add, { ...input, path });
    const bodies = otherValues(base.body, MOST_DEPTH).filter((body) => isAdded({ ...base, body }));
    const isRemoval = change.method === 'delete';
    const [simplest] = acceptedCases(this.subject.maker, change, 'accepted-or-absent');
    // The last value is the most likely one to be a number that a total depends on.
    return bodies.slice(isRemoval ? -1 : -MOST_BODIES).map((body, index) => {
      const steps = new Steps(`derived-part-${index}-${change.id}`);
      for (let twin = 0; twin < 2; twin += 1) {
        const item = this.created(steps);
        this.call(steps, add, base, item);
        this.read(steps, item);
      }
      const item = this.created(steps);
      const added = this.call(steps, add, { ...base, body }, item);
      if (isRemoval) this.call(steps, add, base, item);
      this.read(steps, item);
      this.call(
        steps,
        change,
        { ...simplest?.input, ...(!isRemoval && { body: base.body ?? null }) },
        item,
        this.onPart(added),
      );
      this.read(steps, item);
      return steps.extraSequence();
    });
  }
}

function isInBody(pointer: string): boolean {
  return pointer === '/body' || pointer.startsWith('/body/');
}

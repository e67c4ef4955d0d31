import type { Case, CaseInput } from '../../../../../contract/case.js';
import { createdByPut, documentsStatus } from '../../../../../contract/documented-responses.js';
import { type Json, isJsonObject } from '../../../../../contract/json/json.js';
import type { Operation } from '../../../../../contract/operation.js';
import { isOnlyNew } from '../../../../../rules/state/evidence/puts/put-items.js';
import {
  acceptedBelow,
  acceptedCases,
  pathWithout,
  sizeOf,
  withoutOptions,
  withoutSharedTexts,
} from '../../planned/accepted-cases.js';
import type { PlanSubject, PlannedSequence } from '../../planned/planned-sequence.js';
import { putLists } from '../../../../../contract/collections/puts/put-lists.js';
import { invalidBatches } from '../items/invalid-bodies.js';
import { isTagged, withTag } from '../../planned/conditions.js';
import { listedPuts } from './listed-puts.js';
import { PutSteps } from './put-steps.js';
import { restoredPuts } from './restored-puts.js';
import { setPutParts } from './set-put-parts.js';
import { type Owner, aboveItem, belowItem, ownerOf } from '../parents/owned-items.js';
import { isEqualPath, parentPath } from '../../../../../contract/path-relations.js';
import { neededIfMatch } from '../../../../../contract/wire/request/preconditions.js';

interface Subject extends PlanSubject {
  /** Whether the run tests invalid inputs. */
  readonly areInvalidTested: boolean;
}

/**
 * Sequences for items that a PUT creates at a path that the client chooses. The item is read before it exists, and then
 * created, replaced and removed. If it has a parent, the list of a second parent is read too.
 */
export function putItems(subject: Subject): readonly PlannedSequence[] {
  const items = new Set(subject.collections.flatMap(({ read }) => read?.operation.path ?? []));
  return subject.operations.flatMap((put) => {
    const name = createdByPut(put);
    const read = subject.operations.find(({ method, path }) => method === 'get' && path === put.path);
    if (name === undefined || read === undefined || items.has(put.path) || put.requestBody === undefined) return [];
    return new PutItem(subject, put, read, name).sequences();
  });
}

class PutItem {
  private readonly steps: PutSteps;
  private readonly inputs: readonly CaseInput[];

  constructor(
    private readonly subject: Subject,
    private readonly put: Operation,
    private readonly read: Operation,
    private readonly name: string,
  ) {
    this.steps = this.stepsOf('created');
    const all = acceptedBelow(subject.maker, put).map(({ input }) => withoutOptions(put, input));
    const distinct = [...new Map(all.map((input) => [JSON.stringify(input.body), input])).values()];
    this.inputs = distinct.toSorted((one, other) => sizeOf({ input: one }) - sizeOf({ input: other }));
  }

  private stepsOf(name: string): PutSteps {
    return new PutSteps(`${name}-${this.put.id}`, this.subject.maker, this.put, this.read);
  }

  sequences(): readonly PlannedSequence[] {
    const { maker, collections, isChosen } = this.subject;
    const [own] = this.inputs;
    const [value] = this.unusedNames();
    if (own === undefined || value === undefined) return [];
    const above = aboveItem(this.put, this.name);
    const parents = this.inputs
      .map(({ path }) => pathWithout(path, this.name))
      .filter((path) => path.path === undefined || maker.expectation(above, path).kind === 'accepted');
    // A parent that exists in the initial state is used only if no parent can be created.
    const stated = parents.find((path) => !maker.found.areUsed(this.put, path));
    const owner = stated === undefined ? ownerOf(collections, above, maker, isChosen) : undefined;
    const known = stated ?? (owner === undefined ? parents[0] : undefined);
    if (known === undefined && owner === undefined) return [];
    const path = { ...known?.path, [this.name]: value };
    this.addSteps(path, owner?.other);
    const sequences = [
      this.steps.extraSequence(),
      ...this.belowOther(path, owner),
      ...this.conditional(path),
      ...this.beside(path),
      ...restoredPuts(this.subject.operations, this.put, this.inputs[0] ?? {}, path, (name) => this.stepsOf(name)),
      ...this.invalid(path),
      ...this.listed(path),
      ...setPutParts(this.subject, this.read, (part) => this.stepsOf(part), { ...own, path }),
    ];
    return owner === undefined ? sequences : sequences.map((sequence) => belowItem(sequence, owner));
  }

  /**
   * A sequence of changes with the current and with an outdated tag, if the contract documents an `ETag` (RFC 9110
   * §13.1.1). The item is read after each change.
   */
  private conditional(path: NonNullable<CaseInput['path']>): readonly PlannedSequence[] {
    const { maker } = this.subject;
    const [first = {}, second = first] = this.inputs;
    if (!isTagged(this.read)) return [];
    const steps = this.stepsOf('conditional');
    const answered = { expect: { kind: 'answered' } } as const;
    const change = (operation: Operation, input: CaseInput, more?: Partial<Case>): string => {
      steps.addChange(operation, input, path, { ...answered, ...more });
      return steps.addRead(path);
    };
    const isChecked = (operation: Operation): boolean => documentsStatus(operation, 412);
    const outdated = change(this.put, first);
    if (documentsStatus(this.read, 304))
      steps.addRead(path, { ...answered, ...withTag(this.read, 'If-None-Match', outdated) });
    let current = change(this.put, second, isChecked(this.put) ? withTag(this.put, 'If-Match', outdated) : undefined);
    if (isChecked(this.put)) current = change(this.put, first, withTag(this.put, 'If-Match', outdated));
    for (const patch of this.ofMethod('patch')) {
      const [one, other] = this.bodiesOf(patch);
      if (one !== undefined) current = change(patch, one, withTag(patch, 'If-Match', current));
      if (other !== undefined && isChecked(patch)) change(patch, other, withTag(patch, 'If-Match', outdated));
    }
    for (const remove of this.ofMethod('delete').filter(isChecked)) {
      const [simplest] = acceptedCases(maker, remove, 'accepted-or-absent');
      change(remove, simplest?.input ?? {}, withTag(remove, 'If-Match', outdated));
    }
    return [steps.extraSequence()];
  }

  /**
   * Sequences that create an item and then send invalid bodies to it. They are made for operations whose single cases
   * identify no existing item.
   */
  private invalid(path: NonNullable<CaseInput['path']>): readonly PlannedSequence[] {
    const { maker } = this.subject;
    const [first = {}] = this.inputs;
    if (!this.subject.areInvalidTested) return [];
    return [this.put, ...this.ofMethod('patch')].flatMap((operation) =>
      invalidBatches(maker, operation).map((batch, index) => {
        const steps = new PutSteps(`invalid-${operation.id}-${index}`, maker, this.put, this.read);
        steps.addPut(first, path);
        if (neededIfMatch(operation) !== undefined) steps.addRead(path);
        for (const { input, expect } of batch) steps.addChange(operation, input, path, { expect });
        return steps.extraSequence();
      }),
    );
  }

  /** A sequence that reads the list of the items after each change. */
  private listed(path: NonNullable<CaseInput['path']>): readonly PlannedSequence[] {
    const { contract, collections, operations, maker } = this.subject;
    const listed = putLists(contract, collections).find(({ put }) => put === this.put);
    const [first, second = first] = this.inputs;
    if (listed === undefined || first === undefined || second === undefined) return [];
    if (!operations.includes(listed.list.operation)) return [];
    const others = this.unusedNames().filter((value) => !isSimilar(value, path[this.name]));
    const [name] = others;
    const [patch] = this.ofMethod('patch').flatMap((operation) => {
      const [input] = this.bodiesOf(operation);
      return input === undefined ? [] : [{ operation, input }];
    });
    const [remove] = this.ofMethod('delete');
    const other = name === undefined ? undefined : { ...path, [this.name]: name };
    const items = { listed, maker, inputs: [first, second], path, other, patch, remove } as const;
    return [listedPuts(this.stepsOf('listed'), items)];
  }

  /** The operations with this method at the same path as the PUT. */
  private ofMethod(method: Operation['method']): readonly Operation[] {
    return this.subject.operations.filter((each) => each.method === method && each.path === this.put.path);
  }

  /** Inputs for a change, with distinct bodies. The input with the largest body comes first. */
  private bodiesOf(change: Operation): readonly CaseInput[] {
    const all = acceptedCases(this.subject.maker, change, 'accepted-or-absent')
      .map(({ input }) => input)
      .filter(({ body }) => isJsonObject(body) && Object.keys(body).length > 0);
    const distinct = [...new Map(all.map((input) => [JSON.stringify(input.body), input])).values()];
    return distinct.toSorted((one, other) => sizeOf({ input: other }) - sizeOf({ input: one }));
  }

  /**
   * Two sequences with two items each. In one sequence, the names of the items differ only in letter case; in the other
   * sequence, the names are different words. The first item is read after the second item is created. The second item
   * is read after the first item is removed.
   */
  private beside(path: NonNullable<CaseInput['path']>): readonly PlannedSequence[] {
    const own = path[this.name];
    const [first, second] = this.inputs;
    const otherCase = typeof own === 'string' ? [own.toUpperCase(), own.toLowerCase()] : [];
    const [cased] = otherCase.filter((value) => value !== own && this.isPermitted(value));
    const different = this.unusedNames().find((value) => !isSimilar(value, own));
    if (first === undefined || second === undefined) return [];
    return Object.entries({ cased, different }).flatMap(([name, value]) =>
      value === undefined ? [] : [this.besideSequence(name, path, { ...path, [this.name]: value })],
    );
  }

  private besideSequence(
    name: string,
    path: NonNullable<CaseInput['path']>,
    other: NonNullable<CaseInput['path']>,
  ): PlannedSequence {
    const [first = {}, second = first] = this.inputs;
    const steps = this.stepsOf(name);
    steps.addPut(first, path);
    steps.addRead(path);
    steps.addPut(second, other);
    steps.addRead(path);
    const [remove] = this.ofMethod('delete');
    if (remove === undefined) return steps.extraSequence();
    steps.addRead(other);
    steps.addSimplest(remove, path);
    steps.addRead(other);
    return steps.extraSequence();
  }

  /**
   * A sequence that creates an item below a parent. Before and after the create, it reads the item with the same name
   * below a second parent, which the create must not affect.
   */
  private belowOther(path: NonNullable<CaseInput['path']>, owner: Owner | undefined): readonly PlannedSequence[] {
    const [first = {}] = this.inputs;
    if (owner?.other === undefined) return [];
    const steps = this.stepsOf('shared');
    const step = steps.add(owner.create, { input: owner.other }, { expect: { kind: 'answered' } });
    const other = { expect: { kind: 'answered' }, within: [{ ...owner.read.id, step }] } as const;
    const ofOther = pathWithout(path, owner.read.id.name).path ?? {};
    steps.addRead(ofOther, other);
    steps.addPut(first, path);
    steps.addRead(path);
    steps.addRead(ofOther, other);
    return [steps.extraSequence()];
  }

  /** Whether the contract permits a value as the name of an item. */
  private isPermitted(value: Json): boolean {
    const { schemas } = this.subject.contract;
    const parameters = this.put.parameters.filter((each) => each.in === 'path' && each.name === this.name);
    return parameters.every(({ schema }) => schemas.forDirection('input').accepts(schema, value));
  }

  /** Values for the path that do not identify an existing item. */
  private unusedNames(): readonly Json[] {
    const { maker } = this.subject;
    const parameters = this.read.parameters.filter((each) => each.in === 'path' && each.name === this.name);
    const isUnknown = (value: Json | undefined): value is Json =>
      (typeof value === 'string' || typeof value === 'number') &&
      maker.expectation({ ...this.read, parameters }, { path: { [this.name]: value } }).kind !== 'accepted';
    const values = acceptedCases(maker, this.put, 'accepted-or-absent').map(({ input }) => input.path?.[this.name]);
    return values.filter(isUnknown);
  }

  private addSteps(path: NonNullable<CaseInput['path']>, other: CaseInput | undefined): void {
    const [first = {}, second = first] = this.inputs;
    this.steps.addRead(path);
    this.steps.addPut(first, path);
    this.steps.addRead(path);
    if (isOnlyNew(this.put)) {
      this.steps.addPut({ ...second, header: { ...second.header, 'If-None-Match': '*' } }, path);
      this.steps.addRead(path);
    }
    this.steps.addPut(second, path);
    this.steps.addRead(path);
    this.addOtherList(path, other);
    const remove = this.subject.operations.find((each) => each.method === 'delete' && each.path === this.put.path);
    if (remove === undefined) return;
    this.steps.addSimplest(remove, path);
    this.steps.addRead(path);
  }

  /** Adds a second parent, and then reads of the item and of the list below it. */
  private addOtherList(path: NonNullable<CaseInput['path']>, input: CaseInput | undefined): void {
    const { operations, collections, maker } = this.subject;
    const above = parentPath(this.put.path);
    const list = operations.find((each) => each.method === 'get' && isEqualPath(each.path, above));
    const parent = collections.find(
      ({ create, read }) =>
        create !== undefined && read !== undefined && isEqualPath(read.operation.path, parentPath(above)),
    );
    if (list === undefined || parent?.create === undefined || parent.read === undefined) return;
    const accepted = withoutSharedTexts(acceptedBelow(maker, parent.create));
    const made = input ?? accepted[1]?.input ?? accepted[0]?.input;
    if (made === undefined || !this.subject.isChosen(parent.create)) return;
    const { id } = parent.read;
    const others = Object.keys(made.path ?? {}).map((name) => [name, path[name]] as const);
    const placed = others.length === 0 ? made : { ...made, path: Object.fromEntries(others) as CaseInput['path'] };
    const step = this.steps.add(parent.create, { input: placed as CaseInput }, { expect: { kind: 'answered' } });
    const within = [{ ...id, step }];
    this.steps.addRead(pathWithout(path, id.name).path ?? {}, { within });
    const [simplest] = acceptedCases(maker, list, 'accepted-or-absent');
    const ofList = pathWithout(pathWithout(path, id.name).path, this.name);
    const { path: _, ...rest } = withoutOptions(list, simplest?.input ?? {});
    this.steps.add(list, { input: { ...rest, ...ofList } }, { expect: { kind: 'answered' }, within });
  }
}

/** Whether two names differ at most in case. */
function isSimilar(one: Json | undefined, other: Json | undefined): boolean {
  return String(one).toLowerCase() === String(other).toLowerCase();
}

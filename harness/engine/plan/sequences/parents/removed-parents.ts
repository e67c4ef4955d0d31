import type { Case, CaseInput, StepFeed } from '../../../../../contract/case.js';
import type { ItemRead } from '../../../../../contract/collections/collection.js';
import { createdByPut } from '../../../../../contract/documented-responses.js';
import type { Json } from '../../../../../contract/json/json.js';
import type { Operation } from '../../../../../contract/operation.js';
import { isBelowPath, isEqualPath, parentPath } from '../../../../../contract/path-relations.js';
import { sameJson } from '../../../../../rules/values/same-json.js';
import type { CaseMaker } from '../../../../cases/make-cases.js';
import { acceptedBelow, acceptedCases, pathWithout, withoutOptions } from '../../planned/accepted-cases.js';
import { type PlanSubject, type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { aboveItem, belowItem, ownerOf } from './owned-items.js';

/** A kind of items: the operation that creates them and the operation that reads them. */
interface Kind extends Child {
  readonly read: Operation;
}

/** A kind of items below a parent. `read` is omitted if no operation reads a single item. */
interface Child {
  readonly create: Operation;
  readonly read?: Operation;
  /**
   * Where a reply contains the identifier of a new item. Omitted if the client chooses the identifier, in the path of a
   * PUT.
   */
  readonly id?: ItemRead['id'];
  readonly name: string;
}

/** Sequences that remove a parent, and sequences with a second parent that a PUT creates. */
export function parentItems(subject: PlanSubject): readonly PlannedSequence[] {
  return [...removedParents(subject), ...otherParents(subject)];
}

/** Sequences that create an item, create a second parent by PUT, and read the list below the second parent. */
function otherParents(subject: PlanSubject): readonly PlannedSequence[] {
  const { collections, maker, operations } = subject;
  const parents = kindsOf(subject).filter(({ id }) => id === undefined);
  return parents.flatMap((parent) =>
    collections.flatMap(({ create, list }) => {
      const isBelow = create !== undefined && isEqualPath(parentPath(create.path), parent.read.path);
      if (!isBelow || list === undefined || !isEqualPath(list.operation.path, create.path)) return [];
      const [made] = operations.includes(create) ? acceptedCases(maker, create) : [];
      const [put] = acceptedBelow(maker, parent.create);
      const path = { ...made?.input.path, ...chosenName(maker, parent, made?.input.path) };
      if (made === undefined || put === undefined || sameJson(path, made.input.path ?? {})) return [];
      const steps = new Steps(`beside-${parent.create.id}-${create.id}`);
      steps.add(create, made);
      const answered = { expect: { kind: 'answered' } } as const;
      const ofParent = parent.create.parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name);
      const above = Object.fromEntries(Object.entries(path).filter(([name]) => ofParent.includes(name)));
      steps.add(parent.create, { input: { ...withoutOptions(parent.create, put.input), path: above } }, answered);
      const [simplest] = acceptedCases(maker, list.operation, 'accepted-or-absent');
      const { path: _, ...rest } = withoutOptions(list.operation, simplest?.input ?? {});
      steps.add(list.operation, { input: { ...rest, path } }, answered);
      return [steps.extraSequence()];
    }),
  );
}

/** An identifier for the path of a PUT that creates an item. It differs from the identifier in `other`. */
function chosenName(
  maker: CaseMaker,
  { create, name }: Child,
  other: CaseInput['path'] = {},
): NonNullable<CaseInput['path']> {
  const values = acceptedCases(maker, create, 'accepted-or-absent').map(({ input }) => input.path?.[name]);
  const isOther = (each: Json | undefined): boolean =>
    (typeof each === 'string' || typeof each === 'number') && each !== other[name];
  const value = values.findLast(isOther);
  return value === undefined ? {} : { [name]: value };
}

/**
 * Sequences that create an item below a parent, read and list it, and then remove the parent. Afterwards the parent,
 * the list below it and the item are read. These last steps may get a 404, because an item below a removed parent need
 * not exist.
 */
function removedParents(subject: PlanSubject): readonly PlannedSequence[] {
  const kinds = kindsOf(subject);
  return kinds.flatMap((parent) => {
    const at = parent.read.path;
    const remove = subject.operations.find(({ method, path }) => method === 'delete' && path === at);
    if (remove === undefined) return [];
    return [...kinds, ...listedKinds(subject)].flatMap((child) => {
      // An item that is created below the parent may be read by a path without the parent.
      const isReadBelow = child.read !== undefined && isBelowPath(child.read.path, at);
      const below = isReadBelow ? parentPath(child.read.path) : child.create.path;
      const list = subject.operations.find(({ method, path }) => method === 'get' && isEqualPath(path, below));
      // Items that a PUT creates need no list: their path contains the parent.
      const isKnown = list !== undefined || (child.id === undefined && isReadBelow);
      const isChild = isKnown && isEqualPath(parentPath(below), at);
      return isChild ? new RemovedParent(subject, parent, child, remove, list).sequences() : [];
    });
  });
}

function kindsOf({ operations, collections, isChosen }: PlanSubject): readonly Kind[] {
  const made = collections.flatMap(({ create, read }): readonly Kind[] =>
    create === undefined || read === undefined
      ? []
      : [{ create, read: read.operation, id: read.id, name: read.id.name }],
  );
  const known = new Set(made.map(({ read }) => read.path));
  const put = operations.flatMap((create): readonly Kind[] => {
    const name = createdByPut(create);
    const read = operations.find(({ method, path }) => method === 'get' && path === create.path);
    return name === undefined || read === undefined || known.has(create.path) ? [] : [{ create, read, name }];
  });
  return [...made, ...put].filter(({ create, read }) => isChosen(create) && isChosen(read));
}

/** The kinds of items that are created and listed, but that no operation reads one by one. */
function listedKinds({ collections, isChosen }: PlanSubject): readonly Child[] {
  return collections.flatMap(({ create, read, list }) => {
    const isKnown = create !== undefined && read === undefined && list !== undefined;
    return isKnown && isChosen(create) && isChosen(list.operation) ? [{ create, name: '' }] : [];
  });
}

class RemovedParent {
  private readonly steps: Steps;

  constructor(
    private readonly subject: PlanSubject,
    private readonly parent: Kind,
    private readonly child: Child,
    private readonly remove: Operation,
    private readonly list: Operation | undefined,
  ) {
    this.steps = new Steps(`parent-${remove.id}-${child.create.id}`);
  }

  sequences(): readonly PlannedSequence[] {
    const { collections, maker, isChosen } = this.subject;
    const { parent, child } = this;
    const [made, below] = [acceptedBelow(maker, parent.create), acceptedBelow(maker, child.create)];
    const [first, other] = [made[0]?.input, below[0]?.input];
    if (first === undefined || other === undefined) return [];
    const above = this.above();
    const places = made.map(({ input }) => pathWithout(input.path, parent.id === undefined ? parent.name : undefined));
    const known = places.find(
      ({ path }) => path === undefined || maker.expectation(above, { path }).kind === 'accepted',
    );
    const owner = known === undefined ? ownerOf(collections, above, maker, isChosen) : undefined;
    if (known === undefined && owner === undefined) return [];
    this.addSteps(known?.path ?? {}, first, other);
    const sequence = this.steps.extraSequence();
    return [owner === undefined ? sequence : belowItem(sequence, owner)];
  }

  /**
   * The operation that creates the parent. If the client chooses the identifier, the path parameter for it is removed.
   */
  private above(): Operation {
    const { create, id, name } = this.parent;
    return id === undefined ? aboveItem(create, name) : create;
  }

  private addSteps(above: NonNullable<CaseInput['path']>, first: CaseInput, other: CaseInput): void {
    const { parent, child } = this;
    const { maker } = this.subject;
    const nameOf = (kind: Child): CaseInput['path'] =>
      kind.id === undefined && kind.read !== undefined ? chosenName(maker, kind) : {};
    const ofParent = { ...above, ...nameOf(parent) };
    const created = this.add(parent.create, ofParent, first, []);
    const within: StepFeed[] = parent.id === undefined ? [] : [{ ...parent.id, step: created }];
    const ofChild = { ...ofParent, ...nameOf(child) };
    const made = this.add(child.create, ofChild, other, within);
    const ofItem = child.id === undefined ? within : [...within, { ...child.id, step: made }];
    if (child.read !== undefined) this.add(child.read, ofChild, undefined, ofItem);
    this.addList(ofParent, within);
    this.add(this.remove, ofParent, undefined, within);
    this.add(parent.read, ofParent, undefined, within);
    this.addList(ofParent, within);
    if (child.read !== undefined) this.add(child.read, ofChild, undefined, ofItem);
  }

  private addList(path: NonNullable<CaseInput['path']>, within: readonly StepFeed[]): void {
    if (this.list !== undefined) this.add(this.list, path, undefined, within);
  }

  private add(
    operation: Operation,
    path: NonNullable<CaseInput['path']>,
    given: CaseInput | undefined,
    within: readonly StepFeed[],
  ): string {
    const [simplest] = acceptedCases(this.subject.maker, operation, 'accepted-or-absent');
    const { path: _, ...rest } = withoutOptions(operation, given ?? simplest?.input ?? {});
    const input = Object.keys(path).length === 0 ? rest : { ...rest, path };
    const own = within.filter(({ name }) =>
      operation.parameters.some((each) => each.in === 'path' && each.name === name),
    );
    const more: Partial<Case> = { expect: { kind: 'answered' }, ...(own.length > 0 && { within: own }) };
    return this.steps.add(operation, { input }, more);
  }
}

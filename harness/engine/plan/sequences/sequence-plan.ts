import type { Case, CaseInput } from '../../../../contract/case.js';
import type { Collection } from '../../../../contract/collections/collection.js';
import type { Contract } from '../../../../contract/contract.js';
import type { Json } from '../../../../contract/json/json.js';
import type { Operation } from '../../../../contract/operation.js';
import {
  anyCase,
  acceptedBelow,
  acceptedCases,
  chunks,
  isAcceptedBody,
  pathWithout,
  withEdgeCaseTexts,
  withoutOptions,
} from '../planned/accepted-cases.js';
import { changedSequences } from './changed-sequences.js';
import { completed } from './completed-sequences.js';
import { notTestedNotes } from './not-tested.js';
import { equalItems, manyItems, readOnlyMembers } from './equal-items.js';
import { invalidBatches } from './items/invalid-bodies.js';
import { itemContents } from './items/item-contents.js';
import type { ItemSteps } from './items/item-steps.js';
import { isAtKnownPath, isValidQuery, listInput, longest, pageSizeOf } from './lists/list-input.js';
import { pagedLists } from './lists/paged-lists.js';
import { type PlannedSequence, Steps } from '../planned/planned-sequence.js';
import { itemsAtOnce } from './items/at-once-schedules.js';
import {
  type OfItem,
  belowOwner,
  besideKnown,
  otherPaths,
  ownerOf,
  parentBeside,
  readElsewhere,
} from './parents/owned-items.js';
import { calledItems } from './parents/called-items.js';
import { pathSequences } from './path-sequences.js';
import { distinctCreates } from '../planned/distinct-texts.js';
import { mayBeTaken } from '../../../../contract/collections/body/stated-unique.js';
import { sharedObjects } from './shared-objects.js';
import { selectedLists } from './selected-lists.js';
import { withChoices } from '../../../../rules/state/evidence/selected.js';
import type { CaseMaker } from '../../../cases/make-cases.js';

/** The number of items that the first sequence creates. */
const FIRST_ITEMS = 4;
/** The minimum number of items with which pages are compared. A larger default page size needs more items. */
const FEW_ITEMS = 5;
const MOST_ITEMS = 30;
/** The number of items that are created between two reads of the list. */
const BATCH = 12;

/** Plans the sequences of all collections. The result depends only on the contract and the options of the cases. */
export function planSequences(
  contract: Contract,
  collections: readonly Collection[],
  maker: CaseMaker,
  isChosen: (operation: Operation) => boolean,
  areInvalidTested = false,
): { readonly sequences: readonly PlannedSequence[]; readonly notes: readonly string[] } {
  const notes: string[] = [];
  const operations = contract.operations.filter(isChosen);
  const sequences = collections.flatMap(({ create: stated, read, list, changes = [], actions = [] }) => {
    const create = stated !== undefined && isChosen(stated) ? stated : undefined;
    if (create === undefined && !isAtKnownPath(maker, list?.operation)) return [];
    const owner = create === undefined ? undefined : ownerOf(collections, create, maker, isChosen);
    const plan = new CollectionPlan(
      {
        ...(create && { create }),
        ...(read && isChosen(read.operation) && { read }),
        ...(list && isChosen(list.operation) && { list }),
        changes: changes.filter(({ operation }) => isChosen(operation)),
        actions: actions.filter(({ operation }) => isChosen(operation)),
      },
      maker,
      { contract, operations, areInvalidTested },
      create !== undefined && owner !== undefined ? acceptedBelow(maker, create) : undefined,
    );
    notes.push(...plan.notes());
    const ofItem: OfItem = {
      listed: (name) => plan.listedItem(name),
      read: () => readElsewhere(plan.itemSteps(), {}, owner === undefined ? 'elsewhere-beside' : undefined),
    };
    if (owner !== undefined) return belowOwner(plan.sequences(), ofItem, owner);
    const item = plan.itemSteps();
    return [...plan.sequences(), ...besideKnown(ofItem, parentBeside(collections, item, maker, isChosen))];
  });
  const isAccepted = isAcceptedBody.bind(undefined, contract);
  const subject = { contract, operations, collections, maker, isChosen, isAccepted, areInvalidTested };
  sequences.push(...pathSequences(subject));
  const all = [...sequences, ...calledItems(subject, sequences)];
  return { sequences: completed(contract, collections, maker, all, isChosen), notes };
}

interface Tested extends Pick<ItemSteps, 'contract' | 'operations'> {
  readonly areInvalidTested: boolean;
}

class CollectionPlan {
  private readonly creates: readonly { readonly input: CaseInput }[];
  private readonly distinct: readonly { readonly input: CaseInput }[];

  constructor(
    private readonly collection: Collection,
    private readonly maker: CaseMaker,
    private readonly tested: Tested,
    private readonly accepted?: readonly Case[],
  ) {
    const { create } = collection;
    this.creates = create === undefined ? [] : withEdgeCaseTexts(this.tested.contract, maker, create, accepted);
    this.distinct = distinctCreates(maker, create, this.creates);
  }

  notes(): readonly string[] {
    return notTestedNotes(this.collection, this.creates, this.distinct);
  }

  sequences(): readonly PlannedSequence[] {
    const { create } = this.collection;
    return [
      ...this.storedItems(),
      ...this.equalItems(),
      ...sharedObjects(this.itemSteps()),
      ...otherPaths(this.itemSteps()),
      ...itemContents(this.itemSteps()),
      ...this.pagedLists(),
      ...this.crossedItems(),
      ...(create ? itemsAtOnce(this.itemSteps(), [this.maker.options.seed, create.id], mayBeTaken(create)) : []),
      ...this.selectedLists(),
      ...changedSequences(this.itemSteps()),
    ];
  }

  /** Sequences that create items, read them and list them. Surfaces with costly calls run only the first one. */
  private storedItems(): readonly PlannedSequence[] {
    const { create, list } = this.collection;
    if (create === undefined) return [];
    const first = mayBeTaken(create) ? 1 : FIRST_ITEMS;
    const batches = [
      this.creates.slice(0, first),
      ...chunks(this.creates.slice(first), mayBeTaken(create) ? 1 : BATCH),
    ];
    return batches
      .filter((batch) => batch.length > 0)
      .map((batch, index) => {
        const steps = new Steps(`stored-${index}`);
        if (index === 0) this.addWalk(steps, longest(list));
        const created = batch.map((made) => {
          const step = steps.add(create, made);
          this.addRead(steps, step);
          return step;
        });
        this.addWalk(steps, longest(list));
        if (index === 0) for (const step of created) this.addRead(steps, step);
        return index === 0 ? steps.sequence() : steps.extraSequence();
      });
  }

  /** A sequence that creates one item and reads the list. */
  listedItem(name: string): readonly PlannedSequence[] {
    const { create, list } = this.collection;
    const [made] = this.creates;
    if (create === undefined || list === undefined || made === undefined) return [];
    const steps = new Steps(name);
    steps.add(create, made);
    this.addWalk(steps, longest(list));
    return [steps.extraSequence()];
  }

  private equalItems(): readonly PlannedSequence[] {
    const { create, read } = this.collection;
    if (create === undefined) return [];
    const readOnly = readOnlyMembers(
      this.tested.contract,
      create,
      mayBeTaken(create) ? this.distinct : this.creates.slice(0, 1),
    );
    if (mayBeTaken(create)) return readOnly;
    return [
      ...readOnly,
      ...equalItems(create, this.creates),
      ...(read === undefined ? [] : manyItems(create, this.creates)),
    ];
  }

  private pagedLists(): readonly PlannedSequence[] {
    const { collection, creates } = this;
    return pagedLists({
      collection,
      creates,
      addSome: (steps, most) => this.addSome(steps, most),
      addWalk: (steps, size, query) => this.addWalk(steps, size, query),
      addPage: (steps, size, more, query) => this.addList(steps, size, more, query),
    });
  }

  /** Sequences in which one surface creates items, and another surface reads and lists them. */
  private crossedItems(): readonly PlannedSequence[] {
    const { create, list, read } = this.collection;
    if (create === undefined || (list === undefined && read === undefined) || this.creates.length === 0) return [];
    const steps = new Steps('crossed');
    this.addWalk(steps, longest(list));
    for (const made of this.creates.slice(0, mayBeTaken(create) ? 1 : FIRST_ITEMS))
      this.addRead(steps, steps.add(create, made));
    this.addWalk(steps, longest(list));
    return [{ ...steps.extraSequence(), elsewhere: create.id }];
  }

  private selectedLists(): readonly PlannedSequence[] {
    const { create, list } = this.collection;
    if (list === undefined) return [];
    const { values, references = new Map<string, never>() } = this.maker.options;
    return selectedLists({
      ...withChoices(this.tested.contract, list),
      ...(create && { create }),
      isUnique: create !== undefined && mayBeTaken(create),
      items: { ...this.itemSteps(), creates: this.distinct },
      known: (name) => (values.get(name) ?? references.get(name))?.known.filter((value) => value !== null) ?? [],
      isValid: (query) => isValidQuery(this.tested.contract, list, query),
      addList: (steps, query, size, more) =>
        this.addList(steps, size, { ...(list.next && { follow: list.next }), ...more }, query),
    });
  }

  itemSteps(): ItemSteps {
    return {
      collection: this.collection,
      creates: this.creates,
      distinct: this.distinct,
      inputsOf: (operation) => acceptedCases(this.maker, operation, 'accepted-or-absent').map(({ input }) => input),
      contract: this.tested.contract,
      operations: this.tested.operations,
      salt: this.maker.options.salt ?? '',
      now: this.maker.options.now,
      invalidOf: (operation) => this.maker.make(operation, 'invalid'),
      invalidBatches: (operation) => (this.tested.areInvalidTested ? invalidBatches(this.maker, operation) : []),
      isAccepted: (operation, body) => isAcceptedBody(this.tested.contract, operation, body),
      addRead: (steps, created, more, path) => this.addRead(steps, created, more, path),
      addWalk: (steps, query) => this.addWalk(steps, longest(this.collection.list), query),
    };
  }

  private addSome(steps: Steps, most = Infinity): void {
    const { create, list } = this.collection;
    const size = list === undefined ? 0 : pageSizeOf(this.tested.contract, list);
    const wanted = Math.min(Math.max(FEW_ITEMS, size + 1), MOST_ITEMS, most);
    if (create === undefined || this.creates.length === 0) return;
    const creates = mayBeTaken(create) ? this.distinct : this.creates.slice(0, FIRST_ITEMS);
    for (let index = 0; index < wanted; index += 1)
      steps.add(create, creates[index % creates.length] as { readonly input: CaseInput });
  }

  /** Adds a read of the item of a step. Returns the id of the new step. `feeds` are values from earlier replies. */
  private addRead(
    steps: Steps,
    step: string,
    { feeds = [], ...more }: Partial<Case> = {},
    path = steps.inputOf(step).path,
  ): string | undefined {
    const { read, create } = this.collection;
    if (read === undefined || create === undefined) return undefined;
    const simplest =
      acceptedCases(this.maker, read.operation, 'accepted-or-absent')[0] ?? anyCase(this.maker, read.operation);
    const { path: _, ...rest } = withoutOptions(read.operation, simplest?.input ?? {});
    const input = { ...rest, ...pathWithout(path, read.id.name) };
    return steps.add(
      read.operation,
      { input },
      { expect: { kind: 'accepted-or-absent' }, ...more, feeds: [{ ...read.id, step }, ...feeds] },
    );
  }

  private addWalk(steps: Steps, size: number | undefined, query?: Readonly<Record<string, Json>>): void {
    const next = this.collection.list?.next;
    this.addList(steps, size, next === undefined ? {} : { follow: next }, query);
  }

  private addList(
    steps: Steps,
    size: number | undefined,
    more: Partial<Pick<Case, 'feeds' | 'follow' | 'expect'>>,
    selection: Readonly<Record<string, Json>> = {},
  ): string | undefined {
    const { list, create } = this.collection;
    if (list === undefined) return undefined;
    const { operation } = list;
    const simplest = anyCase(this.maker, operation)?.input ?? {};
    // The list of the first create is also read before this create.
    const path = (create && (steps.firstPath() ?? this.creates[0]?.input.path)) ?? simplest.path;
    const input = listInput(list, simplest, path, size, selection);
    // The path must exist if the sequence creates an item in it, or if a created parent is part of it (`accepted`).
    const isFound = this.accepted !== undefined || (create !== undefined && steps.has(create));
    const { path: _, ...first } = listInput(list, simplest, undefined, size, {});
    const { kind } = this.maker.expectation(operation, isFound || path === undefined ? first : { ...first, path });
    const expected = kind === 'accepted-or-absent' ? kind : 'accepted';
    return steps.add(operation, { input }, { expect: { kind: expected }, ...more });
  }
}

import type { Case, CaseInput } from '../../../../../contract/case.js';
import type { Contract } from '../../../../../contract/contract.js';
import type { Collection } from '../../../../../contract/collections/collection.js';
import { createdByPut } from '../../../../../contract/documented-responses.js';
import type { JsonObject } from '../../../../../contract/json/json.js';
import type { Operation } from '../../../../../contract/operation.js';
import { isBelowPath, valuesIn } from '../../../../../contract/path-relations.js';
import type { CaseMaker } from '../../../../cases/make-cases.js';
import { neededIfMatch } from '../../../../../contract/wire/request/preconditions.js';
import { acceptedCases, pathWithout, withoutOptions } from '../../planned/accepted-cases.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { isTagged, neededTag } from '../../planned/conditions.js';

/** The data from which sequences of changes and reads at the same path are planned. */
export interface ContentSubject {
  readonly contract: Contract;
  readonly operations: readonly Operation[];
  readonly collections: readonly Collection[];
  readonly maker: CaseMaker;
  /** Returns whether an operation should accept the body. */
  readonly isAccepted: (operation: Operation, body: JsonObject) => boolean;
  /** Whether the run tests invalid inputs. */
  readonly areInvalidTested: boolean;
}

/**
 * The steps of one sequence that changes and reads the resource at one path. If the path is below an item that an
 * operation creates, the first step creates this item.
 */
export class ContentSteps {
  /** Whether an earlier step creates the item above the path. */
  readonly isBelowCreated: boolean;
  private readonly steps: Steps;
  private readonly path: Pick<CaseInput, 'path'>;
  private readonly fed: Partial<Case>;
  private readonly reading: CaseInput;

  /** `inputs`: inputs of the change. Their path is used if no other path is known. */
  constructor(
    { collections, maker, operations }: ContentSubject,
    name: string,
    private readonly read: Operation,
    change: Operation,
    inputs: readonly CaseInput[],
  ) {
    this.steps = new Steps(`${name}-${change.id}`);
    const owner = collections.find((collection) => isOwner(collection, change));
    const made = owner?.create && acceptedCases(maker, owner.create)[0];
    const isFed = owner?.create !== undefined && owner.read !== undefined && made !== undefined;
    const created = isFed ? this.steps.add(owner.create, made) : undefined;
    const feeds = created !== undefined && owner?.read ? [{ ...owner.read.id, step: created }] : [];
    const stored = isFed ? undefined : storedOwner(operations, maker, change);
    if (stored !== undefined)
      this.steps.add(stored.operation, { input: stored.input }, { expect: { kind: 'answered' } });
    this.isBelowCreated = isFed || stored !== undefined;
    this.path = isFed
      ? pathWithout(made.input.path, owner.read.id.name)
      : pathWithout(stored?.input.path ?? pathOf(maker, change, inputs), undefined);
    this.fed = feeds.length > 0 ? { feeds } : {};
    const [simplest] = acceptedCases(maker, read, 'accepted-or-absent');
    const fixed = valuesIn(change.path, read.path) ?? {};
    const isFixed = Object.keys(fixed).length > 0;
    this.reading = placed(read, simplest?.input ?? {}, isFixed ? { path: { ...this.path.path, ...fixed } } : this.path);
  }

  /**
   * Adds a change. If it needs the current tag of the resource, a read before it supplies the tag. A PUT that can
   * create the resource is first sent without a tag, because the resource may not exist.
   */
  addChange(operation: Operation, input: CaseInput, expect: Case['expect'] = { kind: 'answered' }): this {
    const given = placed(operation, input, this.path);
    if (this.needsRead(operation)) {
      if (createdByPut(operation) !== undefined) this.steps.add(operation, { input: given }, { expect, ...this.fed });
      this.addRead();
    }
    const { feeds: tag = [] } = neededTag(this.steps, operation, this.read, this.reading.path);
    const feeds = [...(this.fed.feeds ?? []), ...tag];
    this.steps.add(operation, { input: given }, { expect, ...(feeds.length > 0 && { feeds }) });
    return this;
  }

  /**
   * Whether a change needs the tag (`ETag`) of the resource, and no earlier read supplies it. This is so if the
   * resource was not read yet or, for a PUT that can create it, not stored yet.
   */
  private needsRead(operation: Operation): boolean {
    const { path } = this.reading;
    const isStored = createdByPut(operation) === undefined || this.steps.lastAt(operation, path) !== undefined;
    const isRead = this.steps.lastAt(this.read, path) !== undefined;
    return isTagged(this.read) && neededIfMatch(operation) !== undefined && !(isStored && isRead);
  }

  addRead(): this {
    this.steps.add(this.read, { input: this.reading }, { expect: { kind: 'accepted-or-absent' }, ...this.fed });
    return this;
  }

  sequence(): PlannedSequence {
    return this.steps.extraSequence();
  }
}

/**
 * Returns a PUT that creates the item in the path of `change`. All its path parameters must also be path parameters of
 * `change`.
 */
function storedOwner(
  operations: readonly Operation[],
  maker: CaseMaker,
  change: Operation,
): { readonly operation: Operation; readonly input: CaseInput } | undefined {
  const namesIn = ({ parameters }: Operation): readonly string[] =>
    parameters.flatMap(({ in: place, name }) => (place === 'path' ? [name] : []));
  const operation = operations.find(
    (each) =>
      createdByPut(each) !== undefined &&
      isBelowPath(change.path, each.path) &&
      namesIn(change).join() === namesIn(each).join(),
  );
  const [made] = operation === undefined ? [] : acceptedCases(maker, operation, 'accepted-or-absent');
  return operation && made && { operation, input: withoutOptions(operation, made.input) };
}

/** The path of an item that should exist. If none is known, the path of the first input. */
function pathOf(maker: CaseMaker, change: Operation, [first]: readonly CaseInput[]): CaseInput['path'] {
  return acceptedCases(maker, change)[0]?.input.path ?? first?.path;
}

/** Whether the path is below an item of the collection and has no other parameters. */
function isOwner({ create, read }: Collection, { path, parameters }: Operation): boolean {
  if (create === undefined || read === undefined || !isBelowPath(path, read.operation.path)) return false;
  const names = parameters.flatMap(({ in: place, name }) => (place === 'path' ? name : []));
  return names.every((name) => read.operation.parameters.some((own) => own.in === 'path' && own.name === name));
}

function placed(operation: Operation, input: CaseInput, path: Pick<CaseInput, 'path'>): CaseInput {
  const { path: _, ...rest } = withoutOptions(operation, input);
  return { ...rest, ...path };
}

import { statedBodies } from '../../../../../contract/inputs/stated-examples.js';
import type { Case, CaseInput, StepFeed } from '../../../../../contract/case.js';
import type { Contract } from '../../../../../contract/contract.js';
import type { Collection, ItemChange, ItemRead } from '../../../../../contract/collections/collection.js';
import { withoutRepeatedId } from '../../../../../contract/collections/body/repeated-id.js';
import { withoutQueryValue } from '../../../../../contract/inputs/query-place.js';
import { removedItemsParameter } from '../../../../../contract/collections/changes/stated-removal.js';
import { isNameOf } from '../../../../../contract/collections/item-read.js';
import type { VersionToken } from '../../../../../contract/collections/collection.js';
import { pointerTokens, valueAt } from '../../../../../contract/json/json-pointer.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../../../contract/json/json.js';
import type { Operation } from '../../../../../contract/operation.js';
import { neededIfMatch } from '../../../../../contract/wire/request/preconditions.js';
import { sameJson } from '../../../../../rules/values/same-json.js';
import { pathWithout, withoutOptions } from '../../planned/accepted-cases.js';
import { withOwnKey } from './repeat-keys.js';
import type { Steps } from '../../planned/planned-sequence.js';

/** A call with an invalid body, and what the service must do with it. */
export type InvalidCall = Pick<Case, 'input' | 'expect'>;

/** The parts of a collection's plan from which sequences of one item are made. */
export interface ItemSteps {
  readonly contract: Contract;
  readonly collection: Collection;
  /** The operations that the run tests. */
  readonly operations: readonly Operation[];
  /** Text that makes strings different in each run. Empty, unless the service keeps the items of earlier runs. */
  readonly salt: string;
  /** When the run began. */
  readonly now?: Date | undefined;
  /** Inputs that create an item. */
  readonly creates: readonly { readonly input: CaseInput }[];
  /**
   * Inputs that create several items in one sequence. If the service may refuse equal items, no two of them have a
   * string in common, except references to other items.
   */
  readonly distinct: readonly { readonly input: CaseInput }[];
  /** Returns inputs that an operation should accept if the item exists. The most complete input comes first. */
  readonly inputsOf: (operation: Operation) => readonly CaseInput[];
  /** Returns cases of an operation that the service should refuse. */
  readonly invalidOf: (operation: Operation) => readonly Case[];
  /** Returns the invalid bodies that only sequences send to an existing item (see `invalidBatches`). */
  readonly invalidBatches: (operation: Operation) => readonly (readonly InvalidCall[])[];
  /** Returns whether an operation should accept the body. */
  readonly isAccepted: (operation: Operation, body: JsonObject) => boolean;
  /** Adds a read of the item of a step. Returns the id of the new step. */
  readonly addRead: (
    steps: Steps,
    created: string,
    more?: Partial<Case>,
    /** The path arguments of the item, without its identifier. */
    path?: CaseInput['path'],
  ) => string | undefined;
  /** Adds steps that read the whole list, with additional query arguments. */
  readonly addWalk: (steps: Steps, query?: Readonly<Record<string, Json>>) => void;
}

/**
 * Inputs that change an item, with distinct bodies. Bodies with an identifier are left out, because the identifier is
 * known only from the reply to the create. If a body must repeat the identifier in the path, `withFedIds` sets it
 * later.
 */
export function changesWithBody(items: ItemSteps, change: ItemChange): readonly CaseInput[] {
  const { inputsOf, contract } = items;
  const { pointer, name: parameter, location } = change.id;
  const name = pointerTokens(pointer).at(-1) ?? '';
  const isWithout = (body: Json | undefined): boolean =>
    isJsonObject(body) &&
    (location === undefined
      ? valueAt(body, pointer) === undefined && ownValue(body, name) === undefined
      : !Object.keys(body).some((member) => isNameOf(member, parameter)));
  const inputs = inputsOf(change.operation)
    .map((input) => withoutVersion(input, change.token))
    .map((input) => withoutOptionalId(items, change.operation, input))
    .filter(({ body }) => isJsonObject(body) && Object.keys(body).length > 0)
    .filter((input) => isWithout(withoutRepeatedId(contract, change.operation, input).body));
  return [...new Map(inputs.toReversed().map((input) => [JSON.stringify(input.body), input])).values()].toReversed();
}

/** The input without the member that repeats the identifier in the path, if the operation accepts such a body. */
function withoutOptionalId({ contract, isAccepted }: ItemSteps, operation: Operation, input: CaseInput): CaseInput {
  const without = withoutRepeatedId(contract, operation, input);
  return isJsonObject(without.body) && isAccepted(operation, without.body) ? without : input;
}

/**
 * Adds a change of the item of a step. An `If-Match` header with the `ETag` of the last read is sent in two situations:
 * if the parameter is required, or if the contract documents a 428 for requests without it (RFC 6585 §3).
 */
export function addChange(
  steps: Steps,
  change: ItemRead & Pick<ItemChange, 'token'>,
  step: string,
  changed: CaseInput,
  { feeds = [], ...more }: Partial<Case> = {},
): void {
  const tags = feeds.length > 0 || more.raw !== undefined ? feeds : currentVersion(steps, change.operation, step);
  addPlainChange(steps, change, step, changed, { ...more, feeds: tags });
}

/**
 * The `If-Match` header of a change, with the `ETag` of the last read of the item. Empty if the operation does not need
 * the header.
 */
export function currentVersion(steps: Steps, operation: Operation, step: string): readonly StepFeed[] {
  const needed = neededIfMatch(operation);
  return needed === undefined ? [] : [{ in: 'header', name: needed.name, pointer: '', step: steps.lastReadOf(step) }];
}

/** The version of an item in the reply to an earlier step, as an argument of a change. */
export function versionFeed({ in: place, name, within, pointer }: VersionToken, step: string): StepFeed {
  return { in: place, name, ...(within !== undefined && { within }), pointer, step };
}

/**
 * The input without an optional version, because a made-up version would be refused. A required version stays in the
 * input; the version from an earlier reply replaces it later.
 */
function withoutVersion(input: CaseInput, token: VersionToken | undefined): CaseInput {
  if (token === undefined || token.isRequired) return input;
  const whole = input[token.in];
  return isJsonObject(whole) ? { ...input, [token.in]: withoutQueryValue(whole, token) } : input;
}

/**
 * Adds a change of the item that a step created. The change has no `If-Match` header, except one in `more`. If the
 * change requires the version of the item, the last read supplies it.
 */
export function addPlainChange(
  steps: Steps,
  { operation, id, token }: ItemRead & Pick<ItemChange, 'token'>,
  step: string,
  changed: CaseInput,
  { feeds = [], ...more }: Partial<Case> = {},
): void {
  const version =
    more.expect?.kind === 'rejected' || feeds.some(({ name }) => name === token?.name) ? undefined : token;
  const given = more.expect?.kind === 'rejected' ? changed : withOwnKey(operation, changed, steps.nextId(operation));
  const { path: _, ...rest } = withoutVersion(withoutOptions(operation, given), version);
  const current = version?.isRequired === true ? [versionFeed(version, steps.lastReadOf(step))] : [];
  const input = { ...rest, ...pathWithout(steps.inputOf(step).path, id.name) };
  // The service may refuse the change because of the state of the item. Rules therefore judge the steps after the
  // change only if the change succeeded.
  steps.add(
    operation,
    { input },
    { expect: { kind: 'answered' }, ...more, feeds: [{ ...id, step }, ...current, ...feeds] },
  );
}

/** Adds reads of the whole list, without and with removed items, if the list has a parameter for them. */
export function addWalksAfterRemoval({ collection: { list }, contract, addWalk }: ItemSteps, steps: Steps): void {
  addWalk(steps);
  const parameter = list && removedItemsParameter(contract.schemas, list.operation);
  if (parameter !== undefined) addWalk(steps, { [parameter]: true });
}

/** Whether at least one member of the change's body has a different value from the body of the create. */
export function isOtherBody({ body }: CaseInput, { body: made = null }: CaseInput): boolean {
  return Object.entries(isJsonObject(body) ? body : {}).some(
    ([name, value]) => !sameJson(ownValue(made, name) ?? null, value),
  );
}

/** The create input whose body is an example of the contract. The members of an example fit together. */
export function exampleCreate({
  contract,
  collection: { create },
  creates,
}: ItemSteps): ItemSteps['creates'][number] | undefined {
  const stated = create === undefined ? [] : statedBodies(contract.schemas, create);
  return creates.find(({ input: { body = null } }) => stated.some((example) => sameJson(example, body)));
}

import type { Case, CaseInput } from '../../../../contract/case.js';
import type { Collection, ItemChange, ItemRead } from '../../../../contract/collections/collection.js';
import { isNameOf } from '../../../../contract/collections/item-read.js';
import { pointerTokens, valueAt } from '../../../../contract/json/json-pointer.js';
import { type JsonObject, isJsonObject, ownValue } from '../../../../contract/json/json.js';
import { documentsStatus } from '../../../../contract/documented-responses.js';
import type { Operation, Parameter } from '../../../../contract/operation.js';
import { pathWithout, withoutPreconditions } from '../planned/accepted-cases.js';
import type { Steps } from '../planned/planned-sequence.js';

/** The parts of the plan of a collection that the sequences of one item need. */
export interface ItemSteps {
  readonly collection: Collection;
  /** Inputs that create an item. */
  readonly creates: readonly { readonly input: CaseInput }[];
  /** Inputs that an operation should accept for an item that exists, the most complete first. */
  readonly inputsOf: (operation: Operation) => readonly CaseInput[];
  /** Whether an operation should accept the body. */
  readonly isAccepted: (operation: Operation, body: JsonObject) => boolean;
  /** Reads the item of a step, and returns the id of the read. */
  readonly addRead: (
    steps: Steps,
    created: string,
    more?: Partial<Case>,
    /** The path arguments of the item apart from its identifier. */
    path?: CaseInput['path'],
  ) => string | undefined;
  /** Reads the whole list. */
  readonly addWalk: (steps: Steps) => void;
}

/**
 * Inputs to change an item. Each body occurs once. Bodies with an identifier are omitted, because the identifier is
 * only known from the reply to the create.
 */
export function changesWithBody({ inputsOf }: ItemSteps, change: ItemChange): readonly CaseInput[] {
  const { pointer, name: parameter, location } = change.id;
  const name = pointerTokens(pointer).at(-1) ?? '';
  const isWithout = (body: JsonObject): boolean =>
    location === undefined
      ? valueAt(body, pointer) === undefined && ownValue(body, name) === undefined
      : !Object.keys(body).some((member) => isNameOf(member, parameter));
  const inputs = inputsOf(change.operation).filter(
    ({ body }) => isJsonObject(body) && Object.keys(body).length > 0 && isWithout(body),
  );
  return [...new Map(inputs.toReversed().map((input) => [JSON.stringify(input.body), input])).values()].toReversed();
}

/**
 * Changes the item of a step. An `If-Match` gets the `ETag` of the last read of the item if the parameter is required,
 * or if the contract documents 428 for a request without it (RFC 6585 §3).
 */
export function addChange(
  steps: Steps,
  change: ItemRead,
  step: string,
  changed: CaseInput,
  { feeds = [], ...more }: Partial<Case> = {},
): void {
  const { operation, id } = change;
  const { path: _, ...rest } = withoutPreconditions(operation, changed);
  const input = { ...rest, ...pathWithout(steps.inputOf(step).path, id.name) };
  const isNeeded = ({ required }: Parameter): boolean => required || documentsStatus(operation, 428);
  const needed = operation.parameters.filter(
    (parameter) => isNeeded(parameter) && parameter.in === 'header' && parameter.name.toLowerCase() === 'if-match',
  );
  const tags =
    feeds.length > 0 || more.raw !== undefined
      ? feeds
      : needed.map(({ name }) => ({ in: 'header', name, pointer: '', step: steps.lastReadOf(step) }) as const);
  // The state of the item may decide whether the service accepts the change. Rules therefore judge the steps after a
  // change only if the change succeeded.
  steps.add(operation, { input }, { expect: { kind: 'answered' }, ...more, feeds: [{ ...id, step }, ...tags] });
}

import type { Case, CaseInput, StepFeed } from '../../../../contract/case.js';
import {
  type RepeatedId,
  holderOf,
  repeatedId,
  repeatedPlace,
  repeatedValue,
  withOneId,
} from '../../../../contract/collections/body/repeated-id.js';
import type { Contract } from '../../../../contract/contract.js';
import { isJsonObject } from '../../../../contract/json/json.js';
import type { PlannedCase } from './planned-case.js';
import type { PlannedSequence } from './planned-sequence.js';

/**
 * Makes the identifier in the body of each PUT and PATCH equal to that in the path. If the path gets its value from an
 * earlier reply, the body gets it too.
 */
export function withFedIds(contract: Contract, sequences: readonly PlannedSequence[]): readonly PlannedSequence[] {
  return sequences.map((sequence) => ({ ...sequence, steps: sequence.steps.map((step) => withFedId(contract, step)) }));
}

function withFedId(contract: Contract, step: PlannedCase): PlannedCase {
  const { operation, case: made } = step;
  const id = repeatedId(contract, operation);
  if (id === undefined || !hasPlace(id, made.input) || isBroken(made, repeatedPlace(id))) return step;
  const { within = [], feeds = [] } = made;
  const source = [...feeds, ...within].find((feed) => feed.in === 'path' && feed.name === id.parameter);
  if (source === undefined) return { ...step, case: { ...made, input: withOneId(contract, operation, made.input) } };
  const { name, within: holder } = id;
  const feed: StepFeed = { ...source, in: 'body', name, ...(holder !== undefined && { within: holder }) };
  return { ...step, case: { ...made, feeds: [...feeds, feed] } };
}

/**
 * Whether the body has a member that repeats the identifier, or must have it according to the description of the
 * operation.
 */
function hasPlace(id: RepeatedId, input: CaseInput): boolean {
  return repeatedValue(id, input) !== undefined || (id.isStated === true && isJsonObject(holderOf(id, input)));
}

/** Whether the input is invalid because of the value at a pointer into the body, or of a value that contains it. */
export function isBroken({ expect }: Case, pointer: string): boolean {
  return expect.kind === 'rejected' && `/body${pointer}`.startsWith(expect.pointer);
}

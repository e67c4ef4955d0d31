import { sentItem } from '../../../../contract/collections/envelope.js';
import type { Contract } from '../../../../contract/contract.js';
import { createdByPut } from '../../../../contract/documented-responses.js';
import { type Json, isJsonObject, ownValue } from '../../../../contract/json/json.js';
import type { Operation } from '../../../../contract/operation.js';
import { isSuccess } from '../../../../surfaces/failure-table.js';
import type { Observation } from '../../../../surfaces/observation.js';
import type { Violation } from '../../../finding.js';
import { isAbsent, replyOf } from '../../../reply.js';
import { sameJson } from '../../../values/same-json.js';
import { type EarlierCall, earlierCalls } from '../../evidence/earlier-calls.js';
import { isSamePath } from '../../evidence/item-changes.js';
import { itemValue } from '../../evidence/item-values.js';

type Fault = Pick<Violation, 'pointer' | 'kind' | 'message' | 'expected' | 'received'>;

/**
 * Judges a read of an item that a PUT stored, after a call at the path of a second item, such as `/tags/b` beside
 * `/tags/a`. A DELETE of the second item must not remove the first. A PUT of the second item must not change the first,
 * if it is answered 201 or if the two names differ clearly. `undefined` if there was no such call.
 */
export function besideFault(
  contract: Contract,
  operation: Operation,
  calls: readonly EarlierCall[],
  observation: Observation,
): Fault | 'none' | undefined {
  const reply = replyOf(observation);
  const isOwn = (call: EarlierCall): boolean => isSamePath(call.observation, observation);
  const here = calls.filter((call) => call.operation.path === operation.path);
  const put = here.findLast((call) => isOwn(call) && isChange(call));
  const read = here.findLast((call) => isOwn(call) && call.operation === operation && isSuccess(call.status));
  if (put === undefined || read === undefined || reply === undefined || operation.method !== 'get') return undefined;
  const changes = calls.slice(calls.indexOf(read)).filter(isChange);
  const [other] = changes;
  // A PUT that is answered 200 may have found an item with an equivalent name, such as a name that differs only in
  // case.
  const isStored =
    createdByPut(put.operation) !== undefined && put.status === 201 && calls.indexOf(read) > calls.indexOf(put);
  if (!isStored || changes.length !== 1 || other?.operation.path !== operation.path) return undefined;
  const before = itemValue(contract, read.observation);
  if (other.operation.method === 'delete')
    return isAbsent(reply.status) ? removedFault(operation, other, reply.status) : 'none';
  const isNew =
    other.operation.method === 'put' &&
    (other.status === 201 || areApart(put.operation, other.observation, observation));
  return isNew && before !== undefined
    ? changedFault(
        operation,
        other,
        before,
        itemValue(contract, observation),
        sentItem(contract, other.operation, other.observation.case.input.body),
      )
    : undefined;
}

/**
 * Whether the names of two items differ clearly, so that a service cannot treat them as the same name. Differences in
 * case, accents, separators and leading zeros are not clear.
 */
function areApart(put: Operation, { case: one }: Observation, { case: other }: Observation): boolean {
  const name = createdByPut(put) ?? '';
  const [first, second] = [one, other].map(({ input }) => plainName(input.path?.[name]));
  return first !== undefined && second !== undefined && first !== second;
}

/** The letters and digits of a name, for comparison; `undefined` if it has none. */
function plainName(name: Json | undefined): string | undefined {
  const text = String(name ?? '')
    .normalize('NFKD')
    .toLowerCase();
  const plain = text.replace(/[^\p{L}\p{N}]/gu, '').replace(/^0+(?=.)/, '');
  return plain === '' ? undefined : plain;
}

function isChange({ operation, status }: EarlierCall): boolean {
  return operation.method !== 'get' && operation.method !== 'head' && isSuccess(status) && status !== 202;
}

function removedFault({ id }: Operation, { operation }: EarlierCall, status: number): Fault {
  const message = `${id} does not find an item after ${operation.id} removed a different item.`;
  return { pointer: '/response/status', kind: 'other-removed', message, expected: 200, received: status };
}

/** The violation if the first item has a value of the second item that it did not have before. */
function changedFault(
  { id }: Operation,
  { operation }: EarlierCall,
  before: Json,
  after: Json | undefined,
  sent: Json | undefined,
): Fault | 'none' {
  const taken = Object.entries(isJsonObject(sent) ? sent : {}).find(([name, value]) => {
    const [old, now] = [ownValue(before, name), ownValue(after ?? null, name)];
    return now !== undefined && sameJson(now, value) && !sameJson(old ?? null, value);
  });
  if (taken === undefined) return 'none';
  const message = `${id} returns the \`${taken[0]}\` that ${operation.id} gave to a different item.`;
  return {
    pointer: '/response/body',
    kind: 'other-changed',
    message,
    expected: ownValue(before, taken[0]) ?? null,
    received: taken[1],
  };
}

/**
 * Whether a second item at the same path template, such as `/tags/b` beside `/tags/a`, was changed since the given
 * call.
 */
export function isChangedBeside(contract: Contract, observation: Observation, after: Observation): boolean {
  const { earlier = [] } = observation;
  const path = contract.operations.find(({ id }) => id === observation.case.operation)?.path;
  const since = earlierCalls(contract, { earlier: earlier.slice(earlier.indexOf(after) + 1) });
  return since.some(
    (call) => call.operation.path === path && isChange(call) && !isSamePath(call.observation, observation),
  );
}

import { requiresItem } from '../../../contract/documented-responses.js';
import type { Json } from '../../../contract/json/json.js';
import type { Operation } from '../../../contract/operation.js';
import { isBelowPath, isEqualPath, lastSegment } from '../../../contract/path-relations.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { isAbsent, replyOf } from '../../reply.js';
import { REAL_SERVICE, type TrialContext, type TrialRule, judgedEach } from '../../rule.js';
import { sameJson } from '../../values/same-json.js';
import { type EarlierCall, earlierCalls } from '../evidence/earlier-calls.js';
import { acceptedAnyway } from './accepted-anyway.js';

/** If a GET answers 404 for an item, other operations do not find the item either. */
export const unknownItem: TrialRule = {
  id: 'state/unknown-item',
  severity: 'must',
  statement:
    'After a GET of an item was answered with 404, no other operation on this item or below it is answered with success (other than 202). This applies to operations for which the contract documents 404.',
  details: [
    'A PUT that may create the item is not judged.',
    'The rule does not apply if the identifier comes from an earlier reply, or if another call may have created or removed the item.',
  ],
  source: 'the contract: 404 of the operation; RFC 9110 §15.5.5; the replies of the service contradict each other',
  repair: 'Look up the item before the operation does anything, and answer 404 if it does not exist.',
  backends: REAL_SERVICE,
  reads: 'reply',
  judgesCase: true,
  check: (trial, context) => {
    const { operation } = trial;
    return requiresItem(context.contract.operations, operation)
      ? judgedEach(trial, (observation) => faultsOf(operation, context, observation))
      : undefined;
  },
};

function faultsOf(
  operation: Operation,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const status = replyOf(observation)?.status;
  const read = failedRead(operation, context, observation);
  if (status === undefined || read === undefined) return undefined;
  return acceptedAnyway(operation, context, observation, status, {
    kind: 'unknown-accepted',
    message: `${read.operation.id} is answered ${read.status}, but ${operation.id} with the same identifier is answered ${status}.`,
    expected: 404,
    cause: `${operation.id} absent`,
  });
}

/**
 * The earlier GET that was answered 404 for the item of this call. `undefined` if a call in between may have changed
 * the item. Also `undefined` if an earlier reply contained the identifier: the item should then exist, and another rule
 * reports the GET.
 */
function failedRead(
  operation: Operation,
  { contract }: TrialContext,
  observation: Observation,
): EarlierCall | undefined {
  const calls = earlierCalls(contract, observation);
  const read = calls.findLast(
    (call) =>
      call.operation.method === 'get' &&
      call.operation !== operation &&
      isAbsent(call.status) &&
      call.observation.case.feeds === undefined &&
      isOn(operation.path, call.operation.path) &&
      isSameItem([operation, observation], call),
  );
  const isChanged = calls.some(
    (call) =>
      read !== undefined &&
      call.operation.method !== 'get' &&
      isOn(call.operation.path, read.operation.path) &&
      isSameItem([call.operation, call.observation], read),
  );
  return isChanged ? undefined : read;
}

function isOn(path: string, item: string): boolean {
  return lastSegment(item).startsWith('{') && (isEqualPath(path, item) || isBelowPath(path, item));
}

/**
 * Whether a call and an earlier read are about the same item. The path of the call must start with the values of the
 * read's path parameters, in the same order. The names of the parameters may differ.
 */
function isSameItem([{ path }, observation]: readonly [Operation, Observation], read: EarlierCall): boolean {
  const item = values(read.operation.path, read.observation);
  return item.length > 0 && sameJson(values(path, observation).slice(0, item.length), item);
}

/** The values of the path parameters of a call, in the order in which they occur in the path. */
function values(path: string, { case: { input } }: Observation): Json[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => input.path?.[name] ?? null);
}

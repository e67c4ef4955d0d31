import type { Operation } from '../../../contract/operation.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { Observation } from '../../../surfaces/observation.js';
import { documentsNotFound } from '../../../contract/inputs/identifiers.js';
import type { JsonObject } from '../../../contract/json/json.js';
import type { Violation } from '../../finding.js';
import { isAbsent, replyOf } from '../../reply.js';
import { REAL_SERVICE, type TrialContext, type TrialRule, judgedEach, responder } from '../../rule.js';
import { sameJson } from '../../values/same-json.js';
import { type EarlierCall, earlierCalls } from '../evidence/earlier-calls.js';
import { successValue } from '../evidence/item-values.js';
import { isEqualPath, parentPath } from '../../../contract/path-relations.js';

/** If the list below a removed item is not found, the items of the list are not found either. */
export const removedParent: TrialRule = {
  id: 'state/removed-parent',
  severity: 'must',
  statement:
    'This rule applies after a successful DELETE of an item (other than 202), if GETs find neither the item nor the list below the item. A GET of an element of this list is then answered with the documented 404, and does not return the unchanged element.',
  source: 'RFC 9110 §9.3.5 and §15.5.5; the contract: 404 of the GET; the replies of the service contradict each other',
  repair:
    'When an item is removed, also remove the items below it, or check that all parents in the path exist before an item is returned.',
  backends: REAL_SERVICE,
  reads: 'reply',
  judgesCase: true,
  check: (trial, context) =>
    trial.operation.method === 'get' && documentsNotFound(trial.operation)
      ? judgedEach(trial, (observation) => faultsOf(trial.operation, context, observation))
      : undefined,
};

function faultsOf(
  operation: Operation,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const calls = earlierCalls(context.contract, observation);
  const removal = calls.findLast((call) => isRemovalAbove(call, operation, observation));
  const reply = replyOf(observation);
  if (removal === undefined || reply === undefined) return undefined;
  const [before, after] = [calls.slice(0, calls.indexOf(removal)), calls.slice(calls.indexOf(removal) + 1)];
  const isGone = (path: string): boolean =>
    after.some((call) => isReadAt(call, path, observation) && isAbsent(call.status));
  const isChanged = after.some(({ operation: { method } }) => method !== 'get');
  const earlier = before
    .filter((call) => isReadAt(call, operation.path, observation))
    .map((call) => successValue(call.observation))
    .findLast((value) => value !== undefined);
  if (isChanged || earlier === undefined || !isGone(removal.operation.path) || !isGone(parentPath(operation.path)))
    return undefined;
  const value = successValue(observation);
  if (value === undefined || !sameJson(value, earlier)) return [];
  return [
    {
      surface: observation.surface,
      pointer: '/response/status',
      kind: 'child-still-there',
      message: `${operation.id} returns an item after ${removal.operation.id} removed its parent, although neither the parent nor its list is found.`,
      expected: 404,
      received: reply.status,
      blame: responder(context),
      cause: `${removal.operation.id} ${operation.id}`,
    },
  ];
}

/**
 * Whether a call removed the parent of the list that contains the item. After a 202, the parent may not have been
 * removed yet (RFC 9110 §15.3.3).
 */
function isRemovalAbove({ operation, observation, status }: EarlierCall, read: Operation, child: Observation): boolean {
  const isAbove = operation.method === 'delete' && isEqualPath(operation.path, parentPath(parentPath(read.path)));
  return isAbove && isSuccess(status) && status !== 202 && isPartOf(pathOf(observation), pathOf(child));
}

/** Whether a call is a GET of the given path template, whose path parameters equal those of the call `below`. */
function isReadAt({ operation, observation }: EarlierCall, path: string, below: Observation): boolean {
  return (
    operation.method === 'get' && isEqualPath(operation.path, path) && isPartOf(pathOf(observation), pathOf(below))
  );
}

function pathOf({ case: { input } }: Observation): JsonObject {
  return input.path ?? {};
}

function isPartOf(path: JsonObject, whole: JsonObject): boolean {
  return sameJson({ ...whole, ...path }, whole);
}

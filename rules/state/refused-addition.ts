import { chosenValue } from '../../contract/collections/list-choices.js';
import { refusedAdditions } from '../../contract/collections/states/refused-additions.js';
import type { Operation } from '../../contract/operation.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { replyOf } from '../reply.js';
import { type TrialContext, responder } from '../rule.js';
import { sameJson } from '../values/same-json.js';
import { changesOf, createdItems, isRemoved, lastValue } from './evidence/item-changes.js';

/**
 * Judges the create of an item that refers to a second item, in its path or in its body, if the second item is in a
 * state in which it takes no such items: "a discontinued product takes no reviews". The state is that in the last reply
 * that contains the second item. `undefined` if the contract states no such refusal.
 */
export function additionFaults(
  operation: Operation,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const { contract, collections = [] } = context;
  const { feeds = [], within = [] } = observation.case;
  const status = replyOf(observation)?.status;
  const isCreate = collections.some(({ create }) => create === operation);
  const steps = new Set([...feeds, ...within].map(({ step }) => step));
  const item = isCreate ? createdItems(contract, observation).find(({ step }) => steps.has(step)) : undefined;
  const read = collections.find(({ create }) => create === item?.create)?.read?.operation;
  if (item === undefined || read === undefined || status === undefined || status >= 500) return undefined;
  if (isRemoved(changesOf(contract, observation, item))) return undefined;
  const value = lastValue(contract, observation.earlier ?? [], item);
  const refused = refusedAdditions(contract, operation, read).find(({ name, value: state }) =>
    sameJson(chosenValue(value, name), state),
  );
  // After a 202, the service may still refuse the item.
  if (refused === undefined || status === 202) return undefined;
  if (!isSuccess(status)) return [];
  return [
    {
      surface: observation.surface,
      pointer: '/response/status',
      kind: 'accepted-in-state',
      message: `The service answered ${status} to ${operation.id} for an item of ${item.create.id}, whose \`${refused.name}\` is ${JSON.stringify(refused.value)}. The contract states that ${operation.id} is then refused.`,
      expected: refused.statuses.join(' or '),
      received: status,
      blame: responder(context),
      status,
      cause: `${operation.id} ${refused.name}`,
    },
  ];
}

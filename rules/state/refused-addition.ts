import { chosenValue } from '../../contract/collections/list-choices.js';
import { type RefusedAddition, refusedAdditions } from '../../contract/collections/states/refused-additions.js';
import type { Operation } from '../../contract/operation.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { replyOf } from '../reply.js';
import { type TrialContext, responder } from '../rule.js';
import { sameJson } from '../values/same-json.js';
import { changesOf, createdItems, isRemoved, lastValue } from './evidence/item-changes.js';
import type { CreatedItem } from './evidence/item-values.js';

/**
 * Judges the create of an item that refers to a second item, in its path or in its body, if the second item is in a
 * state in which it takes no such items: "a discontinued product takes no reviews". The state is that in the last reply
 * that contains the second item. `undefined` if no such item is in such a state.
 */
export function additionFaults(
  operation: Operation,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const { contract, collections = [] } = context;
  const { feeds = [], within = [] } = observation.case;
  const status = replyOf(observation)?.status;
  // After a 202, the service may still refuse the item.
  if (status === undefined || status >= 500 || status === 202) return undefined;
  if (!collections.some(({ create }) => create === operation)) return undefined;
  const steps = new Set([...feeds, ...within].map(({ step }) => step));
  const referred = createdItems(contract, observation).filter(({ step }) => steps.has(step));
  const [found] = referred.flatMap((item) => refusingState(operation, context, observation, item) ?? []);
  if (found === undefined) return undefined;
  if (!isSuccess(status)) return [];
  const { create, name, value, statuses } = found;
  return [
    {
      surface: observation.surface,
      pointer: '/response/status',
      kind: 'accepted-in-state',
      message: `The service answered ${status} to ${operation.id} for an item of ${create.id}, whose \`${name}\` is ${JSON.stringify(value)}. The contract states that ${operation.id} is then refused.`,
      expected: statuses.join(' or '),
      received: status,
      blame: responder(context),
      status,
      cause: `${operation.id} ${name}`,
    },
  ];
}

/** The state of an item in which the contract refuses the create. `undefined` if the item is in no such state. */
function refusingState(
  operation: Operation,
  { contract, collections = [] }: TrialContext,
  observation: Observation,
  item: CreatedItem,
): (RefusedAddition & Pick<CreatedItem, 'create'>) | undefined {
  const read = collections.find(({ create }) => create === item.create)?.read?.operation;
  if (read === undefined || isRemoved(changesOf(contract, observation, item))) return undefined;
  const value = lastValue(contract, observation.earlier ?? [], item);
  const refused = refusedAdditions(contract, operation, read).find(({ name, value: state }) =>
    sameJson(chosenValue(value, name), state),
  );
  return refused && { ...refused, create: item.create };
}

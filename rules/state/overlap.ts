import { isOtherPost } from '../../contract/collections/change-kind.js';
import { type StatedOverlap, statedOverlap } from '../../contract/collections/states/stated-overlap.js';
import { stateIn, stateMember } from '../../contract/collections/states/state-member.js';
import { hasOwnTime, intervalNames } from '../../contract/collections/states/item-interval.js';
import { sentItem } from '../../contract/collections/envelope.js';
import { referredRead } from '../../contract/inputs/body-references.js';
import { type Json, isJsonObject } from '../../contract/json/json.js';
import { fromMembers } from '../../contract/json/members.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { replyOf } from '../reply.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, judgedEach, responder } from '../rule.js';
import { equalCreate, isOtherItem } from './equal-creates.js';
import { freedFaults } from './freed-time.js';
import { itemValue } from './evidence/item-values.js';

/** If the contract states that items must not overlap, a second item with the same times is refused. */
export const overlap: TrialRule = {
  id: 'state/overlap',
  severity: 'must',
  statement:
    'If the contract states that a create is refused for an item that overlaps another one, a second item with an equal body is not created.',
  details: [
    'If the text names several items that must be free, such as "overlaps another one of the doctor or the patient", each of them counts by itself: the second body may have the same doctor and a different patient.',
    'The description of a reply 400, 409 or 422 to the create states this, such as "the room is already booked", or the description of the create itself does, such as "bookings of a room must not overlap".',
    'A second item is accepted after the first one freed its time, as stated.',
    'The rule applies if the body has a date or a time, and if the first item is in a state to which the text applies.',
  ],
  source: 'the contract: the descriptions of the create and its refusals; RFC 9110 §15.5.10 (409)',
  repair:
    'Look up the items with overlapping times before an item is stored, in the same transaction, and refuse the request as the contract states.',
  backends: REAL_SERVICE,
  reads: 'call',
  judgesCase: true,
  check: (trial, context) =>
    isOtherPost(context.contract, trial.operation) && statedOverlap(trial.operation) !== undefined
      ? judgedEach(trial, (observation) => faultsOf(trial, context, observation))
      : undefined,
};

function faultsOf(trial: Trial, context: TrialContext, observation: Observation): readonly Violation[] | undefined {
  const { contract } = context;
  const { operation } = trial;
  const stated = statedOverlap(operation);
  const status = replyOf(observation)?.status;
  const sent = sentItem(contract, operation, trial.case.input.body);
  if (stated === undefined || status === undefined || !isJsonObject(sent)) return undefined;
  const freed = freedFaults(trial, context, observation, stated.statuses);
  if (freed !== undefined) return freed;
  const before =
    equalCreate(trial, context, observation) ?? createOfSame(trial, context, observation, stated.resources);
  if (before === undefined) return undefined;
  const interval = intervalNames(contract, operation);
  if (interval === undefined || !hasOwnTime(interval, sent)) return undefined;
  const read = context.collections?.find(({ create }) => create === operation)?.read?.operation ?? operation;
  const member = stateMember(contract, read);
  const item = itemValue(contract, before);
  const state = member && stateIn(item, member);
  if (!stated.isBlocking(typeof state === 'string' ? state : undefined, member?.values ?? [])) return undefined;
  if (stated.statuses.includes(String(status))) return [];
  if (!isOtherItem(operation, context, before, observation)) return undefined;
  const expected = stated.statuses.join(' or ');
  return [
    {
      surface: observation.surface,
      pointer: '/response/status',
      kind: 'overlap-accepted',
      message: `${operation.id} creates a second item with the times of another one, and is answered ${status}. The contract states that an item that overlaps another one is refused.`,
      expected,
      received: status,
      status,
      blame: responder(context),
      cause: operation.id,
    },
  ];
}

/**
 * An earlier create that the service accepted, and whose body differs from the body of this create in only one
 * reference to another item. The two bodies still refer to the same item whose times must not overlap. Example: two
 * bookings of the same room for different guests.
 */
function createOfSame(
  trial: Trial,
  context: TrialContext,
  observation: Observation,
  resources: StatedOverlap['resources'],
): Observation | undefined {
  const { body } = trial.case.input;
  const { contract } = context;
  const references = Object.keys(isJsonObject(body) ? body : {}).filter(
    (name) => referredRead(contract, trial.operation, name) !== undefined,
  );
  const kept = new Set(resources(references));
  const varied = references.filter((name) => [...kept].some((each) => each !== name));
  return varied
    .map((name) => equalCreate(trial, context, observation, (given) => without(given, name)))
    .find((found) => found !== undefined);
}

function without(body: Json, name: string): Json {
  return isJsonObject(body) ? fromMembers(Object.entries(body).filter(([each]) => each !== name)) : body;
}

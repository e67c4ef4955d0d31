import { type JsonObject, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { sentItem } from '../../../contract/collections/envelope.js';
import type { Operation } from '../../../contract/operation.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { replyOf } from '../../reply.js';
import { REAL_SERVICE, type TrialContext, type TrialRule, judgedEach, responder } from '../../rule.js';
import { orOmitted } from '../../values/omitted.js';
import { sameJson } from '../../values/same-json.js';
import { type ItemChanged, changesOf, isMade, isOfItem, itemOf, setsMembers } from '../evidence/item-changes.js';
import { type CreatedItem, itemSchema, itemValue } from '../evidence/item-values.js';
import {
  type TimeMember,
  type TimeMembers,
  areMinutes,
  isSameMillisecond,
  isSameTime,
  memberNamed,
  timeMembers,
  timeOf,
} from '../evidence/item-times.js';
import { statedTimes, unsetTime } from './changes/stated-times.js';

/** The times in an item of its create and its last change agree with the calls of the sequence. */
export const itemTimes: TrialRule = {
  id: 'state/item-times',
  severity: 'should',
  statement:
    'This rule applies to members with the format `date-time` that only the service sets, and whose name states the time of the create or of the last change, such as `created_at`, `updatedAt` and `meta.lastModified`.',
  details: [
    'A GET of a new item returns the same time of the create as the reply to the create; only digits after the milliseconds may differ.',
    'A PUT or PATCH does not change the time of the create.',
    'If a PUT or PATCH changes a member more than a second after the previous read, the time of the last change is later than before.',
    'The time of the last change is never a second or more before the time of the create.',
    'If the text of a PUT or PATCH states without a condition that it sets a member with the format `date-time` ("sets `edited_at`"), this member contains a time after the change.',
  ],
  source:
    'the contract: the names of the members, and the texts of the changes; JSON Schema 2020-12 Validation §7.3.1 (date-time)',
  repair:
    'Set the time of the create once, when the item is stored for the first time, and return it as it is stored. Set the time of the last change with each change, from the same clock.',
  backends: REAL_SERVICE,
  reads: 'value',
  judgesCase: true,
  check: (trial, context) =>
    trial.operation.method === 'get'
      ? judgedEach(trial, (observation) => faultsOf(trial.operation, context, observation))
      : undefined,
};

/**
 * The time in milliseconds that must have passed between a read and the change after it, so that the time of the last
 * change must differ. If less time passed, both may be in the same second.
 */
const LEAST_MS = 1050;
/**
 * Two times may be in the wrong order if they differ by less than this number of milliseconds, because clocks of
 * servers differ.
 */
const SKEW_MS = 1000;

type Fault = Pick<Violation, 'kind' | 'message' | 'expected' | 'received'> & {
  readonly member: TimeMember;
};

function faultsOf(read: Operation, context: TrialContext, observation: Observation): readonly Violation[] | undefined {
  const { contract } = context;
  const item = itemOf(contract, observation);
  const reply = replyOf(observation);
  const shown = reply && itemSchema(contract, read, reply);
  const after = itemValue(contract, observation);
  if (item === undefined || shown === undefined || !isJsonObject(after)) return undefined;
  const changes = changesOf(contract, observation, item);
  const members = timeMembers(contract, shown.schema, [item.create, ...changes.map(({ operation }) => operation)]);
  const change = changes.at(-1);
  const stated = change === undefined ? [] : statedTimes(contract, change.operation, shown.schema);
  if (members.created === undefined && members.updated === undefined && stated.length === 0) return undefined;
  const faults =
    change === undefined
      ? [earlyUpdate(members, read, after), otherCreate(members, item, read, after)]
      : changeFaults(context, { item, read, after, members, change, stated }, observation);
  const about = { surface: observation.surface, blame: responder(context) } as const;
  return faults.flatMap((fault) => {
    if (fault === undefined) return [];
    const { member, ...rest } = fault;
    return [{ ...about, ...rest, pointer: `${shown.at}${member.pointer}`, cause: `${read.path} ${member.name}` }];
  });
}

/**
 * Judges an item that no call changed after its create: its update time, such as `updated_at`, must not be before the
 * time of its create.
 */
function earlyUpdate({ created, updated }: TimeMembers, { id }: Operation, value: JsonObject): Fault | undefined {
  const [first, last] = [timeOf(value, created), timeOf(value, updated)];
  if (updated === undefined || first === undefined || last === undefined || first.ms - last.ms < SKEW_MS)
    return undefined;
  const message = `${id} returns an item whose \`${updated.name}\` is before its \`${String(created?.name)}\`.`;
  return { member: updated, kind: 'update-time-wrong', message, expected: first.text, received: last.text };
}

/**
 * Judges an item that no call changed after its create: the time of its create must be equal to that in the reply to
 * the create.
 */
function otherCreate(
  { created }: TimeMembers,
  { create, value }: CreatedItem,
  { id }: Operation,
  after: JsonObject,
): Fault | undefined {
  const [one, other] = [timeOf(value, created), timeOf(after, created)];
  if (created === undefined || one === undefined || other === undefined || isSameMillisecond(one, other))
    return undefined;
  const message = `${id} returns a different \`${created.name}\` from the one that ${create.id} returned.`;
  return { member: created, kind: 'create-time-changed', message, expected: one.text, received: other.text };
}

interface ChangedRead {
  readonly item: CreatedItem;
  readonly read: Operation;
  readonly after: JsonObject;
  readonly members: TimeMembers;
  readonly change: ItemChanged;
  /** The members that the change must set to the current time, according to its text. */
  readonly stated: readonly string[];
}

/** The faults that the reads directly before and directly after a PUT or PATCH show. */
function changeFaults(
  { contract }: TrialContext,
  { item, read, after, members, change, stated }: ChangedRead,
  { earlier = [] }: Observation,
): readonly (Fault | undefined)[] {
  if (!isMade(change) || !setsMembers(contract, change.operation)) return [];
  const steps = earlier.slice(0, earlier.indexOf(change.observation));
  const isRead = (step: Observation): boolean => step.case.operation === read.id && isOfItem(step, item.step);
  const last = steps.findLast(isRead);
  const before = last && itemValue(contract, last);
  if (last === undefined || !isJsonObject(before)) return [];
  const sent = sentItem(contract, change.operation, change.observation.case.input.body);
  const isChanged = Object.keys(isJsonObject(sent) ? sent : {}).some(
    (name) => !sameJson(ownValue(before, name) ?? null, ownValue(after, name) ?? null),
  );
  const elapsedMs = timeBetween(last, change.observation);
  const pair = { before, after, changing: change.operation, read, elapsedMs };
  return [
    movedCreate(members, pair),
    isChanged ? keptUpdate(members, pair) : undefined,
    isChanged ? withoutTime(stated, pair) : undefined,
  ];
}

/**
 * Judges an item after a change whose text states that it sets a time, as in "sets `edited_at`": this member must
 * contain a time.
 */
function withoutTime(stated: readonly string[], { after, changing, read }: Pair): Fault | undefined {
  const name = unsetTime(stated, after);
  if (name === undefined) return undefined;
  const message = `${read.id} returns no \`${name}\` after ${changing.id} changed the item. The contract states that ${changing.id} sets it.`;
  return {
    member: memberNamed([name]),
    kind: 'time-not-set',
    message,
    expected: 'a time',
    received: orOmitted(ownValue(after, name)),
  };
}

interface Pair {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly changing: Operation;
  readonly read: Operation;
  /** The milliseconds between the read before the change and the change. */
  readonly elapsedMs: number;
}

function movedCreate({ created }: TimeMembers, { before, after, changing, read }: Pair): Fault | undefined {
  const [one, other] = [timeOf(before, created), timeOf(after, created)];
  if (created === undefined || one === undefined || other === undefined || isSameMillisecond(one, other))
    return undefined;
  const message = `${read.id} returns a different \`${created.name}\` after ${changing.id} from the one before it.`;
  return { member: created, kind: 'create-time-changed', message, expected: one.text, received: other.text };
}

function keptUpdate({ updated }: TimeMembers, { before, after, changing, read, elapsedMs }: Pair): Fault | undefined {
  const [one, other] = [timeOf(before, updated), timeOf(after, updated)];
  if (updated === undefined || one === undefined || other === undefined || other.ms > one.ms) return undefined;
  const isBack = one.ms - other.ms >= SKEW_MS;
  if (!isBack && (elapsedMs < LEAST_MS || areMinutes(one, other) || !isSameTime(one, other))) return undefined;
  const message = `${read.id} returns ${isBack ? 'an earlier' : 'the same'} \`${updated.name}\` after ${changing.id} changed the item.`;
  return { member: updated, kind: 'update-time-wrong', message, expected: 'a later time', received: other.text };
}

/** The milliseconds between the requests of two calls; 0 if their times were not recorded. */
function timeBetween(one: Observation, other: Observation): number {
  const [from, to] = [one, other].map(({ exchanges }) => exchanges.at(-1)?.arrivedAt);
  return from === undefined || to === undefined ? 0 : to - from;
}

import type { Case, CaseInput } from '../../../../../contract/case.js';
import { sentSchemas } from '../../../../../contract/collections/envelope.js';
import { statedMembers } from '../../../../../contract/collections/reply-members.js';
import { isValidInput } from '../../../../../contract/inputs/input-violations.js';
import { type Json, isJsonObject } from '../../../../../contract/json/json.js';
import type { Operation, RepeatKey } from '../../../../../contract/operation.js';
import { sameJson } from '../../../../../rules/values/same-json.js';
import { keyOf, repeatIn, repeatOf } from '../../../../../rules/state/evidence/repeat-key.js';
import { sizeOf } from '../../planned/accepted-cases.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { schedulesAtOnce } from './at-once-schedules.js';
import { madeKeys } from './repeat-keys.js';
import type { ItemSteps } from './item-steps.js';

/** The expectation of a second call with the idempotency key of an earlier call. The service may refuse it. */
const ANSWERED: Partial<Case> = { expect: { kind: 'answered' } };

/** The number of concurrent calls, and the number of events of each call (see `schedulesAtOnce`). */
const AT_ONCE = { calls: 2, events: 3 } as const;

/**
 * Sequences for a create with an idempotency key: the header parameter `Idempotency-Key`, or a member of the body.
 * Operations with the extension `x-<prefix>-repeat` have other sequences.
 * - Equal requests with the same key are sent one after another, between two reads of the list. This is done with the
 *   first input and with the input that has the most members: after the first input, such as a refund of everything,
 *   the service may have to refuse any second request.
 * - If the key is a header, equal requests are also sent concurrently.
 * - If the contract states how a different request with the same key is refused, such a request is sent, too.
 */
export function keyedCreates(items: ItemSteps): readonly PlannedSequence[] {
  const { create } = items.collection;
  if (create === undefined || create.repeat !== undefined) return [];
  const [first] = items.creates;
  const isHeaderKey = repeatOf(create)?.key?.in === 'header';
  const fullest = items.creates.toSorted((one, other) => sizeOf(other) - sizeOf(one))[0];
  const [inTurn, full, atOnce, different] = (
    [
      ['in-turn', first],
      ['full', fullest === first ? undefined : fullest],
      ['at-once', first],
      ['conflict', first],
    ] as const
  ).map(([name, made]) => keyedInput(items, create, name, made));
  return [
    ...(inTurn === undefined ? [] : [repeatedInTurn(items, create, `keyed-${create.id}`, inTurn)]),
    ...(full === undefined ? [] : [repeatedInTurn(items, create, `keyed-full-${create.id}`, full)]),
    ...(atOnce === undefined || !isHeaderKey ? [] : [repeatedAtOnce(create, atOnce)]),
    ...(different === undefined ? [] : differentWithKey(items, create, different)),
  ];
}

/** A sequence of two create calls with the same idempotency key and different bodies. */
function differentWithKey(
  { contract, distinct }: ItemSteps,
  create: Operation,
  first: CaseInput,
): readonly PlannedSequence[] {
  const other = distinct.find(({ input }) => !sameJson(input.body ?? null, first.body ?? null));
  if (repeatIn(contract, create)?.conflict === undefined || other === undefined) return [];
  const steps = new Steps(`keyed-conflict-${create.id}`);
  steps.add(create, { input: first }, ANSWERED);
  steps.add(create, { input: { ...first, body: other.input.body ?? null } }, ANSWERED);
  return [{ ...steps.extraSequence(), isRepeated: true }];
}

function repeatedInTurn({ addWalk }: ItemSteps, create: Operation, name: string, input: CaseInput): PlannedSequence {
  const steps = new Steps(name);
  addWalk(steps);
  for (let call = 0; call < 2; call += 1) steps.add(create, { input }, ANSWERED);
  addWalk(steps);
  return { ...steps.extraSequence(), isRepeated: true };
}

function repeatedAtOnce(create: Operation, input: CaseInput): PlannedSequence {
  const steps = new Steps(`keyed-at-once-${create.id}`);
  const [schedule = []] = schedulesAtOnce(AT_ONCE.calls, AT_ONCE.events, [create.id, 'keyed-at-once']);
  for (let lane = 0; lane < AT_ONCE.calls; lane += 1) steps.add(create, { input }, { ...ANSWERED, lane });
  steps.add(create, { input }, ANSWERED);
  return steps.sequenceAtOnce(schedule);
}

/**
 * An input of a create operation, with an idempotency key if the contract permits one. Each sequence has a different
 * key.
 */
function keyedInput(
  { contract, creates, salt }: ItemSteps,
  create: Operation,
  name: string,
  made: { readonly input: CaseInput } | undefined,
): CaseInput | undefined {
  const key = repeatOf(create)?.key;
  if (key === undefined || made === undefined) return undefined;
  const isStated = key.in === 'header' || statedMembers(contract.schemas, sentSchemas(contract, create)).has(key.name);
  if (!isStated) return undefined;
  const own = creates
    .map(({ input }) => keyOf(input, key))
    .filter((value) => typeof value === 'string' && /^[!-~]{8,}$/.test(value));
  return [...madeKeys(`${create.id} ${name} ${salt}`), ...(salt === '' ? own : [])]
    .map((value) => withKey(made.input, key, value))
    .find((input) => isValidInput(contract, create, input));
}

function withKey(input: CaseInput, { in: place, name }: RepeatKey, value: Json | undefined): CaseInput {
  const added = { [name]: value ?? null };
  if (place === 'header') return { ...input, header: { ...input.header, ...added } };
  return { ...input, body: { ...(isJsonObject(input.body) && input.body), ...added } };
}

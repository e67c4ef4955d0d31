import type { Case, CaseInput } from '../../../../../contract/case.js';
import { isValidInput } from '../../../../../contract/inputs/input-violations.js';
import type { Operation } from '../../../../../contract/operation.js';
import { keyOf, repeatOf } from '../../../../../rules/state/evidence/repeat-key.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { schedulesAtOnce } from './at-once-schedules.js';
import { madeKeys } from './repeat-keys.js';
import type { ItemSteps } from './item-steps.js';

/** The expectation of a second call with a known key. The service may refuse it. */
const ANSWERED: Partial<Case> = { expect: { kind: 'answered' } };

/** The number of concurrent calls, and the number of events of each call (see `schedulesAtOnce`). */
const AT_ONCE = { calls: 2, events: 3 } as const;

/**
 * Sequences for a create that has the header parameter `Idempotency-Key` but not `x-<prefix>-repeat`. Equal requests
 * with one key are sent one after another, between two reads of the list. They are also sent concurrently.
 */
export function keyedCreates(items: ItemSteps): readonly PlannedSequence[] {
  const { create } = items.collection;
  if (create === undefined || create.repeat !== undefined) return [];
  const inputs = ['in-turn', 'at-once'].map((name) => keyedInput(items, create, name));
  const [inTurn, atOnce] = inputs;
  if (inTurn === undefined || atOnce === undefined) return [];
  return [repeatedInTurn(items, create, inTurn), repeatedAtOnce(create, atOnce)];
}

function repeatedInTurn({ addWalk }: ItemSteps, create: Operation, input: CaseInput): PlannedSequence {
  const steps = new Steps(`keyed-${create.id}`);
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

/** The first input of a create, with an added key, if the contract permits this. Each sequence has a different key. */
function keyedInput({ contract, creates, salt }: ItemSteps, create: Operation, name: string): CaseInput | undefined {
  const key = repeatOf(create)?.key;
  const [made] = creates;
  if (key?.in !== 'header' || made === undefined) return undefined;
  const own = creates
    .map(({ input }) => keyOf(input, key))
    .filter((value) => typeof value === 'string' && /^[!-~]{8,}$/.test(value));
  return [...madeKeys(`${create.id} ${name} ${salt}`), ...(salt === '' ? own : [])]
    .map((value): CaseInput => ({ ...made.input, header: { ...made.input.header, [key.name]: value ?? null } }))
    .find((input) => isValidInput(contract, create, input));
}

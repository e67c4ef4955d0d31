import type { CaseInput } from '../../../../../contract/case.js';
import type { ItemChange } from '../../../../../contract/collections/collection.js';
import { sentSchemas } from '../../../../../contract/collections/envelope.js';
import { statedDefaults } from '../../../../../contract/collections/reply-members.js';
import { joinPointer } from '../../../../../contract/json/json-pointer.js';
import { type Json, isJsonObject, ownValue } from '../../../../../contract/json/json.js';
import { isUnsetValue } from '../../../../../contract/json/unset-value.js';
import type { Operation } from '../../../../../contract/operation.js';
import { sameJson } from '../../../../../rules/values/same-json.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { schedulesAtOnce } from './at-once-schedules.js';
import { membersOf } from '../bodies/compared-bodies.js';
import { type ItemSteps, addChange } from './item-steps.js';

/** A sequence in which two lanes change different members of one item concurrently. */
export function changesAtOnce(
  items: ItemSteps,
  create: Operation,
  change: ItemChange,
  made: CaseInput,
  bodies: readonly CaseInput[],
): readonly PlannedSequence[] {
  const single = bodies.flatMap((input) =>
    membersOf(input).flatMap((name) => {
      const value = ownValue(input.body ?? null, name) ?? null;
      const body = { [name]: value };
      const isNew = typeof value !== 'object' && isOtherValue(items, create, made, name, value);
      return isNew && items.isAccepted(change.operation, body) ? [[name, { ...input, body }] as const] : [];
    }),
  );
  // Changes to `true` come last: a member that the create omits is often `true` already.
  const [first, second] = [...new Map(single)]
    .toSorted(([, one], [, other]) => Number(isTrue(one)) - Number(isTrue(other)))
    .map(([, input]) => input);
  if (change.kind !== 'modify' || first === undefined || second === undefined) return [];
  const steps = new Steps(`at-once-${change.operation.id}`);
  const item = steps.add(create, { input: made });
  for (const [lane, body] of [first, second].entries()) addChange(steps, change, item, body, { lane });
  items.addRead(steps, item);
  // Each request has three events: it arrives, its body ends, and its reply is returned.
  const [schedule = []] = schedulesAtOnce(2, 3, [change.operation.id]);
  return [steps.sequenceAtOnce(schedule)];
}

/**
 * Whether a change to the value would be visible: the member has a different value after the create. A member that the
 * create omits may then have its default or, without one, an unset value.
 */
function isOtherValue(items: ItemSteps, create: Operation, made: CaseInput, name: string, value: Json): boolean {
  const own = ownValue(made.body ?? null, name);
  if (own !== undefined) return !sameJson(value, own);
  const { contract } = items;
  const presets = statedDefaults(contract.schemas, sentSchemas(contract, create), joinPointer('', name));
  if (presets.length > 0) return !presets.some((preset) => sameJson(preset, value));
  return !isUnsetValue(value);
}

function isTrue({ body }: CaseInput): boolean {
  return isJsonObject(body) && Object.values(body).includes(true);
}

import { returnedItemSchema } from '../../contract/collections/envelope.js';
import { statedMembers, withAttributes } from '../../contract/collections/reply-members.js';
import type { Contract } from '../../contract/contract.js';
import { joinPointer } from '../../contract/json/json-pointer.js';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import type { Operation } from '../../contract/operation.js';
import { textsInPlace } from '../../contract/wire/decode-value.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, judgedEach, responder } from '../rule.js';
import { sameJson } from '../values/same-json.js';
import { changesOf, isItemChange, isMade, itemOf, readsOf, setsMembers } from './evidence/item-changes.js';
import { itemValue } from './evidence/item-values.js';

/** A version number that counts the changes of an item grows by exactly one with each change. */
export const countedVersion: TrialRule = {
  id: 'state/counted-version',
  severity: 'must',
  statement:
    'If the description of an integer states that it grows by one with each change of the item, it grows by exactly one with each PUT or PATCH that changes another member.',
  source: 'the contract: the description of the member',
  repair: 'Add one to the number in each change, or correct its description.',
  backends: REAL_SERVICE,
  reads: 'reply',
  judgesCase: true,
  check: (trial, context) =>
    trial.operation.method === 'get' && context.isolated
      ? judgedEach(trial, (observation) => wrongVersions(trial, context, observation))
      : undefined,
};

function wrongVersions(
  trial: Trial,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const { contract } = context;
  const item = itemOf(contract, observation);
  const value = itemValue(contract, observation);
  const names = item === undefined ? [] : countedMembers(contract, trial.operation);
  if (item === undefined || !isJsonObject(value) || names.length === 0) return undefined;
  const { earlier = [] } = observation;
  const before = readsOf(contract, earlier, item).at(-1);
  const since = before === undefined ? [] : earlier.slice(earlier.indexOf(before.step) + 1);
  const made = changesOf(contract, { earlier: since }, item).filter(isMade);
  const [change, ...others] = made;
  if (change === undefined || others.length > 0 || !isJsonObject(before?.value ?? null)) return undefined;
  const isSetting = setsMembers(contract, change.operation) && isItemChange(context, item, change.operation);
  const known = before?.value as JsonObject;
  if (!isSetting || !isChanged(known, value, names)) return undefined;
  return names.flatMap((name): readonly Violation[] => {
    const [old, now] = [known[name], value[name]];
    if (typeof old !== 'number' || typeof now !== 'number' || now === old + 1) return [];
    return [
      {
        surface: observation.surface,
        pointer: `/response/body${joinPointer('', name)}`,
        kind: 'not-counted',
        message: `${trial.operation.id} returns ${now} at ${name} after ${change.operation.id} changed the item once; it was ${old} before.`,
        expected: old + 1,
        received: now,
        blame: responder(context),
        cause: `${change.operation.id} ${name}`,
      },
    ];
  });
}

/**
 * Whether an item changed in any member except times and the version numbers in `counted`. A service need not count a
 * change that has no effect.
 */
function isChanged(before: JsonObject, now: JsonObject, counted: readonly string[]): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(now)].filter((name) => !counted.includes(name)));
  return [...names].some((name) => !TIME.test(name) && !sameJson(before[name] ?? null, now[name] ?? null));
}

const TIME = /(?:[-_](?:at|on|time|date)|At|On|Time|Date)$/;
/** Matches descriptions such as "grows by one with each change" and "is incremented by 1 on every update". */
const COUNTED =
  /\b(?:grows?|increas\w+|increment\w+|rises?|goes up|raised)(?: \w+){0,2}? (?:by )?(?:exactly )?(?:one|1) (?:with|on|for|at|after|by) (?:each|every)\b(?: \w+){0,2}? (?:change|update|modification|write)/i;

const known = new WeakMap<Operation, readonly string[]>();

/** The integer members of an item that count its changes, according to their descriptions. */
function countedMembers(contract: Contract, read: Operation): readonly string[] {
  const cached = known.get(read);
  if (cached !== undefined) return cached;
  const { schemas } = contract;
  const item = returnedItemSchema(contract, read);
  const members = item === undefined ? [] : [...withAttributes(schemas, statedMembers(schemas, [item]))];
  const names = members
    .filter(([, stated]) => textsInPlace(schemas, stated).some((text) => COUNTED.test(text)))
    .map(([name]) => name);
  known.set(read, names);
  return names;
}

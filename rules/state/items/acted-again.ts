import { statesNoSecondEffect } from '../../../contract/collections/changes/stated-repetition.js';
import { statedMembers } from '../../../contract/collections/reply-members.js';
import type { Contract } from '../../../contract/contract.js';
import { inputText } from '../../../contract/input-text.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import { isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../../contract/operation.js';
import { schemasInPlace } from '../../../contract/wire/decode-value.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { replyOf } from '../../reply.js';
import { type TrialContext, responder } from '../../rule.js';
import { orOmitted } from '../../values/omitted.js';
import { sameJson } from '../../values/same-json.js';
import { type ItemChanged, changesOf, isMade, isOfItem, itemOf, volatileMembers } from '../evidence/item-changes.js';
import { itemSchema, itemValue } from '../evidence/item-values.js';

/** Matches names of members that may differ after every call, even if the call has no effect, such as `last_seen`. */
const OF_EVERY_CALL = /version|revision|etag|(?:^|_)(?:seen|viewed|accessed|modified|updated)/i;

/**
 * Judges the read of an item after an action, such as `POST /articles/{id}/favourite`, was called twice with the same
 * input. If the description of the action states that a second call changes nothing, the item must be as it was after
 * the first call. `undefined` if there were no two such calls, or if the item was not read twice between them. Members
 * that differ between these two reads are ignored.
 */
export function actedAgainFaults(
  read: Operation,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const { contract } = context;
  const item = itemOf(contract, observation);
  const changes = item === undefined ? [] : changesOf(contract, observation, item);
  const [first, second] = [changes.at(-2), changes.at(-1)];
  if (item === undefined || first === undefined || second === undefined || !isRepetition(first, second))
    return undefined;
  const { earlier = [] } = observation;
  const between = earlier.slice(earlier.indexOf(first.observation) + 1, earlier.indexOf(second.observation));
  const reads = between.filter((step) => step.case.operation === read.id && isOfItem(step, item.step));
  const [earliest, before] = reads.slice(-2).map((step) => itemValue(contract, step));
  const after = itemValue(contract, observation);
  const reply = replyOf(observation);
  const shown = reply && itemSchema(contract, read, reply);
  if (![earliest, before, after].every(isJsonObject) || shown === undefined) return undefined;
  const ignored = volatileMembers(contract, observation, item);
  const name = comparedMembers(contract, shown.schema).find(
    (each) =>
      !ignored.has(each) &&
      sameJson(ownValue(earliest, each) ?? null, ownValue(before, each) ?? null) &&
      !sameJson(ownValue(before, each) ?? null, ownValue(after, each) ?? null),
  );
  if (name === undefined) return [];
  const { id } = second.operation;
  return [
    {
      surface: observation.surface,
      pointer: joinPointer(shown.at, name),
      kind: 'changed-by-second-call',
      message: `${read.id} returns a different \`${name}\` after ${id} was called a second time with the same input. The description of ${id} states that a second call changes nothing.`,
      expected: orOmitted(ownValue(before, name)),
      received: orOmitted(ownValue(after, name)),
      blame: responder(context),
      cause: id,
      status: reply?.status ?? 0,
      repair: `Make ${id} change the item only if the item does not have the new state yet.`,
    },
  ];
}

function isRepetition(first: ItemChanged, second: ItemChanged): boolean {
  const [one, other] = [first, second].map(({ observation: { case: called } }) => inputText(called.input));
  return (
    first.operation === second.operation &&
    first.operation.method === 'post' &&
    statesNoSecondEffect(first.operation) &&
    one === other &&
    isMade(first) &&
    isMade(second)
  );
}

/**
 * The members of an item that must stay the same if a call has no effect. Times and versions are not among them,
 * because every call may change them.
 */
function comparedMembers({ schemas }: Contract, schema: SchemaUri): readonly string[] {
  return [...statedMembers(schemas, [schema])].flatMap(([name, uris]) => {
    const formats = uris.flatMap((uri) =>
      [...schemasInPlace(schemas, uri).values()].map((at) => ownValue(at, 'format')),
    );
    const isTime =
      formats.some((format) => ['date-time', 'date', 'time'].includes(String(format))) || /_at$|At$/.test(name);
    return isTime || OF_EVERY_CALL.test(name) ? [] : [name];
  });
}

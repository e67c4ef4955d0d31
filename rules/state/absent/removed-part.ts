import { isSetPart } from '../../../contract/collections/changes/set-part.js';
import type { Contract } from '../../../contract/contract.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import { type Json, isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { Operation } from '../../../contract/operation.js';
import { isEqualPath, lastSegment } from '../../../contract/path-relations.js';
import { isPluralOf, plainName } from '../../../contract/plain-name.js';
import { sentencesOf, wordsOf } from '../../../contract/sentences.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { isAbsent, replyOf } from '../../reply.js';
import { type TrialContext, responder } from '../../rule.js';
import { type ItemChanged, changesOf, isMade, isOfItem, itemOf, readsOf } from '../evidence/item-changes.js';
import { itemValue } from '../evidence/item-values.js';

/**
 * Judges the calls after the DELETE of a part of an item that has no GET of its own, such as `/carts/{cart_id}/coupon`.
 * These are a read of the item (the cart), and a second DELETE of the part. `undefined` if there was no such DELETE.
 */
export function removedPartFaults(
  operation: Operation,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  if (operation.method === 'get') return readFaults(operation, context, observation);
  return operation.method === 'delete' ? secondFaults(operation, context, observation) : undefined;
}

/**
 * The minimum number of characters of a text that is compared. A shorter text may be equal to a text of the request by
 * chance.
 */
const LEAST_TEXT = 3;

/**
 * Judges the read of an item, such as a cart, after the DELETE of its part, such as a coupon. Two earlier reads must
 * show in which member of the item the part is: after the PUT of the part, the member has a text of the PUT, which it
 * did not have before. After the DELETE, the item must still be found, and the member must no longer have this text.
 */
function readFaults(
  read: Operation,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const { contract } = context;
  const { earlier = [] } = observation;
  const item = itemOf(contract, observation);
  const status = replyOf(observation)?.status;
  const changes = item === undefined ? [] : changesOf(contract, observation, item);
  const [put, removal] = changes.slice(-2);
  if (item === undefined || status === undefined || put?.operation.method !== 'put') return undefined;
  if (removal === undefined || !isMade(put) || !isRemovalOf(contract, removal, put.operation, read)) return undefined;
  const [from, to] = [put, removal].map((change) => earlier.indexOf(change.observation));
  const before = readsOf(contract, earlier.slice(0, from), item).at(-1)?.value ?? null;
  const set = readsOf(contract, earlier.slice(from, to), item).at(-1)?.value ?? null;
  const sent = new Set(textsOf(put.observation.case.input.body));
  const isShown = (value: Json, name: string): boolean => textsOf(ownValue(value, name)).some((text) => sent.has(text));
  const names = Object.keys(isJsonObject(set) ? set : {}).filter(
    (name) => isShown(set, name) && !isShown(before, name),
  );
  const [name] = names;
  if (name === undefined) return undefined;
  const { id } = removal.operation;
  const about = { surface: observation.surface, blame: responder(context), status, cause: id } as const;
  if (isAbsent(status)) {
    const message = `${read.id} does not find the item after ${id}, which removes only a part of it.`;
    return [
      { ...about, pointer: '/response/status', kind: 'item-removed', message, expected: 'the item', received: status },
    ];
  }
  const after = itemValue(contract, observation);
  if (!isJsonObject(after)) return undefined;
  if (names.some((each) => !isShown(after, each))) return [];
  const message = `${read.id} still returns the part at ${joinPointer('', name)} that ${id} removed before.`;
  const values = { expected: ownValue(before, name) ?? null, received: ownValue(after, name) ?? null };
  return [{ ...about, pointer: joinPointer('/response/body', name), kind: 'part-still-there', message, ...values }];
}

/** Whether a change is a successful DELETE of the part that this PUT sets. */
function isRemovalOf(contract: Contract, removal: ItemChanged, put: Operation, read: Operation): boolean {
  const { method, path } = removal.operation;
  const isOfPart = method === 'delete' && isEqualPath(path, put.path);
  return isOfPart && isMade(removal) && isSetPart(contract, removal.operation, read);
}

/** The texts in a value, at any depth of its objects. */
function textsOf(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return value.length >= LEAST_TEXT ? [value] : [];
  return isJsonObject(value) ? Object.values(value).flatMap(textsOf) : [];
}

/**
 * Judges a second DELETE of the same part. The second DELETE must be refused if a read between the two shows that the
 * part is gone, and if the description of the 404 states that an item may have no such part.
 */
function secondFaults(
  operation: Operation,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const { contract, collections = [] } = context;
  const item = itemOf(contract, observation);
  const read = collections.find(({ create }) => create === item?.create)?.read?.operation;
  const first = item === undefined ? undefined : changesOf(contract, observation, item).at(-1);
  const status = replyOf(observation)?.status;
  if (item === undefined || first === undefined || read === undefined) return undefined;
  if (status === undefined || status === 202) return undefined;
  if (!isRemovalOf(contract, first, operation, read) || !statesAbsence(operation)) return undefined;
  if (!isSuccess(status)) return [];
  const { earlier = [] } = observation;
  const at = earlier.findLastIndex((step) => step.case.operation === read.id && isOfItem(step, item.step));
  const last = earlier[at];
  // If the first DELETE did not remove the part, the second one finds it.
  const shown = last && readFaults(read, context, { ...last, earlier: earlier.slice(0, at) });
  if (shown === undefined || shown.length > 0) return undefined;
  const { id } = operation;
  const message = `${id} answers ${status} again after it removed the part. The description of its 404 states that the part may be missing.`;
  const about = { surface: observation.surface, blame: responder(context), status, cause: id } as const;
  return [
    { ...about, pointer: '/response/status', kind: 'part-removed-twice', message, expected: 404, received: status },
  ];
}

/** Matches descriptions of a 404 that may mean something else than a missing part. */
const UNCLEAR = /\b(?:unless|may|might|also|even if|either way|204|200)\b/i;
/** Matches texts that permit a second DELETE of the same part. */
const REPEATABLE = /\b(?:idempotent|even if|no effect|nothing|either way|regardless|whether or not)\b/i;
/**
 * Matches the words before the name of a missing part: "it has no" in "it has no coupon", "no such" in "no such
 * coupon".
 */
const MISSING =
  /\b(?:has|have|is|with|or) (?:no|not an?)(?: (?:such|applied|current|more))? $|\bno such $|\bwithout (?:an? )?$/i;

/** Whether the description of the 404 states that an item may have no such part, as in "it has no coupon". */
function statesAbsence({ path, summary, description: own, responses }: Operation): boolean {
  const noun = plainName(lastSegment(path));
  const isPart = (word: string): boolean => plainName(word) === noun || isPluralOf(noun, plainName(word));
  if (REPEATABLE.test(`${summary} ${own} ${responses.map(({ description }) => description).join(' ')}`)) return false;
  return responses
    .filter(({ status, description }) => status === '404' && !UNCLEAR.test(description))
    .flatMap(({ description }) => sentencesOf(description))
    .some((sentence) => {
      const words = wordsOf(sentence);
      return words.some((word, at) => isPart(word) && MISSING.test(`${words.slice(0, at).join(' ')} `));
    });
}

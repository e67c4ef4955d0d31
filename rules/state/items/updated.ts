import { isOtherPost } from '../../../contract/collections/change-kind.js';
import { sentItem, sentSchemas } from '../../../contract/collections/envelope.js';
import { withoutRepeatedId } from '../../../contract/collections/body/repeated-id.js';
import type { Contract } from '../../../contract/contract.js';
import { identifiersIn } from '../../../contract/inputs/identifiers.js';
import { valueAt } from '../../../contract/json/json-pointer.js';
import { isJsonObject } from '../../../contract/json/json.js';
import { isMergePatchType } from '../../../contract/wire/message.js';
import type { Operation } from '../../../contract/operation.js';
import { isBelowPath } from '../../../contract/path-relations.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { isAbsent, replyOf } from '../../reply.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, judgedEach, responder } from '../../rule.js';
import { SYSTEMATIC } from '../../values/json-difference.js';
import {
  type ItemChanged,
  changesAt,
  changesOf,
  isItemChange,
  isMade,
  isRemoved,
  itemOf,
  hasRemovedAbove,
  setsMembers,
} from '../evidence/item-changes.js';
import { isInvalidChange } from '../evidence/merge-patch.js';
import { type CreatedItem, itemViolation, itemSchema, itemValue } from '../evidence/item-values.js';
import { type StoredDifference, storedDifferences } from './changes/change-differences.js';
import { replyDifferences } from './changes/change-reply.js';
import { otherChangedFaults } from './changes/other-changed.js';
import { otherListedFaults } from './changes/other-listed.js';
import { isChangedBeside } from './puts/put-beside.js';
import { notConverted } from '../../values/stated/unchanged-texts.js';
import { memberPlaces } from '../evidence/member-places.js';

/** The service stores what a PUT or a PATCH changes. */
export const updated: TrialRule = {
  id: 'state/updated',
  severity: 'must',
  statement:
    'After a successful PUT or PATCH (other than 202), a GET of the same path finds the item. The GET returns each member of the request with the value of the request, if the schema of the reply has the member.',
  details: [
    'A list may have the order that its description states, and a text is changed as its description states.',
    'The reply to the PUT or PATCH itself returns the same values, if its status is 200 or 201 and it has the schema of the GET.',
    'If the path names a part of an item, such as `/orders/{id}/lines/{line_id}`, and the reply contains the whole item, the part in the list `lines` has these values.',
    'A PATCH does not remove other members or reset them to their defaults. It does not reset two or more changed members to their values before all changes either. A PATCH that only changes the state of an item may clear members. For a PATCH with the media type of JSON:API, the same holds for the attributes of the resource object.',
    'A PATCH that names only texts sets no other member to an empty value, false or zero.',
    'A JSON merge patch keeps the members of nested objects that it does not name, and removes the members that it sets to null.',
    'PUT and PATCH find every item that exists; a request that names other items is not judged, because one of them may not exist.',
    'A PUT or PATCH of one item does not set its values on a different item; booleans, empty values and objects are not judged.',
    'A change with a field mask, such as `update_mask`, sets only the members that the mask names.',
    'A POST on the path of an item is judged as a PATCH if it only sets members: its body has only optional members, which are members of the item, its reply has the schema of the GET, and the path has no PUT and no PATCH.',
    'A PUT is judged as a PATCH if its body has no required member, and a sentence of its description states that members which are not in the body keep their values.',
    'An empty string is not judged if it may unset the member.',
    'If a description states that a PATCH, or a POST that is judged as one, merges the entries of a map, the map keeps the entries that the request does not name.',
  ],
  source:
    'RFC 9110 §9.3.4: a successful PUT suggests that a GET returns an equivalent representation; the contract: the schema of the reply is that of the GET; RFC 5789 §2 and RFC 7396: a patch changes what it describes; AIP-134 and AIP-161 (field masks)',
  repair:
    'Store every member of the request, return the item as it is after the change, and keep all other members after a PATCH. Change only the item that the path identifies. Or answer 202 if the change is made later.',
  backends: REAL_SERVICE,
  reads: 'reply',
  judgesCase: true,
  check: (trial, context) =>
    judgedEach(trial, (observation) => faultsOf(trial, context, observation, itemOf(context.contract, observation))),
};

function faultsOf(
  { operation }: Trial,
  context: TrialContext,
  observation: Observation,
  item: CreatedItem | undefined,
): readonly Violation[] | undefined {
  const { contract } = context;
  const changes = item === undefined ? changesAt(contract, observation) : changesOf(contract, observation, item);
  // The rule `state/conditional-requests` judges a change that was refused because of its precondition.
  if (isRemoved(changes, operation.path) || isRefusedByCondition(changes.at(-1))) return undefined;
  if (setsMembers(contract, operation)) {
    // A second change is not judged, because the read after the first change already shows what the first change lost.
    // An invalid change is not judged, because its body may also name a different item that does not exist.
    const isInvalid = observation.case.expect.kind === 'rejected';
    const isCertain = !isInvalid && !refersToOthers(contract, operation, observation);
    const lost =
      item && isCertain && !changes.some(isMade) && isItemChange(context, item, operation)
        ? notFound(context, observation, operation.id, item.create.id)
        : undefined;
    const other = otherReply(operation, context, observation, item);
    return lost === undefined ? other : [...lost, ...(other ?? [])];
  }
  const others = operation.method === 'get' ? othersFaults(operation, context, observation, item) : undefined;
  if (others !== undefined && others.length > 0) return others;
  const change = changes.findLast(isMade);
  // The rule `state/acted` judges actions.
  if (operation.method !== 'get' || change === undefined || isOtherPost(contract, change.operation)) return others;
  // The rule `state/put-item` judges a read of an item after a different item was changed.
  const isBeside = item === undefined && isChangedBeside(contract, observation, change.observation);
  return isInvalidChange(contract, change) || isBeside
    ? others
    : (otherRead(operation, context, observation, item, change) ?? others);
}

/**
 * Whether the body of a change contains identifiers of other items. A 404 may then mean that one of these does not
 * exist.
 */
function refersToOthers(contract: Contract, operation: Operation, { case: { input } }: Observation): boolean {
  const { path: _, ...rest } = withoutRepeatedId(contract, operation, input);
  return identifiersIn(contract, operation, rest).length > 0;
}

/** The violations for items that have a value which a change set on a different item. */
function othersFaults(
  operation: Operation,
  context: TrialContext,
  observation: Observation,
  item: CreatedItem | undefined,
): readonly Violation[] | undefined {
  return item === undefined
    ? otherListedFaults(operation, context, observation)
    : otherChangedFaults(context, observation, item);
}

/** The violations for differences between what a change sent and what its own reply returns. */
function otherReply(
  operation: Operation,
  context: TrialContext,
  observation: Observation,
  item: CreatedItem | undefined,
): readonly Violation[] | undefined {
  const differences = replyDifferences(context, operation, observation, item);
  const message = (pointer: string): string =>
    pointer === ''
      ? `The reply to ${operation.id} has none of the new values in the request.`
      : `The reply to ${operation.id} has a different value at ${pointer} from the one in the request.`;
  return (
    differences &&
    violations(context, { operation, observation }, observation.surface, differences.at, differences.found, message)
  );
}

/** The violations for differences between what a change sent and what a later read of the item returns. */
function otherRead(
  operation: Operation,
  context: TrialContext,
  observation: Observation,
  item: CreatedItem | undefined,
  change: ItemChanged,
): readonly Violation[] | undefined {
  const { contract } = context;
  const reply = replyOf(observation);
  const value = itemValue(contract, observation);
  const shown = reply && itemSchema(contract, operation, reply);
  const { operation: changing } = change;
  // A change of a part of the item is not judged, because its members may have the names of members of the item.
  if (isBelowPath(changing.path, operation.path)) return undefined;
  if (changing.method === 'put' && changing.path === operation.path && isAbsent(reply?.status))
    return notFound(context, observation, operation.id, changing.id);
  if (shown === undefined || !isJsonObject(value)) return undefined;
  const sent = sentItem(contract, changing, change.observation.case.input.body);
  const message = (pointer: string): string => {
    if (pointer === '') return `${operation.id} returns none of the new values that ${changing.id} accepted before.`;
    return sent === undefined || valueAt(sent, pointer) !== undefined
      ? `${operation.id} returns a different value at ${pointer} from the one that ${changing.id} stored before.`
      : `${operation.id} returns a different value at ${pointer} after ${changing.id}, whose request does not contain it.`;
  };
  const found = storedDifferences({ context, change, item, stated: [shown.schema], value }, observation);
  return violations(context, change, observation.surface, shown.at, found, message);
}

/** A violation for each difference between a change and a reply. `at`: pointer to the item in the reply. */
function violations(
  context: TrialContext,
  { operation: changing, observation: { case: changed } }: ItemChanged,
  surface: string,
  at: string,
  found: readonly StoredDifference[],
  message: (pointer: string) => string,
): readonly Violation[] {
  const { contract } = context;
  const sent = sentItem(contract, changing, changed.input.body) ?? null;
  const placeOf = memberPlaces(contract.schemas, sentSchemas(contract, changing), sent, found);
  return found.map(({ kind, ...difference }) => {
    const about = WORDS[kind]?.(changing, difference.pointer) ?? message(difference.pointer);
    const other = { ...difference, kind: 'changed' } as const;
    const place = placeOf(difference.pointer);
    const violation = itemViolation(context, surface, changing, at, about, other, place);
    if (place.isWhole) return violation;
    return WHOLE.has(kind) ? { ...violation, kind, cause: changing.id } : { ...violation, kind };
  });
}

/** The messages of those kinds of differences for which the general message would be unclear. */
const WORDS: Readonly<Record<string, (changing: Operation, pointer: string) => string>> = {
  'not-merged': notMergedMessage,
  'not-converted': (_, pointer) => notConverted(pointer),
  'set-despite-mask': ({ id }, pointer) =>
    `${id} changes ${pointer}, although the field mask of the request does not name it.`,
};

function notMergedMessage({ id, requestBody }: Operation, pointer: string): string {
  if (!isMergePatchType(requestBody?.content[0]?.mediaType))
    return `The request of ${id} names only some entries of ${pointer}. The contract states that the others are kept, but the service does not return them as they were.`;
  return `The request of ${id} is a JSON merge patch. It must keep the members of ${pointer} that it does not name (RFC 7396 §2), but the service does not return them as they were.`;
}

function isRefusedByCondition(change: ItemChanged | undefined): boolean {
  return change?.observation.case.raw?.fault === 'condition' && !isMade(change);
}

/** Kinds of violations that become one finding for an operation, even if they occur in several members. */
const WHOLE: ReadonlySet<string> = new Set([
  'not-stored',
  'not-returned',
  'reset-by-patch',
  'kept-by-merge-patch',
  'not-merged',
  'set-despite-mask',
  ...SYSTEMATIC,
]);

/**
 * The violation for a 404 or 410 to a call of an item that an earlier call of the operation `writer` created or
 * replaced.
 */
function notFound(
  context: TrialContext,
  observation: Observation,
  caller: string,
  writer: string,
): readonly Violation[] | undefined {
  const reply = replyOf(observation);
  if (reply === undefined) return undefined;
  if (!isAbsent(reply.status) || hasRemovedAbove(context.contract, observation)) return [];
  const { status } = reply;
  const message = `The service answered ${status} to ${caller} of an item that ${writer} stored before.`;
  const about = { surface: observation.surface, pointer: '/response/status', blame: responder(context) } as const;
  return [
    { ...about, kind: 'not-found', message, expected: 'the stored item', received: status, cause: caller, status },
  ];
}

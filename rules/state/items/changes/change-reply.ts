import { returnedItemSchema } from '../../../../contract/collections/envelope.js';
import { statedMembers } from '../../../../contract/collections/reply-members.js';
import type { Contract } from '../../../../contract/contract.js';
import { canonicalJson } from '../../../../contract/json/canonical-json.js';
import { isJsonObject } from '../../../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../../../contract/operation.js';
import { isJsonMediaType } from '../../../../contract/wire/message.js';
import type { Observation } from '../../../../surfaces/observation.js';
import { replyOf } from '../../../reply.js';
import type { TrialContext } from '../../../rule.js';
import { type CreatedItem, itemSchema, itemValue } from '../../evidence/item-values.js';
import { isInvalidChange } from '../../evidence/merge-patch.js';
import { type StoredDifference, returnedDifferences } from './change-differences.js';
import { returnedPart } from './part-reply.js';

interface ReplyDifferences {
  /** Pointer to the item in the reply. */
  readonly at: string;
  readonly found: readonly StoredDifference[];
}

/**
 * The differences between what a PUT or PATCH sent and what its own reply returns, if a 200 or 201 contains the item.
 * If the path names a part of an item, such as `/orders/{id}/lines/{line_id}`, the reply may contain the whole item,
 * here the order. `undefined` if it contains neither. `item`: the item in the path, if an earlier step created it.
 */
export function replyDifferences(
  context: TrialContext,
  operation: Operation,
  observation: Observation,
  item: CreatedItem | undefined,
): ReplyDifferences | undefined {
  const { contract } = context;
  const change = { operation, observation };
  const reply = replyOf(observation);
  if (!isValidChange(operation, observation) || isInvalidChange(contract, change)) return undefined;
  const shown = reply && RETURNING.has(reply.status) ? itemSchema(contract, operation, reply) : undefined;
  const part = shown && returnedPart(contract, operation, observation);
  if (part !== undefined) {
    const compared = { context, change, item: undefined, stated: part.schemas, value: part.value };
    return { at: part.at, found: returnedDifferences(compared, () => true) };
  }
  const value = itemValue(contract, observation);
  const members = shown && itemMembers(contract, operation, shown.schema);
  if (shown === undefined || members === undefined || members.size === 0 || !isJsonObject(value)) return undefined;
  const compared = { context, change, item, stated: [shown.schema], value };
  return { at: shown.at, found: returnedDifferences(compared, (name) => members.has(name)) };
}

/**
 * The statuses of replies that contain the item after the change. After a 202, the change may not have been made yet.
 */
const RETURNING: ReadonlySet<number> = new Set([200, 201]);

/** Whether the request of a change has a valid JSON body that the service should accept. */
function isValidChange({ requestBody }: Operation, { case: { expect, input, raw } }: Observation): boolean {
  const type = input.mediaType ?? requestBody?.content[0]?.mediaType ?? '';
  return raw === undefined && expect.kind !== 'rejected' && isJsonMediaType(type);
}

/**
 * The members in the reply to a change that are members of the item: the GET of the same path has them with the same
 * schema. If the schemas differ in every member, the reply must have all members of the GET. A reply without them may
 * only confirm the change, and have some equal names by chance.
 */
function itemMembers(contract: Contract, { path }: Operation, reply: SchemaUri): ReadonlySet<string> {
  const { schemas } = contract;
  const read = contract.operations.find((each) => each.method === 'get' && each.path === path);
  const schema = read && returnedItemSchema(contract, read);
  if (schema === undefined) return new Set();
  const ofRead = statedMembers(schemas, [schema]);
  const ofReply = statedMembers(schemas, [reply]);
  const isWhole = [...ofRead.keys()].every((name) => ofReply.has(name));
  const texts = (uris: readonly SchemaUri[]): string => canonicalJson(uris.map((uri) => schemas.at(uri)));
  const isSame = (name: string, own: readonly SchemaUri[]): boolean => {
    const known = ofRead.get(name) ?? [];
    return own.some((uri) => known.includes(uri)) || (isWhole && texts(own) === texts(known));
  };
  return new Set([...ofReply].flatMap(([name, own]) => (isSame(name, own) ? [name] : [])));
}

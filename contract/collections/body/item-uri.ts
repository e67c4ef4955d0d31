import type { Contract } from '../../contract.js';
import { joinPointer } from '../../json/json-pointer.js';
import type { Operation } from '../../operation.js';
import { identifierTypes } from '../../wire/decode-value.js';
import { placeIn, replyEnvelope, returnedItemSchema } from '../envelope.js';
import { statedMembers, successSchema } from '../reply-members.js';

/**
 * Names of members that contain the URI of the item itself, such as `@id` in JSON-LD. If an item has several, the first
 * in this list is used.
 */
const NAMES = ['@id', 'iri', 'uri', 'url', 'href', 'self'];

/**
 * JSON pointer to the URI of a new item, in the reply to the operation that creates it. `undefined` if the item has no
 * member with its URI.
 */
export function itemUriPointer(contract: Contract, create: Operation): string | undefined {
  const { schemas } = contract;
  const [reply, item] = [successSchema(create), returnedItemSchema(contract, create)];
  if (reply === undefined || item === undefined) return undefined;
  const members = statedMembers(schemas, [item]);
  const name = NAMES.find((each) => members.get(each)?.every((uri) => identifierTypes(schemas, uri).has('string')));
  return name === undefined ? undefined : joinPointer(placeIn(replyEnvelope(contract, create, reply)), name);
}

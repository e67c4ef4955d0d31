import type { Contract, SchemaSource } from '../../contract.js';
import { isCollectionOf, isStatedByName, nounOf } from '../../inputs/body-references.js';
import { joinPointer } from '../../json/json-pointer.js';
import type { Operation, SchemaUri } from '../../operation.js';
import { isEqualPath } from '../../path-relations.js';
import { identifierTypes } from '../../wire/decode-value.js';
import type { CreatedReference } from '../collection.js';
import { placeIn, replyEnvelope } from '../envelope.js';
import { itemList } from '../item-list.js';
import { listedPlace, listedSchemas, statedMembers, successSchema } from '../reply-members.js';

type Source = Pick<CreatedReference, 'create' | 'id'>;

/**
 * Where a sequence can take an identifier from, for a member such as `copy_id`, if no operation that reads one item
 * shows it: from the reply of the only POST on copies, or from the first element of a list of copies.
 */
export function identifierSource(
  contract: Contract,
  operation: Operation,
  member: string,
  uris: readonly SchemaUri[],
): Source | undefined {
  if (!isStatedByName(member)) return undefined;
  const noun = nounOf(member);
  const named = contract.operations.filter(
    ({ path }) => !isEqualPath(path, operation.path) && isCollectionOf(path, noun),
  );
  const creates = named.flatMap((each) => createdId(contract, each, member, uris) ?? []);
  const sources = creates.length > 0 ? creates : named.flatMap((each) => listedId(contract, each, member, uris) ?? []);
  return sources.length === 1 ? sources[0] : undefined;
}

function createdId(
  contract: Contract,
  create: Operation,
  member: string,
  uris: readonly SchemaUri[],
): Source | undefined {
  const reply = successSchema(create);
  if (create.method !== 'post' || create.requestBody === undefined || reply === undefined) return undefined;
  const envelope = replyEnvelope(contract, create, reply);
  const name = idIn(contract.schemas, [envelope?.schema ?? reply], member, uris);
  return name === undefined ? undefined : source(create, member, placeIn(envelope) + joinPointer('', name));
}

/** The identifier of the first element. A list below a parent is not used, because the parent may have no elements. */
function listedId(
  contract: Contract,
  operation: Operation,
  member: string,
  uris: readonly SchemaUri[],
): Source | undefined {
  const list = operation.path.includes('{') ? undefined : itemList(contract, operation);
  const reply = successSchema(operation);
  if (list === undefined || reply === undefined) return undefined;
  const name = idIn(contract.schemas, listedSchemas(contract.schemas, reply, list), member, uris);
  return name === undefined ? undefined : source(operation, member, listedPlace(list, 0) + joinPointer('', name));
}

function source(create: Operation, member: string, pointer: string): Source {
  return { create, id: { in: 'path', name: member, pointer } };
}

/** The member of an item that has its identifier: the member itself or `id`, with a type that the reference permits. */
function idIn(
  schemas: SchemaSource,
  item: readonly SchemaUri[],
  member: string,
  uris: readonly SchemaUri[],
): string | undefined {
  const stated = statedMembers(schemas, item);
  const types = (given: readonly SchemaUri[]): readonly string[] =>
    given.flatMap((uri) => [...identifierTypes(schemas, uri)]);
  const wanted = types(uris);
  return [member, 'id'].find((name) => types(stated.get(name) ?? []).some((type) => wanted.includes(type)));
}

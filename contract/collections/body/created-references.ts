import type { Contract } from '../../contract.js';
import { referredRead } from '../../inputs/body-references.js';
import type { Operation } from '../../operation.js';
import { identifierTypes, requiredInPlace } from '../../wire/decode-value.js';
import type { Collection, CreatedReference } from '../collection.js';
import { sentEnvelope, sentSchemas } from '../envelope.js';
import { statedMembers } from '../reply-members.js';

/**
 * The members of a request body that refer to an item which another operation creates: `author_id`, if there is a `POST
 * /authors`. Members that contain several identifiers are left out. `operations`: the operations that the run may call.
 */
export function createdReferences(
  contract: Contract,
  operations: readonly Operation[],
  collections: readonly Collection[],
  operation: Operation,
): readonly CreatedReference[] {
  const { schemas } = contract;
  const bodies = sentSchemas(contract, operation);
  const within = sentEnvelope(contract, operation)?.name;
  const required = requiredInPlace(schemas, bodies);
  return [...statedMembers(schemas, bodies)].flatMap(([member, uris]) => {
    const isIdentifier = uris.length > 0 && uris.every((uri) => identifierTypes(schemas, uri).size > 0);
    const referred = isIdentifier ? referredRead({ schemas, operations }, operation, member) : undefined;
    const found = collections.find(({ read }) => referred !== undefined && read?.operation === referred);
    const { create, read } = found ?? {};
    if (create === undefined || read === undefined || create === operation || !operations.includes(create)) return [];
    return [{ member, ...(within !== undefined && { within }), isRequired: required.has(member), create, read }];
  });
}

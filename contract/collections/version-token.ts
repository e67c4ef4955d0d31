import { placeIn, replyEnvelope, requestEnvelope } from './envelope.js';
import { statedMembers, successSchema } from './reply-members.js';
import type { Contract } from '../contract.js';
import type { VersionToken } from './collection.js';
import { documentsHeader, documentsStatus } from '../documented-responses.js';
import { type Json, ownValue } from '../json/json.js';
import { quotedNames } from '../sentences.js';
import { joinPointer } from '../json/json-pointer.js';
import type { Operation, SchemaUri } from '../operation.js';
import { identifierTypes, requiredInPlace } from '../wire/decode-value.js';
import { isJsonMediaType } from '../wire/message.js';
import { isPrecondition } from '../wire/request/preconditions.js';
import { isPreconditionMember } from '../inputs/precondition-members.js';

/**
 * The argument of a change that states which version of the item the client has read. `undefined` if the change has no
 * such argument, or if the reply to the read has no member with its name and type.
 */
export function versionToken(contract: Contract, read: Operation, change: Operation): VersionToken | undefined {
  const { schemas } = contract;
  const shown = successSchema(read);
  const envelope = shown === undefined ? undefined : replyEnvelope(contract, read, shown);
  const members = statedMembers(schemas, shown === undefined ? [] : [envelope?.schema ?? shown]);
  const found = argumentsOf(contract, change).find(({ name, stated }) => {
    const own = typeOf(schemas, stated);
    return own !== undefined && own === typeOf(schemas, members.get(name) ?? []) && isPreconditionMember(name, own);
  });
  if (found === undefined) return undefined;
  const { stated, name, description, ...token } = found;
  const texts = [description, ...stated.map((uri) => ownValue(schemas.at(uri), 'description'))];
  const pointer = placeIn(envelope) + joinPointer('', name);
  return { ...token, name, pointer, isChecked: isVersionChecked(read, change, name, texts) };
}

interface Given extends Omit<VersionToken, 'pointer' | 'isChecked'> {
  readonly stated: readonly SchemaUri[];
  readonly description?: string;
}

/**
 * The arguments that may contain a version: the query parameters, and the direct members of the item in the JSON body.
 */
function argumentsOf(contract: Contract, change: Operation): readonly Given[] {
  const { parameters, requestBody } = change;
  const inQuery = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema, required, description }): Given => {
      return { in: 'query', name, stated: [schema], isRequired: required, description };
    });
  const body = requestBody?.content.find(({ mediaType, schema }) => isJsonMediaType(mediaType) && schema)?.schema;
  if (body === undefined) return inQuery;
  const envelope = requestEnvelope(contract, change, body);
  const item = envelope?.schema ?? body;
  const within = envelope && { within: envelope.name };
  const required = requiredInPlace(contract.schemas, [item]);
  const inBody = [...statedMembers(contract.schemas, [item])].map(([name, stated]): Given => {
    return { in: 'body', name, ...within, stated, isRequired: required.has(name) };
  });
  return [...inQuery, ...inBody];
}

/**
 * The type that schemas permit for a version, represented by an example: 1 for integers, an empty string for strings.
 * `undefined` for other types.
 */
function typeOf(schemas: Contract['schemas'], stated: readonly SchemaUri[]): number | string | undefined {
  const types = new Set(stated.flatMap((uri) => [...identifierTypes(schemas, uri)]));
  if (types.has('integer')) return 1;
  return types.has('string') ? '' : undefined;
}

/** Matches texts about a change that is refused because the item has been changed since the client read it. */
const OUTDATED =
  /\b(?:stale|outdated|out[- ]of[- ]date|obsolete|concurren\w+|optimistic\w*|precondition\w*|e-?tags?|(?:current|wrong|old(?:er)?|newer|different|mismatch\w*|other) (?:version|revision)|(?:version|revision) (?:conflict|mismatch|does not match|differs)|been (?:changed|modified|updated)|(?:changed|modified|updated) (?:since|meanwhile|in the meantime|by another))\b/i;

const OF_HEADER = /\bif-match\b|\be-?tags?\b|\bheader/i;
/**
 * Matches "not the current one" in a description of a refusal that quotes the argument: "The given `lock_version` is
 * not the current one."
 */
const NOT_CURRENT = /\b(?:not|no longer) (?:the )?(?:current|latest|newest)\b/i;

/**
 * Whether the contract states that the service refuses a change with an outdated version. If the contract also has an
 * entity tag in a header, a documented 412 or 409 may be about the header. Then only two kinds of texts count: the
 * descriptions of the argument (`texts`), and a description of the refusal that quotes the argument (`member`).
 */
function isVersionChecked(
  read: Operation,
  change: Operation,
  member: string,
  texts: readonly (Json | undefined)[],
): boolean {
  const isByHeader =
    documentsHeader(read, 'etag') ||
    change.parameters.some(({ in: place, name }) => place === 'header' && isPrecondition(name));
  const refusal = change.responses.find(({ status }) => status === '412' || status === '409');
  if (refusal === undefined) return false;
  const { description } = refusal;
  const isQuoted = quotedNames(description).includes(member) && !(isByHeader && OF_HEADER.test(description));
  if (isQuoted && (NOT_CURRENT.test(description) || OUTDATED.test(description))) return true;
  if (!isByHeader && documentsStatus(change, 412)) return true;
  const stated = isByHeader ? texts : [change.summary, change.description, refusal.description, ...texts];
  return stated.some((text) => typeof text === 'string' && OUTDATED.test(text));
}

import type { Json } from '../json/json.js';

const NUMBERS = /(?:^|[-_])(?:version|revision|rev)$|[a-z](?:Version|Revision|Rev)$/;
const TOKENS =
  /(?:^|[-_])e[-_]?tag$|^fingerprint$|(?:^|[-_])(?:resource|row)[-_]?version$|concurrency[-_]?(?:token|stamp)$/i;
/** An entity tag after another word in camel case: `itemEtag`, but not `nametag`. */
const CAMEL_TAG = /[a-z]E[Tt]ag$/;

/**
 * Whether a member of a request states which representation the client has read: the number of a version, or an entity
 * tag (AIP-154). The service compares it with its own, and stores a new one with the change (optimistic locking).
 */
export function isPreconditionMember(name: string, value: Json): boolean {
  return (Number.isInteger(value) && NUMBERS.test(name)) || isEntityTagMember(name);
}

/** Whether the name of a member is that of an entity tag. The service makes its value, even if a create sends one. */
export function isEntityTagMember(name: string): boolean {
  return TOKENS.test(name) || CAMEL_TAG.test(name);
}

import type { Json } from '../json/json.js';

const NUMBERS = /(?:^|[-_])(?:version|revision|rev)$|[a-z](?:Version|Revision|Rev)$/;
const TOKENS =
  /(?:^|[-_])e[-_]?tag$|^fingerprint$|(?:^|[-_])(?:resource|row)[-_]?version$|concurrency[-_]?(?:token|stamp)$/i;
/** Matches an entity tag after another word in camel case: `itemEtag`, but not `nametag`. */
const CAMEL_TAG = /[a-z]E[Tt]ag$/;

/**
 * Whether a member of a request states which version of the item the client has read, by a version number or an entity
 * tag (AIP-154). The service compares it with the current version, and changes it with the item (optimistic locking).
 */
export function isPreconditionMember(name: string, value: Json): boolean {
  return (Number.isInteger(value) && NUMBERS.test(name)) || isEntityTagMember(name);
}

/** Whether the name of a member is that of an entity tag. The service sets its value, even if a request contains it. */
export function isEntityTagMember(name: string): boolean {
  return TOKENS.test(name) || CAMEL_TAG.test(name);
}

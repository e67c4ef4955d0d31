import type { Json } from '../json/json.js';

const NUMBERS = /(?:^|[-_])(?:version|revision|rev)$|[a-z](?:Version|Revision|Rev)$/;
const TOKENS =
  /(?:^|[-_])e[-_]?tag$|^fingerprint$|(?:^|[-_])(?:resource|row)[-_]?version$|concurrency[-_]?(?:token|stamp)$/i;
/** Matches a name that ends with an entity tag in camel case: `itemEtag`. It does not match `nametag`. */
const CAMEL_TAG = /[a-z]E[Tt]ag$/;

/**
 * Whether a member of a request states the version of the item that the client has read: a version number or an entity
 * tag (AIP-154). The service compares it with the current version of the item, and refuses the change if they differ
 * (optimistic locking).
 */
export function isPreconditionMember(name: string, value: Json): boolean {
  return (Number.isInteger(value) && NUMBERS.test(name)) || isEntityTagMember(name);
}

/**
 * Whether a member has the name of an entity tag. The service gives it a new value with each change, even if the
 * request contains a value.
 */
export function isEntityTagMember(name: string): boolean {
  return TOKENS.test(name) || CAMEL_TAG.test(name);
}

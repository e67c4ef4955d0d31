import type { CaseInput } from '../../../../contract/case.js';
import type { Operation } from '../../../../contract/operation.js';
import { isNameOf, nameWords } from '../../../../contract/plain-name.js';
import { wordsOf } from '../../../../contract/sentences.js';
import { lastSegment, shapeOf } from '../../../../contract/path-relations.js';
import { isSecured } from '../../../../contract/wire/request/credentials.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';
import { rejectedMembers } from './replies/rejected-members.js';
import { shownReason } from './replies/stated-reason.js';
import { ABOUT_VALUE } from './refused-statuses.js';

/**
 * The cause of the refusal of a valid input, as a text that is equal for refusals with the same cause. A 401 of a
 * secured operation is a refusal of the token, and all of these have one cause. A request that was not routed to an
 * operation has one cause for each path and status. If the reply refuses an identifier in the path, all operations
 * below this part of the path have the same cause. Any other refusals of one operation have the same cause if they have
 * the same status and name the same members.
 */
export function refusalCause(operation: Operation, input: CaseInput, reply: WireResponse): string {
  const { status } = reply;
  if (status === 401 && isSecured(operation)) return 'unauthenticated';
  if (ROUTING.has(status)) return `${operation.path} ${status}`;
  const identified = ABOUT_VALUE.has(status) ? refusedIdentifier(operation, input, reply) : undefined;
  return identified === undefined
    ? [operation.id, status, ...rejectedMembers(reply)].join(' ')
    : `${IDENTIFIER_CAUSE}${identified} ${status}`;
}

/** The start of the cause of a refused identifier in the path. */
export const IDENTIFIER_CAUSE = 'identifier ';

/**
 * Statuses of a request that was not routed to an operation: not found, method not allowed, not implemented (RFC 9110
 * §15.5.5, §15.5.6, §15.6.2).
 */
const ROUTING: ReadonlySet<number> = new Set([404, 405, 501]);

/**
 * The start of the path up to a refused identifier: `/datasets/{}` for `/datasets/{id}/csv`. `undefined` unless the
 * reply refuses exactly one identifier of the path: by its name, by its value, or by the words of its name.
 */
function refusedIdentifier({ path }: Operation, input: CaseInput, reply: WireResponse): string | undefined {
  const members = rejectedMembers(reply).map((place) => place.replace(/^(?:path|params?)[./]/, ''));
  const text = shownReason(reply);
  const words = new Set(wordsOf(text).map((word) => word.toLowerCase()));
  const refused = Object.entries(input.path ?? {}).filter(([name, value]) =>
    members.length > 0
      ? members.every((member) => member === name)
      : isStated(text, String(value)) ||
        (INVALID_ID.test(text) && nameWords(name).every((word) => words.has(word)) && isOfItem(text, path, name)),
  );
  const [[name] = [undefined]] = refused;
  if (name === undefined || refused.length > 1) return undefined;
  const placeholder = `{${name}}`;
  return shapeOf(path.slice(0, path.indexOf(placeholder) + placeholder.length));
}

/** Whether a text may be about an identifier without a noun in its name, such as `id`. "Invalid user ID" is about users. */
function isOfItem(text: string, path: string, name: string): boolean {
  const [, noun = ''] = BEFORE_ID.exec(text) ?? [];
  const collection = lastSegment(path.slice(0, path.indexOf(`/{${name}}`)));
  return !BARE.test(name) || NO_NOUN.test(noun) || isNameOf(noun, collection);
}

const BARE = /^(?:id|identifier|uuid|guid)$/i;
const BEFORE_ID = /\b(\w+) (?:id|identifier|uuid|guid)\b/i;
const NO_NOUN = /^(?:invalid|malformed|valid|an?|the|this|path|item|resource|object|)$/i;

/** Matches a text about the form of an identifier: "Invalid prompt version ID". */
const INVALID_ID = /\b(?:invalid|malformed|not a valid)\b[^.,;]*\b(?:id|identifier|uuid|guid)\b/i;

/** Matches the end of a text before a value: `Invalid dataset ID: `, `no project named "`. */
const BEFORE_VALUE = /(?:["'`:=(]|\b(?:ids?|identifiers?|names?|named|value))\s*$/i;
const AFTER_VALUE = /^["'`).,;:\s]|^$/;

/**
 * Whether a text states the value, as in `no project named "a"`. A word that happens to equal the value does not count.
 */
function isStated(text: string, value: string): boolean {
  if (value === '') return false;
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    if (BEFORE_VALUE.test(text.slice(0, at)) && AFTER_VALUE.test(text.slice(at + value.length))) return true;
  }
  return false;
}

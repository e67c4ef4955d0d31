import type { CaseInput } from '../../../../contract/case.js';
import type { Operation } from '../../../../contract/operation.js';
import { isNameOf, nameWords } from '../../../../contract/plain-name.js';
import { wordsOf } from '../../../../contract/sentences.js';
import { lastSegment, shapeOf } from '../../../../contract/path-relations.js';
import { isSecured } from '../../../../contract/wire/request/credentials.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';
import { type PlaceOf, rejectedMembers } from './replies/rejected-members.js';
import { shownReason } from './replies/stated-reason.js';
import { ABOUT_VALUE } from './refused-statuses.js';

/**
 * A text that identifies why a valid input was refused. Refusals with equal texts become one finding. It depends on the
 * reply:
 * - A 401 of an operation that needs a token refuses the token. All of these have one cause.
 * - A 404, 405 or 501 may mean that no route leads to the operation. It has one cause for each path and status.
 * - A refusal of an identifier in the path has the same cause for all operations below that part of the path.
 * - All other refusals of one operation have the same cause if they have the same status and name the same members.
 */
export function refusalCause(operation: Operation, input: CaseInput, reply: WireResponse, placeOf?: PlaceOf): string {
  const { status } = reply;
  if (status === 401 && isSecured(operation)) return 'unauthenticated';
  if (ROUTING.has(status)) return `${operation.path} ${status}`;
  const identified = ABOUT_VALUE.has(status) ? refusedIdentifier(operation, input, reply) : undefined;
  return identified === undefined
    ? [operation.id, status, ...rejectedMembers(reply, placeOf)].join(' ')
    : `${IDENTIFIER_CAUSE}${identified} ${status}`;
}

/** The text with which the cause of a refused path identifier begins. */
export const IDENTIFIER_CAUSE = 'identifier ';

/**
 * Statuses with which a service answers if no operation handles the request: not found, method not allowed, not
 * implemented (RFC 9110 §15.5.5, §15.5.6, §15.6.2).
 */
const ROUTING: ReadonlySet<number> = new Set([404, 405, 501]);

/**
 * The path up to the identifier that the reply refuses, as in `/datasets/{}` for `/datasets/{id}/csv`. `undefined`
 * unless the reply refuses exactly one identifier of the path: it contains the name of the parameter, its value, or the
 * words of its name.
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

/**
 * Whether a text may be about an identifier with a general name, such as `id`. "Invalid user ID" is about the `id` in
 * `/users/{id}`, but not about the `id` in `/orders/{id}`.
 */
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

/**
 * Matches the part of a text directly before the value that it quotes: `Invalid dataset ID: `, `no project named "`.
 */
const BEFORE_VALUE = /(?:["'`:=(]|\b(?:ids?|identifiers?|names?|named|value))\s*$/i;
const AFTER_VALUE = /^["'`).,;:\s]|^$/;

/**
 * Whether a text quotes the value, as in `no project named "a"`. A word of the text that equals the value by chance
 * does not count.
 */
function isStated(text: string, value: string): boolean {
  if (value === '') return false;
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    if (BEFORE_VALUE.test(text.slice(0, at)) && AFTER_VALUE.test(text.slice(at + value.length))) return true;
  }
  return false;
}

import { statedMembers } from '../../../../contract/collections/reply-members.js';
import type { CaseInput } from '../../../../contract/case.js';
import type { Contract } from '../../../../contract/contract.js';
import { coversStatus } from '../../../../contract/documented-responses.js';
import { type Json, isJsonObject, ownValue } from '../../../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../../../contract/operation.js';
import { wordsOf } from '../../../../contract/sentences.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';
import { ABOUT_VALUE } from './refused-statuses.js';
import { partsOf, rejectedMembers } from './replies/rejected-members.js';
import { shownReason } from './replies/stated-reason.js';
import { refusalSentences } from './state-refusal.js';

/**
 * Whether a documented refusal is about a member that the body lacks, and the text of the operation requires the member:
 * "A message needs a `body` or at least one `media_url`", "The `id` of the body is required". A schema could often state
 * this, but the text is also part of the contract. The reply names the member as a place or in its reason. A refusal that
 * names several members of the body is permitted if the text states that they exclude each other.
 */
export function isStatedNeed(
  { schemas }: Contract,
  operation: Operation,
  { body }: CaseInput,
  reply: WireResponse,
): boolean {
  if (!ABOUT_VALUE.has(reply.status) || !coversStatus(operation, reply.status) || !isJsonObject(body)) return false;
  const places = rejectedMembers(reply).map((place) => partsOf(place).findLast((part) => part !== '*') ?? '');
  const named = new Set(places.length > 0 ? places : wordsOf(shownReason(reply)));
  const bodies = operation.requestBody?.content.flatMap(({ schema }) => schema ?? []) ?? [];
  const stated = [...statedMembers(schemas, bodies)];
  const sentences = refusalSentences(operation, reply.status);
  const both = stated.filter(([name]) => named.has(name) && ownValue(body, name) !== undefined);
  if (both.length > 1 && sentences.some((sentence) => EXCLUSIVE.test(sentence))) return true;
  const lacking = lackingNames(stated, body).filter((name) => named.has(name));
  if (lacking.length === 0 || (places.length > 0 && !places.every((place) => lacking.includes(place)))) return false;
  return sentences.some((sentence) => NEEDS.test(sentence) && lacking.every((name) => namesMember(sentence, name)));
}

const NEEDS =
  /\b(?:needs?|requires?|required|mandatory|at least one|either|must (?:also )?(?:have|contain|include|give|name|state|be (?:given|set|sent|present|included))|has to (?:be|have|contain|include))\b/i;

/** Matches sentences about members of which a request has only one: "One of the two has to be sent, and not both". */
const EXCLUSIVE =
  /\bnot both\b|\b(?:exactly|only|at most) one (?:of|may|can|must)\b|\bmutually exclusive\b|\bcannot be (?:combined|used together)\b/i;

function lackingNames(stated: readonly (readonly [string, readonly SchemaUri[]])[], body: Json): readonly string[] {
  return stated.map(([name]) => name).filter((name) => ownValue(body, name) === undefined);
}

/** Whether a sentence names a member in backticks or as a word that is no ordinary word, such as `MediaUrl`. */
function namesMember(sentence: string, name: string): boolean {
  return sentence.includes(`\`${name}\``) || (/[a-z\d][_A-Z]/.test(name) && wordsOf(sentence).includes(name));
}

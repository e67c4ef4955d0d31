import { requestSchemas } from '../../../../contract/collections/envelope.js';
import { statedMembers } from '../../../../contract/collections/reply-members.js';
import type { CaseInput } from '../../../../contract/case.js';
import type { Contract } from '../../../../contract/contract.js';
import { documentsStatus } from '../../../../contract/documented-responses.js';
import { isJsonObject } from '../../../../contract/json/json.js';
import type { Operation } from '../../../../contract/operation.js';
import { isPluralOf } from '../../../../contract/plain-name.js';
import { sentencesOf, wordsOf } from '../../../../contract/sentences.js';
import { textsInPlace } from '../../../../contract/wire/decode-value.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';
import { ABOUT_VALUE } from './refused-statuses.js';
import { partsOf, rejectedMembers } from './replies/rejected-members.js';
import { shownReason } from './replies/stated-reason.js';

/** Matches a sentence that requires a member only under a condition, such as "Required if `kind` is set". */
const CONDITIONAL =
  /\b(?:required|needed|mandatory|optional|(?:may|can) be (?:omitted|left out))(?: only)? (?:for|if|when|unless|with)\b/i;

/**
 * Whether a documented refusal is about a member that the body lacks, and the description of this member requires it
 * only under a condition, such as "Not required for drafts". The refusal is permitted, because few schemas state such
 * conditions.
 */
export function isConditionallyRequired(
  { schemas }: Contract,
  operation: Operation,
  { body }: CaseInput,
  reply: WireResponse,
): boolean {
  if (!ABOUT_VALUE.has(reply.status) || !documentsStatus(operation, reply.status) || !isJsonObject(body)) return false;
  const bodies = requestSchemas(operation);
  return [...statedMembers(schemas, bodies)].some(([name, uris]) => {
    if (Object.hasOwn(body, name) || !isNamed(reply, name)) return false;
    const texts = textsInPlace(schemas, uris);
    return texts.flatMap(sentencesOf).some((sentence) => CONDITIONAL.test(sentence));
  });
}

/**
 * Whether a reply is about the member `name` only: the reply names this member and no other, or it names no member and
 * its reason mentions this one.
 */
function isNamed(reply: WireResponse, name: string): boolean {
  const places = rejectedMembers(reply).flatMap((place) => partsOf(place).slice(-1));
  const members = places.filter((place) => place !== 'body');
  if (members.length > 0) return members.every((member) => member === name);
  const words = wordsOf(shownReason(reply)).map((word) => word.toLowerCase());
  return words.some((word) => word === name.toLowerCase() || isPluralOf(word, name.toLowerCase()));
}

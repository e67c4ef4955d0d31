import type { CaseInput } from '../../../../contract/case.js';
import { coversStatus } from '../../../../contract/documented-responses.js';
import { isJsonObject } from '../../../../contract/json/json.js';
import type { Operation } from '../../../../contract/operation.js';
import { quotedNames, wordsOf, wrappedSentences } from '../../../../contract/sentences.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';
import { NO_REASON, reasonWords } from './refusal-texts.js';
import { ABOUT_VALUE } from './refused-statuses.js';
import { rejectedMembers } from './rejected-members.js';
import { reasonTexts, shownReason } from './stated-reason.js';
import { BEYOND_SCHEMA, mentions } from './stated-rule.js';

/**
 * Whether a documented refusal follows a rule that the contract states for this status, and that no schema states:
 * "`end` must be after `start`; otherwise 400", "422 (`unknown_assignee`) if the user is not active". A sentence of the
 * operation must name the status, or be the description of its response. It must quote the code of the reply, or
 * mention a given member and have words in common with the reason of the reply. If the reply names members, the
 * clauses of the description of the response count one by one, because it may also be about other refusals. A 404 may
 * be about a page: "There is no such page".
 */
export function isStatedComparison(operation: Operation, input: CaseInput, reply: WireResponse): boolean {
  const { status } = reply;
  if (!(ABOUT_VALUE.has(status) || status === 404) || !coversStatus(operation, status)) return false;
  const { query = {}, header = {}, body = null } = input;
  const names = [query, header, body].flatMap((given) => (isJsonObject(given) ? Object.keys(given) : []));
  const codes = reasonTexts(reply);
  const reason = reasonWords(shownReason(reply).replaceAll(NO_REASON, ''));
  const isCause = (sentence: string): boolean =>
    quotedNames(sentence).some((code) => codes.includes(code)) ||
    (names.some((name) => mentions(sentence, name)) && sharesWords(reason, sentence));
  // "Each member must be a user, else 400". Without a reason of the reply, any sentence would have all its words.
  const isSubject = (sentence: string): boolean => {
    const first = wordsOf(sentence).slice(0, SUBJECT_WORDS).join(' ');
    return reason.size > 0 && /\belse\b/i.test(sentence) && names.some((name) => mentions(first, name));
  };
  const isBeyond = (sentence: string): boolean => BEYOND_SCHEMA.test(sentence) || isSubject(sentence);
  const { ofOperation, ofResponse } = sentencesFor(operation, status);
  const stated =
    rejectedMembers(reply).length === 0
      ? ofResponse
      : ofResponse.flatMap((sentence) => sentence.split(CLAUSE_END)).filter((clause) => !OF_LIMIT.test(clause));
  return (
    ofOperation.some((sentence) => isBeyond(sentence) && !OF_FORM.test(sentence) && isCause(sentence)) ||
    stated.some((sentence) => !OF_FORM.test(sentence) && isCause(sentence))
  );
}

/** The number of words at the beginning of a sentence that contain its subject. */
const SUBJECT_WORDS = 3;
/** Ends of clauses. */
const CLAUSE_END = /[,:;]| or (?=if\b)/;
/** Words of a clause about the limits that a schema states. */
const OF_LIMIT =
  /\b(?:too|long\w*|short\w*|lengths?|characters?|digits?|patterns?|range|minimum|maximum|empty|blank|integers?|numbers?|strings?)\b/i;
/** Words of a sentence about inputs that break their schema. */
const OF_FORM = /\b(?:invalid|malformed|valid|validation|schemas?|missing|required|format|type)\b/i;

/** The sentences that explain a status: those of the operation that name it, and the description of its response. */
function sentencesFor(
  { summary, description, responses }: Operation,
  status: number,
): { readonly ofOperation: readonly string[]; readonly ofResponse: readonly string[] } {
  const stated = responses.find((response) => response.status === String(status));
  return {
    ofOperation: [summary, description]
      .flatMap(wrappedSentences)
      .filter((sentence) => sentence.match(/\b4\d\d\b/g)?.includes(String(status)) === true),
    ofResponse: wrappedSentences(stated?.description ?? ''),
  };
}

/** The number of words that a reason and a sentence must have in common. A name in backticks counts twice. */
const MOST_NEEDED = 2;

function sharesWords(reason: ReadonlySet<string>, sentence: string): boolean {
  const quoted = reasonWords(quotedNames(sentence).join(' '));
  const shared = [...reasonWords(sentence)].filter((word) => reason.has(word));
  return shared.length + shared.filter((word) => quoted.has(word)).length >= Math.min(reason.size, MOST_NEEDED);
}

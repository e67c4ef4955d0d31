import type { CaseInput } from '../../../../contract/case.js';
import { coversStatus } from '../../../../contract/documented-responses.js';
import { isJsonObject } from '../../../../contract/json/json.js';
import type { Operation } from '../../../../contract/operation.js';
import { quotedNames, statusesIn, wordsOf, wrappedSentences } from '../../../../contract/sentences.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';
import { NO_REASON, reasonWords, sharesWords } from './replies/refusal-texts.js';
import { ABOUT_VALUE } from './refused-statuses.js';
import { rejectedMembers } from './replies/rejected-members.js';
import { reasonTexts, shownReason } from './replies/stated-reason.js';
import { mentions } from './replies/refusal-texts.js';
import { BEYOND_SCHEMA } from '../../../values/stated/value-rules.js';
import { givenNames } from './stated-rule.js';

/**
 * Whether a documented 400, 422 or 404 is explained by a rule that a text of the contract states, and that no schema
 * can state. The rule is in one of these texts:
 * - A sentence of the operation that names the status: "`end` must be after `start`; otherwise 400".
 * - The description of the response: "422 (`unknown_assignee`) if the user is not active". If the reply names members,
 *   each clause is compared separately, because the others may be about other refusals.
 * - A sentence of the operation without a status: "The odometer cannot decrease (`FAILED_PRECONDITION`)". The reply
 *   must contain this code, and the code must not stand for any invalid input.
 * The sentence explains the reply if it quotes the code of the reply, or if it mentions a given member and shares words
 * with the reason of the reply. A sentence that two values must differ explains the reply if the body has two equal
 * values.
 */
export function isStatedComparison(operation: Operation, input: CaseInput, reply: WireResponse): boolean {
  const { status } = reply;
  if (!(ABOUT_VALUE.has(status) || status === 404) || !coversStatus(operation, status)) return false;
  const names = givenNames(input);
  const codes = reasonTexts(reply);
  const reason = reasonWords(shownReason(reply).replaceAll(NO_REASON, ''));
  const isCause = (sentence: string): boolean =>
    quotedNames(sentence).some((code) => codes.includes(code)) ||
    (names.some((name) => mentions(sentence, name)) && sharesWords(reason, sentence)) ||
    (OF_DIFFERENCE.test(sentence) &&
      hasEqualMembers(input) &&
      quotedNames(sentence).every((name) => names.includes(name)));
  // Matches "Each member must be a user, else 400" if the input has `members`. The reply must state a reason, because
  // an empty reason has words in common with any sentence.
  const isSubject = (sentence: string): boolean => {
    const first = wordsOf(sentence).slice(0, SUBJECT_WORDS).join(' ');
    return reason.size > 0 && /\belse\b/i.test(sentence) && names.some((name) => mentions(first, name));
  };
  const isBeyond = (sentence: string): boolean => BEYOND_SCHEMA.test(sentence) || isSubject(sentence);
  const { ofOperation, ofResponse, coded } = sentencesFor(operation, status);
  const ofCode = (sentence: string): boolean =>
    quotedNames(sentence).some((code) => CODE.test(code) && !OF_ANY_INPUT.test(code) && codes.includes(code));
  const stated =
    rejectedMembers(reply).length === 0
      ? ofResponse
      : ofResponse.flatMap((sentence) => sentence.split(CLAUSE_END)).filter((clause) => !OF_LIMIT.test(clause));
  return (
    coded.some(ofCode) ||
    ofOperation.some((sentence) => isBeyond(sentence) && !OF_FORM.test(sentence) && isCause(sentence)) ||
    stated.some((sentence) => !OF_FORM.test(sentence) && isCause(sentence))
  );
}

/** The number of words at the beginning of a sentence among which the subject of the sentence is searched for. */
const SUBJECT_WORDS = 3;
/** Matches the end of a clause: a comma, colon or semicolon, or the word "or" before "if". */
const CLAUSE_END = /[,:;]| or (?=if\b)/;
/** Matches words of a clause that only repeats a limit of the schema, such as "too long". */
const OF_LIMIT =
  /\b(?:too|long\w*|short\w*|lengths?|characters?|digits?|patterns?|range|minimum|maximum|empty|blank|integers?|numbers?|strings?)\b/i;
/** Matches words of a sentence that requires two values to differ: "both must exist and must not be the same". */
const OF_DIFFERENCE = /\bnot be (?:the same|equal|identical)\b|\bmust (?:differ|be (?:different|distinct))\b/i;

/** Whether two members of the body have the same text or number. */
function hasEqualMembers({ body }: CaseInput): boolean {
  const given = Object.values(isJsonObject(body) ? body : {}).filter(
    (value) => (typeof value === 'string' && value !== '') || typeof value === 'number',
  );
  return new Set(given).size < given.length;
}

/** Matches words of a sentence about inputs that break their schema, and not about a further rule. */
const OF_FORM = /\b(?:invalid|malformed|valid|validation|schemas?|missing|required|format|type)\b/i;

/**
 * Matches an error code: `FAILED_PRECONDITION`, `invalid-order`. A single word in lower case does not match, because it
 * may be any value.
 */
const CODE = /^(?:[A-Z][A-Z\d]*(?:_[A-Z\d]+)*|[a-z\d]+(?:[-_.][a-z\d]+)+)$/;
/** Matches error codes that a service uses for any invalid input, such as `INVALID_ARGUMENT`. */
const OF_ANY_INPUT = /invalid|malformed|bad[-_]?request|validation|unprocessable|argument/i;

interface StatedSentences {
  /** The sentences in the text of the operation that name the status of the reply. */
  readonly ofOperation: readonly string[];
  /** The sentences in the text of the operation that name no status. */
  readonly coded: readonly string[];
  /** The sentences of the description of the response. */
  readonly ofResponse: readonly string[];
}

/** The sentences of the contract that may explain a reply with this status, sorted by where they are. */
function sentencesFor({ summary, description, responses }: Operation, status: number): StatedSentences {
  const stated = responses.find((response) => response.status === String(status));
  const sentences = [summary, description].flatMap(wrappedSentences);
  return {
    ofOperation: sentences.filter((sentence) => statusesIn(sentence).includes(String(status))),
    coded: sentences.filter((sentence) => statusesIn(sentence).length === 0),
    ofResponse: wrappedSentences(stated?.description ?? ''),
  };
}

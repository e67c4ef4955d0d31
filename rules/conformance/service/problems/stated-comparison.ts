import type { CaseInput } from '../../../../contract/case.js';
import { coversStatus } from '../../../../contract/documented-responses.js';
import { isJsonObject } from '../../../../contract/json/json.js';
import type { Operation } from '../../../../contract/operation.js';
import { wordsOf, wrappedSentences } from '../../../../contract/sentences.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';
import { NO_REASON } from './refusal-texts.js';
import { ABOUT_VALUE } from './refused-statuses.js';
import { rejectedMembers } from './rejected-members.js';
import { shownReason } from './stated-reason.js';
import { BEYOND_SCHEMA, mentions } from './stated-rule.js';

/**
 * Whether a documented refusal that names no member follows a rule about several values, which the contract states for
 * this status: "`end` must be after `start`; otherwise 400". A sentence of the operation must name the status, or be the
 * description of its response. It must mention a given member, and have words in common with the reason of the reply.
 */
export function isStatedComparison(operation: Operation, input: CaseInput, reply: WireResponse): boolean {
  const { status } = reply;
  if (!ABOUT_VALUE.has(status) || !coversStatus(operation, status) || rejectedMembers(reply).length > 0) return false;
  const { query = {}, header = {}, body = null } = input;
  const names = [query, header, body].flatMap((given) => (isJsonObject(given) ? Object.keys(given) : []));
  const reason = reasonWords(shownReason(reply).replaceAll(NO_REASON, ''));
  return sentencesFor(operation, status).some(
    (sentence) =>
      BEYOND_SCHEMA.test(sentence) &&
      names.some((name) => mentions(sentence, name)) &&
      sharesWords(reason, reasonWords(sentence)),
  );
}

function sentencesFor({ summary, description, responses }: Operation, status: number): readonly string[] {
  const stated = responses.find((response) => response.status === String(status));
  const ofOperation = [summary, description].flatMap(wrappedSentences);
  return [
    ...ofOperation.filter((sentence) => sentence.match(/\b4\d\d\b/g)?.includes(String(status)) === true),
    ...wrappedSentences(stated?.description ?? ''),
  ];
}

/** Words that texts about any refusal have. */
const COMMON: ReadonlySet<string> = new Set(
  'must should cannot value values this that with from have than then they error input request invalid argument'.split(
    ' ',
  ),
);
const SHORTEST_WORD = 4;

/** The numbers in a text and its words of at least four letters, in lower case and without the plural. */
function reasonWords(text: string): ReadonlySet<string> {
  const words = wordsOf(text)
    .flatMap((word) =>
      word
        .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
        .toLowerCase()
        .split(/[_-]/),
    )
    .map((word) => word.replace(/s$/, ''));
  return new Set(words.filter((word) => /^\d+$/.test(word) || (word.length >= SHORTEST_WORD && !COMMON.has(word))));
}

const MOST_NEEDED = 2;

function sharesWords(reason: ReadonlySet<string>, sentence: ReadonlySet<string>): boolean {
  return [...reason].filter((word) => sentence.has(word)).length >= Math.min(reason.size, MOST_NEEDED);
}

import { requestSchemas } from '../../../../contract/collections/envelope.js';
import { statedMembers } from '../../../../contract/collections/reply-members.js';
import type { CaseInput } from '../../../../contract/case.js';
import type { Contract, SchemaSource } from '../../../../contract/contract.js';
import { coversStatus } from '../../../../contract/documented-responses.js';
import { type Json, isJsonObject, ownValue } from '../../../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../../../contract/operation.js';
import { sentencesOf, wordsOf, wrappedSentences } from '../../../../contract/sentences.js';
import { textsInPlace } from '../../../../contract/wire/decode-value.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';
import { ABOUT_VALUE, isAbout } from './refused-statuses.js';
import { partsOf, rejectedMembers } from './replies/rejected-members.js';
import { shownReason } from './replies/stated-reason.js';
import { refusalSentences } from './state-refusal.js';

/**
 * Whether a documented refusal is explained by a text of the operation that requires what the input lacks: an argument,
 * or a member of the body. Examples: "A message needs a `body` or at least one `media_url`", "At least one of `ids` or
 * `name` must be supplied". The reply must name what is missing. The refusal is also permitted if the reply names
 * several given values, and the text states that a request may have only one of them.
 */
export function isStatedNeed(
  { schemas }: Contract,
  operation: Operation,
  input: CaseInput,
  reply: WireResponse,
): boolean {
  if (!ABOUT_VALUE.has(reply.status) || !coversStatus(operation, reply.status)) return false;
  const places = rejectedMembers(reply).map((place) => partsOf(place).findLast((part) => part !== '*') ?? '');
  const named = new Set(places.length > 0 ? places : wordsOf(shownReason(reply)));
  const stated = statedInputs(schemas, operation, input);
  const both = stated.filter(({ name, given }) => named.has(name) && given);
  const sentences = refusalSentences(operation, reply.status);
  if (both.length > 1 && sentences.some((sentence) => EXCLUSIVE.test(sentence))) return true;
  const lacking = stated.filter(({ name, given }) => named.has(name) && !given);
  const names = lacking.map(({ name }) => name);
  if (names.length === 0 || (places.length > 0 && !places.every((place) => names.includes(place)))) return false;
  const needs = (sentence: string, others: readonly string[]): boolean =>
    NEEDS.test(sentence) && !NEEDS_NOT.test(sentence) && others.every((name) => namesMember(sentence, name));
  return (
    aboutStatus(operation, reply.status).some((sentence) => needs(sentence, names)) ||
    // The text of an argument need not repeat the name of the argument.
    lacking.some(({ name: own, texts }) => {
      const others = names.filter((name) => name !== own);
      return others.length > 0 && texts.flatMap(sentencesOf).some((sentence) => needs(sentence, others));
    })
  );
}

const NEEDS =
  /\b(?:needs?|requires?|required|mandatory|at least one|either|must (?:also )?(?:have|contain|include|give|name|state|be (?:given|set|sent|present|included|supplied|provided|specified|passed))|has to (?:be|have|contain|include))\b/i;

const NEEDS_NOT = /\b(?:not|never|no longer) (?:needed|required|mandatory)\b|\bneed not\b/i;

/**
 * Matches sentences which state that a request may have only one of several members: "One of the two has to be sent,
 * and not both".
 */
const EXCLUSIVE =
  /\bnot both\b|\b(?:exactly|only|at most) one (?:of|may|can|must)\b|\bmutually exclusive\b|\bcannot be (?:combined|used together)\b/i;

/** An optional argument or a member of the body, whether the input has it, and the descriptions of it. */
interface StatedInput {
  readonly name: string;
  readonly given: boolean;
  readonly texts: readonly string[];
}

function statedInputs(schemas: SchemaSource, operation: Operation, input: CaseInput): readonly StatedInput[] {
  const describe = (
    name: string,
    holder: Json,
    uris: readonly SchemaUri[],
    ...texts: readonly string[]
  ): StatedInput => ({
    name,
    given: ownValue(holder, name) !== undefined,
    texts: [...texts, ...textsInPlace(schemas, uris)],
  });
  const { body } = input;
  const bodies = requestSchemas(operation);
  const members = isJsonObject(body ?? null) ? [...statedMembers(schemas, bodies)] : [];
  return [
    ...members.map(([name, uris]) => describe(name, body ?? null, uris)),
    ...operation.parameters
      .filter(({ required }) => !required)
      .map(({ name, in: place, schema, description }) =>
        describe(name, (place === 'query' ? input.query : input.header) ?? null, [schema], description),
      ),
  ];
}

/** The sentences in the text of an operation that name this status, or no status at all. */
function aboutStatus({ summary, description }: Operation, status: number): readonly string[] {
  return [summary, description].flatMap(wrappedSentences).filter((sentence) => isAbout(sentence, status));
}

/**
 * Whether a sentence names a member: in backticks, or as a word that cannot be an ordinary word, such as `MediaUrl`.
 */
function namesMember(sentence: string, name: string): boolean {
  return sentence.includes(`\`${name}\``) || (/[a-z\d][_A-Z]/.test(name) && wordsOf(sentence).includes(name));
}

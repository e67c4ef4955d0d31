import type { Contract } from '../../contract.js';
import { documentsStatus } from '../../documented-responses.js';
import type { Operation, ResponseSpec } from '../../operation.js';
import { lastSegment, parentPath } from '../../path-relations.js';
import { isNameOf } from '../../plain-name.js';
import { sentencesOf, statusesIn, wordsOf } from '../../sentences.js';
import { schemaTypes } from '../../wire/decode-value.js';
import { requestSchemas, sentSchemas } from '../envelope.js';
import { statedMembers } from '../reply-members.js';
import { isOwnVerb, stemOf } from './denied-states.js';

/** How often an operation may be called for one item, by its description. */
export interface StatedLimit {
  /** The number of calls that the service accepts. */
  readonly most: number;
  /** The statuses with which the service refuses the next call. */
  readonly statuses: readonly string[];
  /** The sentence that states the limit. */
  readonly sentence: string;
}

/**
 * The number of calls of a POST that a service accepts for one item: "a loan can be renewed twice; a third renewal is
 * refused with 409" for `/loans/{id}/renew`, "a playlist has at most five tracks; a sixth is refused (409)" for
 * `/playlists/{id}/tracks`. `undefined` if no sentence states it clearly, or if one call may add several items. Limits
 * of one are left out, because they are states of the item.
 */
export function statedLimit(contract: Contract, operation: Operation): StatedLimit | undefined {
  const { method, path, description, responses } = operation;
  if (method !== 'post' || path.endsWith('}') || addsSeveral(contract, operation)) return undefined;
  const sentences = sentencesOf(description).map((sentence) => sentence.replaceAll(/\s+/g, ' ').trim());
  for (const [at, sentence] of sentences.entries()) {
    const [before = '', next = ''] = [sentences[at - 1], sentences[at + 1]];
    const most = limitIn(operation, sentence) ?? limitByOrdinal(operation, sentence, before);
    const beyond = BEYOND.test(next) ? next : '';
    const statuses = refusalIn(operation, sentence) ?? refusalIn(operation, beyond);
    const texts = [limitIn(operation, before) === undefined ? '' : before, sentence, beyond];
    if (most === undefined || statuses === undefined || !isTried(most)) continue;
    if (!texts.some((text) => isUnclear(operation, text))) return { most, statuses, sentence };
  }
  return responses.map((response) => limitOfRefusal(operation, response)).find((limit) => limit !== undefined);
}

/** Whether one call may add several items, so that a number in the text may be about one call. */
function addsSeveral(contract: Contract, operation: Operation): boolean {
  const { schemas } = contract;
  const bodies = [...requestSchemas(operation), ...sentSchemas(contract, operation)];
  if (bodies.some((body) => schemaTypes(schemas, body).has('array'))) return true;
  return [...statedMembers(schemas, bodies)].some(
    ([name, uris]) => isNoun(operation, name) && uris.some((uri) => schemaTypes(schemas, uri).has('array')),
  );
}

function isTried(most: number): boolean {
  return most >= LEAST_LIMIT && most <= MOST_LIMIT;
}

/**
 * Whether a sentence is about some calls only, or counts for others than the items of the path: "at most three reviews
 * per customer" for `/products/{id}/reviews`.
 */
function isUnclear(operation: Operation, sentence: string): boolean {
  if (UNCLEAR.test(sentence)) return true;
  const nouns = operation.path.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
  return [...sentence.matchAll(OWNERS)]
    .map(([, after = '', before = '']) => `${after}${before}`.toLowerCase())
    .some(
      (word) =>
        numberOf(word) === undefined &&
        !OWN_WORDS.has(word) &&
        !nouns.some((noun) => isNameOf(word, noun)) &&
        !isOfVerb(operation, word),
    );
}

/** Matches the words for that which a number counts for: "customer" in "per customer" and "a customer can". */
const OWNERS =
  /\b(?:per|by|for|from|of) (?:(?:a(?:ny?)?|the|each|every|one) )?(\w+)|\b(?:a(?:ny?)?|the|each|every|one) (\w+) (?:can|may|has|have|holds|takes|contains|gets|accepts|already)\b/gi;
const OWN_WORDS: ReadonlySet<string> = new Set(['it', 'its', 'them', 'item', 'resource', 'that']);

/**
 * The limit in the description of a refusal: "The loan was already renewed twice", "The playlist already has five
 * tracks".
 */
function limitOfRefusal(operation: Operation, { status, description }: ResponseSpec): StatedLimit | undefined {
  if (!REFUSALS.has(status)) return undefined;
  for (const sentence of sentencesOf(description)) {
    const words = wordsOf(sentence.toLowerCase());
    if (isUnclear(operation, sentence) || !REACHED.test(sentence)) continue;
    const counts = words.flatMap((word, at) => {
      const times = timesAt(operation, words, at);
      return times !== undefined || isNoun(operation, words[at + 1] ?? '') ? [times ?? numberOf(word)] : [];
    });
    const [most, ...others] = counts.filter((count) => count !== undefined);
    if (most !== undefined && others.length === 0 && isTried(most))
      return { most, statuses: [status], sentence: sentence.trim() };
  }
  return undefined;
}

/** The statuses with which a service refuses a call beyond a limit. */
const REFUSALS: ReadonlySet<string> = new Set(['400', '403', '409', '422', '429']);
/** Matches sentences about a limit that is reached. */
const REACHED = /\b(?:already|(?:limit|maximum) of|more than)\b/i;

const LEAST_LIMIT = 2;
/** The largest limit that is tried. A larger one needs too many calls. */
const MOST_LIMIT = 10;

/** Matches sentences about some calls only, and about calls in a period or at the same time. */
const UNCLEAR =
  /\b(?:unless|except|within|while|during|until|without|same|different|parallel|concurrent\w*|simultaneous\w*|at once|at a time|seconds?|minutes?|hours?|dai?ly?|days?|weeks?|months?|years?|characters?|bytes|retr(?:y|ies)|attempts?|(?:per|in|of|with) (?:an?|one|each|every|the)? ?(?:request|call|body|batch))\b/i;
/** Matches the beginning of a sentence about the calls beyond a limit, such as "a further one is refused". */
const BEYOND =
  /^(?:(?:an?|every|the|each) )?(?:\w+(?:th|rd|nd)|third|further|more|another|additional|next|adding|otherwise|one more|beyond|after that|then)\b/i;
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const ORDINALS = 'first,second,third,fourth,fifth,sixth,seventh,eighth,ninth,tenth,eleventh'.split(',');
const TIMES: Readonly<Record<string, number>> = { twice: 2, thrice: 3 };

/** The limit in "at most five tracks", "can be renewed twice" or "renewed at most two times". */
function limitIn(operation: Operation, sentence: string): number | undefined {
  const words = wordsOf(sentence.toLowerCase());
  for (const [at, word] of words.entries()) {
    const most = timesAt(operation, words, at);
    if (most !== undefined) return PERMITS.test(sentence) ? most : undefined;
    if (AT_MOST.test(`${words.slice(Math.max(0, at - 3), at).join(' ')} `) && isNoun(operation, words[at + 1] ?? ''))
      return numberOf(word);
  }
  return undefined;
}

/** The number of times at a word: "renewed twice", "renewed at most twice", "renewed no more than three times". */
function timesAt(operation: Operation, words: readonly string[], at: number): number | undefined {
  const word = words[at] ?? '';
  const times = TIMES[word] ?? (words[at + 1] === 'times' ? numberOf(word) : undefined);
  return words.slice(Math.max(0, at - 4), at).some((each) => isOwnVerb(operation, each)) ? times : undefined;
}

const PERMITS = /\b(?:can|may|at most|no more than|not more than|only|up to)\b/i;
const AT_MOST = /\b(?:at most|no more than|not more than|up to|maximum of|limited to) $/;

/** The limit in "a third renewal is refused", or "a sixth is refused" after a sentence with "at most five tracks". */
function limitByOrdinal(operation: Operation, sentence: string, before: string): number | undefined {
  if (refusalIn(operation, sentence) === undefined) return undefined;
  const words = wordsOf(sentence.toLowerCase());
  const at = words.findIndex((word, index) => ordinalOf(word) !== undefined && ARTICLES.has(words[index - 1] ?? ''));
  const most = (ordinalOf(words[at] ?? '') ?? 0) - 1;
  if (at < 0) return undefined;
  const noun = words[at + 1] ?? '';
  if (isNoun(operation, noun) || isOfVerb(operation, noun)) return most;
  return limitIn(operation, before) === most ? most : undefined;
}

const REFUSED = /\b(?:refused|rejected|denied|fails?)\b/i;
const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the', 'any', 'every']);

function numberOf(word: string): number | undefined {
  if (/^\d{1,2}$/.test(word)) return Number(word);
  const at = NUMBERS.indexOf(word);
  return at < 0 ? undefined : at;
}

function ordinalOf(word: string): number | undefined {
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word) ?? [];
  if (digits !== undefined) return Number(digits);
  const at = ORDINALS.indexOf(word);
  return at < 0 ? undefined : at + 1;
}

/** Whether a word names the items that the operation creates. */
function isNoun({ path }: Operation, word: string): boolean {
  return isNameOf(word, lastSegment(path));
}

/** Whether a word is the noun of the action: "renewal" for `/loans/{id}/renew`. */
function isOfVerb({ path }: Operation, word: string): boolean {
  const verb = lastSegment(path).toLowerCase();
  return parentPath(path).endsWith('}') && /^[a-z]{4,}$/.test(verb) && word.startsWith(stemOf(verb));
}

/** The statuses of a sentence about a refusal. Without a status, it is 409 if the operation documents it. */
function refusalIn(operation: Operation, sentence: string): readonly string[] | undefined {
  const stated = statusesIn(sentence).filter(
    (status) => REFUSALS.has(status) && documentsStatus(operation, Number(status)),
  );
  if (stated.length > 0) return stated;
  return REFUSED.test(sentence) && documentsStatus(operation, 409) ? ['409'] : undefined;
}

import { nameWords, plainName } from '../../plain-name.js';
import { quotedNames, sentencesOf, wordsOf } from '../../sentences.js';
import { type BoundKind, type BoundMember, type StatedBound, isDateKind } from './bound.js';

const AT_LEAST =
  /\bat least\b|\bor (?:later|after|more|higher|greater|above|newer)\b|\bnot before\b|\b(?:on|at) or after\b|[≥]|>=/i;
const AT_MOST =
  /\bat most\b|\bor (?:earlier|before|less|lower|smaller|below|older|fewer)\b|\bnot after\b|\b(?:on|at) or before\b|[≤]|<=/i;

/**
 * The bound that a description states: "`hired_on` on this day or later", "appointments that start on this day or
 * later" for the time `starts_at`, or "books of this year or later" for the number `year`. `undefined` unless the
 * description states exactly one member and one side.
 */
export function describedBound(
  description: string,
  given: BoundKind,
  members: readonly BoundMember[],
): StatedBound | undefined {
  const named = new Set(quotedNames(description));
  const quoted = members.filter(({ name, kind }) => named.has(name) && isDateKind(kind) === isDateKind(given));
  const unquoted = isDateKind(given) ? timesOfVerb : numbersOfNoun;
  const [fit, ...others] = quoted.length > 0 ? quoted : unquoted(description, members);
  const [isLeast, isMost] = [AT_LEAST.test(description), AT_MOST.test(description)];
  if (fit === undefined || others.length > 0 || isLeast === isMost) return undefined;
  if (!isDateKind(given) && fit.kind !== given) return undefined;
  return { name: fit.name, side: isLeast ? 'smallest' : 'largest', values: fit.kind, given };
}

/**
 * Matches the verb before "this day" or "this time" in a description, and the words before the verb: `start` in "that
 * start on this day".
 */
const VERB =
  /^(.*?)\b([a-z]+) (?:(?:on|at) (?:or (?:after|before) )?|not (?:before|after) )?(?:this|the given) (?:day|date|time|timestamp|instant|moment)\b/i;
/**
 * Matches words after which the verb may be about something else than the elements: in "comments on posts that were
 * created", the posts were created.
 */
const OF_OTHERS = /\b(?:about|at|below|by|for|from|in|inside|not|never|of|on|to|under|whose|with|without|within)\b/i;
/**
 * Matches words for exceptions, such as "except" and "also". With them, the list may contain more or fewer elements
 * than the bound selects.
 */
const EXCEPTION = /\b(?:also|as well|except\w*|includ(?:e|es|ing)|plus|unless)\b/i;
/** Words that may follow the verb in the name of a time, such as `at` in `starts_at`. */
const TIME_WORDS: ReadonlySet<string> = new Set(['at', 'on', 'date', 'day', 'time', 'timestamp']);

/** The times whose names contain the verb of a description: `starts_at` for "appointments that start on this day". */
function timesOfVerb(description: string, members: readonly BoundMember[]): readonly BoundMember[] {
  const [clause, ...others] = verbsOf(description);
  if (clause === undefined || others.length > 0) return [];
  if (OF_OTHERS.test(clause.before) || EXCEPTION.test(description)) return [];
  return members.filter(({ name, kind }) => {
    const [first = '', ...rest] = nameWords(name);
    return isDateKind(kind) && stemOf(first) === clause.stem && rest.every((word) => TIME_WORDS.has(word));
  });
}

/** Matches the first noun that a description says "this" of, and the words before it. */
const NOUN = /^(.*?)\b(?:in |of |from |with |at )?(?:this|the given) ([a-z]+)\b/i;

/** The numbers that are named by the noun of a description: `year` for "books published in this year or later". */
function numbersOfNoun(description: string, members: readonly BoundMember[]): readonly BoundMember[] {
  const [clause, ...others] = sentencesOf(description).flatMap((sentence) => {
    const [, before = '', noun] = NOUN.exec(sentence) ?? [];
    return noun === undefined ? [] : [{ before, noun: plainName(noun) }];
  });
  if (clause === undefined || others.length > 0) return [];
  if (OF_OTHERS.test(clause.before) || EXCEPTION.test(description)) return [];
  return members.filter(({ name, kind }) => !isDateKind(kind) && plainName(name) === clause.noun);
}

/** For each sentence with a verb before a day or a time: the words before the verb, and the stem of the verb. */
function verbsOf(description: string): readonly { readonly before: string; readonly stem: string }[] {
  return sentencesOf(description).flatMap((sentence) => {
    const [, before = '', verb] = VERB.exec(sentence) ?? [];
    return verb === undefined ? [] : [{ before, stem: stemOf(verb.toLowerCase()) }];
  });
}

/** Matches stems of verbs such as "created" and "changed". The elements need not contain the time of such a change. */
const CHANGE = /^(?:add|chang|clos|creat|delet|edit|modif|plac|publish|register|remov|updat)/;

/**
 * Whether a description is about the time of a different change from the one in the name of the member: "changed since"
 * for `created_at`.
 */
export function isAboutOther(description: string, name: string): boolean {
  const own = nameWords(name).map(stemOf);
  return verbsOf(description).some(({ stem }) => CHANGE.test(stem) && !own.includes(stem));
}

/**
 * The part of a verb that all its forms share: `start` for `start`, `starts` and `started`, and `creat` for `create`
 * and `created`.
 */
function stemOf(verb: string): string {
  return verb.length <= SHORTEST_STEM ? verb : verb.replace(/(?:ed|es|e|s)$/, '');
}

const SHORTEST_STEM = 3;

const DATE_INCLUDED =
  /\bor (?:later|earlier)\b|\b(?:on|at) or (?:after|before)\b|\b(?:day|date|time|timestamp|instant|moment) or (?:after|before)\b|\binclusive/i;

/**
 * Whether a description states that a bound for dates or times includes its own value. For times, the result is never
 * `true` for the largest value, because a service may store more digits of a time than it returns. If the bound is a
 * day and the member is a time, the description must state that the day is in UTC.
 */
export function includesTime(
  { side, values, given }: StatedBound,
  about: string,
): { readonly isInclusive?: true; readonly isUtcDay?: true } {
  if (!DATE_INCLUDED.test(about) || EXCLUDED.test(about)) return {};
  if (values === given) return values === 'date' || side === 'smallest' ? { isInclusive: true } : {};
  return given === 'date' && /\bUTC\b/.test(about) ? { isInclusive: true, isUtcDay: true } : {};
}

/**
 * Whether the value of the bound is itself in the list, by the description or by the name of the parameter: `gte` and
 * `lte` include it, `gt` and `lt` do not. `undefined` if neither states it, or if the description states both.
 */
export function statesInclusion(label: string, description: string): boolean | undefined {
  const than = THAN.exec(description);
  const isIncluded = INCLUDED.test(description) || than?.[1] !== undefined;
  const isExcluded = EXCLUDED.test(description) || (than !== null && !isIncluded);
  if (isIncluded !== isExcluded) return isIncluded;
  const [, equal] = /(?:[-_[][gl]t|[a-z][GL]t)(e?)\]?$/.exec(label) ?? [];
  return isIncluded || equal === undefined ? undefined : equal === 'e';
}

/**
 * Whether the name of a parameter contains `min` or `max`, and its description does not state whether the bound itself
 * is included.
 */
export function namesLimit(label: string, description: string): boolean {
  const contradicts = [INCLUDED, EXCLUDED, THAN, BEYOND].some((words) => words.test(description));
  return LIMIT.test(label) && !contradicts;
}

const INCLUDED =
  /\bat (?:least|most)\b|\binclusive|\bor (?:equal|more|less|above|below|over|under|later|earlier|newer|older)\b|[≥≤]|[<>]=/i;
const EXCLUDED = /\bexclusive|\bstrictly\b/i;
/**
 * Matches a comparison such as "less than". The first group matches `no` or `not` before it, which makes the bound
 * inclusive: "no less than 5".
 */
const THAN = /(\bnot? )?\b(?:more|less|greater|smaller|higher|lower|larger|fewer) than\b/i;
/** Matches names for the smallest or the largest value, such as `min_price` and `priceMax`. */
const LIMIT = /^(?:min|max)(?:imum)?(?:[-_]|(?=[A-Z]))|(?:[-_[](?:min|max)|(?:Min|Max))\]?$/;
/** Matches words that may exclude the bound itself, as in "a price above this". */
const BEYOND = /\b(?:above|after|before|below|beyond|between|exceed\w*|over|under)\b|[<>]/i;

/**
 * The only number whose name ends with the given words: `reading_minutes` for `minutes`, the words of `min_minutes`
 * without `min`. The description must contain the other words of the name (`reading`). `undefined` if the names of
 * several numbers end with the given words.
 */
export function describedNumber(
  words: readonly string[],
  description: string,
  members: readonly BoundMember[],
): BoundMember | undefined {
  const [fit, ...others] = members.filter(
    ({ name, kind }) => !isDateKind(kind) && words.length > 0 && endsWith(nameWords(name), words),
  );
  if (fit === undefined || others.length > 0) return undefined;
  const named = new Set(wordsOf(description.toLowerCase()));
  const isNamed = nameWords(fit.name)
    .slice(0, -words.length)
    .every((word) => named.has(word) || named.has(`${word}s`));
  return isNamed ? fit : undefined;
}

function endsWith(words: readonly string[], end: readonly string[]): boolean {
  return words.length > end.length && words.slice(-end.length).join(' ') === end.join(' ');
}

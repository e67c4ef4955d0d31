import { nameWords } from '../../plain-name.js';
import { quotedNames, sentencesOf, wordsOf } from '../../sentences.js';
import { type BoundKind, type BoundMember, type StatedBound, isDateKind } from './bound.js';

const AT_LEAST =
  /\bat least\b|\bor (?:later|after|more|higher|greater|above|newer)\b|\bnot before\b|\b(?:on|at) or after\b|[≥]|>=/i;
const AT_MOST =
  /\bat most\b|\bor (?:earlier|before|less|lower|smaller|below|older|fewer)\b|\bnot after\b|\b(?:on|at) or before\b|[≤]|<=/i;

/**
 * The bound that a description states: "`hired_on` on this day or later", or "appointments that start on this day or
 * later" for the time `starts_at`. `undefined` if it does not name exactly one member and one side.
 */
export function describedBound(
  description: string,
  given: BoundKind,
  members: readonly BoundMember[],
): StatedBound | undefined {
  const named = new Set(quotedNames(description));
  const quoted = members.filter(({ name, kind }) => named.has(name) && isDateKind(kind) === isDateKind(given));
  const [fit, ...others] = quoted.length > 0 || !isDateKind(given) ? quoted : timesOfVerb(description, members);
  const [isLeast, isMost] = [AT_LEAST.test(description), AT_MOST.test(description)];
  if (fit === undefined || others.length > 0 || isLeast === isMost) return undefined;
  if (!isDateKind(given) && fit.kind !== given) return undefined;
  return { name: fit.name, side: isLeast ? 'smallest' : 'largest', values: fit.kind, given };
}

/** Matches the verb before a day or a time in the words of a description: `start` in "that start on this day". */
const VERB =
  /^(.*?)\b([a-z]+) (?:(?:on|at) (?:or (?:after|before) )?|not (?:before|after) )?(?:this|the given) (?:day|date|time|timestamp|instant|moment)\b/i;
/** Matches words after which the verb may have a different subject, as in "comments on posts that were created". */
const OF_OTHERS = /\b(?:about|at|below|by|for|from|in|inside|not|never|of|on|to|under|whose|with|without|within)\b/i;
/** Matches words of descriptions that add or remove elements. */
const EXCEPTION = /\b(?:also|as well|except\w*|includ(?:e|es|ing)|plus|unless)\b/i;
/** Words that may follow the verb in the name of a time, such as `at` in `starts_at`. */
const TIME_WORDS: ReadonlySet<string> = new Set(['at', 'on', 'date', 'day', 'time', 'timestamp']);

/** The times that have the name of the verb in a description: `starts_at` for "appointments that start on this day". */
function timesOfVerb(description: string, members: readonly BoundMember[]): readonly BoundMember[] {
  const [clause, ...others] = verbsOf(description);
  if (clause === undefined || others.length > 0) return [];
  if (OF_OTHERS.test(clause.before) || EXCEPTION.test(description)) return [];
  return members.filter(({ name, kind }) => {
    const [first = '', ...rest] = nameWords(name);
    return isDateKind(kind) && stemOf(first) === clause.stem && rest.every((word) => TIME_WORDS.has(word));
  });
}

/** The verbs before a day or a time in a description, and the words before them. */
function verbsOf(description: string): readonly { readonly before: string; readonly stem: string }[] {
  return sentencesOf(description).flatMap((sentence) => {
    const [, before = '', verb] = VERB.exec(sentence) ?? [];
    return verb === undefined ? [] : [{ before, stem: stemOf(verb.toLowerCase()) }];
  });
}

/** Matches stems of verbs for the creation and for changes of an element. Elements need not contain their times. */
const CHANGE = /^(?:add|chang|clos|creat|delet|edit|modif|plac|publish|register|remov|updat)/;

/** Whether a description is about the time of a change that is not the member: "changed since" for `created_at`. */
export function isAboutOther(description: string, name: string): boolean {
  const own = nameWords(name).map(stemOf);
  return verbsOf(description).some(({ stem }) => CHANGE.test(stem) && !own.includes(stem));
}

/** The part of a verb that is the same in `start`, `starts` and `started`, or in `create` and `created`. */
function stemOf(verb: string): string {
  return verb.length <= SHORTEST_STEM ? verb : verb.replace(/(?:ed|es|e|s)$/, '');
}

const SHORTEST_STEM = 3;

const DATE_INCLUDED =
  /\bor (?:later|earlier)\b|\b(?:on|at) or (?:after|before)\b|\b(?:day|date|time|timestamp|instant|moment) or (?:after|before)\b|\binclusive/i;

/**
 * Whether a description states that a bound for dates includes its own value. For an upper bound of times, this is
 * never certain: a service may store more digits of a time than it returns. A day includes the times of this day only
 * if the description states that the day is in UTC.
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
 * Whether a bound includes its own value, by the description or by the name of the parameter: `gte` and `lte` include
 * it, `gt` and `lt` do not. `undefined` if neither states it, or if the description states both.
 */
export function statesInclusion(label: string, description: string): boolean | undefined {
  const than = THAN.exec(description);
  const isIncluded = INCLUDED.test(description) || than?.[1] !== undefined;
  const isExcluded = EXCLUDED.test(description) || (than !== null && !isIncluded);
  if (isIncluded !== isExcluded) return isIncluded;
  const [, equal] = /(?:[-_[][gl]t|[a-z][GL]t)(e?)\]?$/.exec(label) ?? [];
  return isIncluded || equal === undefined ? undefined : equal === 'e';
}

/** Whether the name of a parameter contains `min` or `max`, and its description has no words about inclusion. */
export function namesLimit(label: string, description: string): boolean {
  const contradicts = [INCLUDED, EXCLUDED, THAN, BEYOND].some((words) => words.test(description));
  return LIMIT.test(label) && !contradicts;
}

const INCLUDED = /\bat (?:least|most)\b|\binclusive|\bor (?:equal|more|less|above|below|over|under)\b|[≥≤]|[<>]=/i;
const EXCLUDED = /\bexclusive|\bstrictly\b/i;
/** A comparison such as `less than`, which is inclusive after `no`. */
const THAN = /(\bnot? )?\b(?:more|less|greater|smaller|higher|lower|larger|fewer) than\b/i;
/** Matches names for the smallest or the largest value, such as `min_price` and `priceMax`. */
const LIMIT = /^(?:min|max)(?:imum)?(?:[-_]|(?=[A-Z]))|(?:[-_[](?:min|max)|(?:Min|Max))\]?$/;
/** Matches words that may exclude the value itself, as in "a price above this". */
const BEYOND = /\b(?:above|after|before|below|beyond|between|exceed\w*|over|under)\b|[<>]/i;

/**
 * The number whose name ends with the words of a bound's name, such as `reading_minutes` for `min_minutes`. The
 * description must contain the words before them. `undefined` if several numbers end in this way.
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

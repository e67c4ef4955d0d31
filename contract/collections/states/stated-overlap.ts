import { documentsStatus } from '../../documented-responses.js';
import { nounOf } from '../../inputs/body-references.js';
import type { Operation } from '../../operation.js';
import { lastSegment } from '../../path-relations.js';
import { isNameOf, plainName } from '../../plain-name.js';
import { sentencesOf, wordsOf } from '../../sentences.js';

/** What a contract states about items of one kind that must not occupy the same time. */
export interface StatedOverlap {
  /** The statuses with which the create operation refuses an item that overlaps another one. */
  readonly statuses: readonly string[];
  /**
   * Whether an item in this state occupies its time, so that an item which overlaps it is refused. `values`: all states
   * of the items.
   */
  readonly isBlocking: (state: string | undefined, values: readonly string[]) => boolean;
  /**
   * Selects the members that refer to what an item occupies: `doctor_id` and `patient_id` for "another one of the
   * doctor or the patient". An item is refused if it overlaps another item that has the same value in one of these
   * members.
   */
  readonly resources: (members: readonly string[]) => readonly string[];
}

/**
 * Finds out whether a create operation refuses an item whose time overlaps the time of another item. Its description,
 * or that of a refusal, must state it: "the appointment overlaps another one", "the room is already booked", "bookings
 * of a room must not overlap". A sentence counts only if it is about two items of this kind and has no exception.
 * `undefined` if there is no such sentence.
 */
export function statedOverlap(create: Operation): StatedOverlap | undefined {
  const { responses, description, path } = create;
  const isOfKind = (noun: string): boolean => isNameOf(noun, lastSegment(path));
  const refusals = responses.filter(({ status }) => REFUSALS.has(status));
  const ofRefusals = refusals.flatMap((refusal) =>
    sentencesOf(refusal.description)
      .filter((sentence) => isOverlap(sentence, isOfKind))
      .map((sentence) => ({ status: refusal.status, sentence })),
  );
  const ofCreate = sentencesOf(description)
    .filter((sentence) => isForbidden(sentence, isOfKind))
    .map((sentence) => ({ status: /\b4\d\d\b/.exec(sentence)?.[0] ?? '409', sentence }))
    .filter(({ status }) => documentsStatus(create, Number(status)));
  const found = [...ofRefusals, ...ofCreate];
  if (found.length === 0) return undefined;
  return {
    statuses: [...new Set(found.map(({ status }) => status))],
    isBlocking: (state, values) => found.some(({ sentence }) => isBlockingIn(sentence, state, values)),
    resources: (members) => [...new Set(found.flatMap(({ sentence }) => resourcesIn(sentence, members)))],
  };
}

const REFUSALS: ReadonlySet<string> = new Set(['400', '409', '422']);
const OVERLAPS = /\boverlap(?:s|ping|ped)?\b/;
/** Matches the statement that another item occupies something, such as a room: "the room is already booked". */
const TAKEN = /\b(?:is|are|was|has been|have been) (?:already )?(?:double[- ])?(?:booked|reserved|occupied)\b/;
const CONFLICTS = /\b(?:conflicts?|clash(?:es)?|collides?) with\b/;
/** Matches words for exceptions and permissions. A sentence with one of them does not count. */
const UNCLEAR =
  /\b(?:unless|except|apart from|if|when|only|can|may|allowed|permitted|possible|waitlist\w*|wait|queued?|else)\b/;
/**
 * Matches sentences about things that a limited number of items may use at the same time: "the course is fully booked".
 */
const SHARED =
  /\b(?:fully?|too many|out|up|solid|all|every|each|most|maximum|capacity|limits?|left|remaining|seats?|places|spots)\b/;

/** Whether the description of a refusal states that an item overlaps another one of its kind. */
function isOverlap(sentence: string, isOfKind: (noun: string) => boolean): boolean {
  const text = sentence.toLowerCase();
  if (UNCLEAR.test(text) || SHARED.test(text) || /\bnot\b/.test(withoutStates(text))) return false;
  if (!areOfKind(text, isOfKind)) return false;
  if (TAKEN.test(text)) return true;
  return (OVERLAPS.test(text) || CONFLICTS.test(text)) && namesOther(text, isOfKind);
}

/** Match sentences that forbid items whose times overlap. */
const FORBIDS: readonly RegExp[] = [
  /\b(?:must|may|can|shall) ?not (?:\w+ )?overlap\b/,
  /\b(?:no two|neither)\b.*\boverlap(?:s|ping)?\b/,
  /\boverlapping\b.*\b(?:refused|rejected|not (?:allowed|permitted|possible|accepted))\b/,
  /\bmust\b.*\bnot be (?:already )?(?:booked|reserved|occupied)\b/,
];
const EXCEPTED = /\b(?:unless|except|apart from|if|when|only|waitlist\w*|else)\b/;

/**
 * Whether a sentence in the description of a create operation forbids an item that overlaps another one of its kind.
 */
function isForbidden(sentence: string, isOfKind: (noun: string) => boolean): boolean {
  const text = sentence.toLowerCase();
  return (
    !EXCEPTED.test(text) &&
    !SHARED.test(text) &&
    FORBIDS.some((pattern) => pattern.test(text)) &&
    areOfKind(text, isOfKind) &&
    namesOther(text, isOfKind)
  );
}

/**
 * The text without clauses such as "that is not cancelled". Their "not" is about the state of the other item, and does
 * not negate the sentence.
 */
function withoutStates(text: string): string {
  return text.replaceAll(/\bthat (?:is|are) not \w+/g, '');
}

/** The maximum number of words between a word such as "another" and its noun, as in "another confirmed appointment". */
const MOST_BETWEEN = 2;

/** For each word of `before` that occurs in a text: the words after it, one of which may be its noun. */
function nounsAfter(text: string, before: ReadonlySet<string>): readonly (readonly string[])[] {
  const words = wordsOf(text);
  return words.flatMap((word, index) => (before.has(word) ? [words.slice(index + 1, index + 2 + MOST_BETWEEN)] : []));
}

const ONE: ReadonlySet<string> = new Set(['one', 'ones']);
const OTHER: ReadonlySet<string> = new Set(['another', 'other', 'others', 'different']);
const SOME: ReadonlySet<string> = new Set(['a', 'an', 'any', 'existing', 'two', 'overlapping', 'another', 'other']);

/**
 * Whether every "another" and "other" in a text refers to an item of the kind. In "another guest", the noun is of a
 * different kind.
 */
function areOfKind(text: string, isOfKind: (noun: string) => boolean): boolean {
  return nounsAfter(text, OTHER).every((nouns) => nouns.some((noun) => ONE.has(noun) || isOfKind(noun)));
}

/**
 * Whether a text mentions a second item of the kind ("an existing booking"), or the items of the kind in general
 * ("Bookings …").
 */
function namesOther(text: string, isOfKind: (noun: string) => boolean): boolean {
  const [first = ''] = wordsOf(text);
  const isNamed = nounsAfter(text, SOME).some((nouns) => nouns.some((noun) => ONE.has(noun) || isOfKind(noun)));
  return isNamed || (isOfKind(first) && first.endsWith('s'));
}

/**
 * Matches states in which an item may not yet occupy its time, or may no longer occupy it, such as `pending` and
 * `cancelled`.
 */
const UNCERTAIN =
  /^(?:pending|request|draft|tentativ|wait|propos|option|hold|held|cancel|declin|reject|expir|new|creat|inquir|quot)/i;

/**
 * Whether a sentence applies to an item in a state. It may require a state ("another appointment in the state BOOKED")
 * or exclude one ("that is not cancelled").
 */
function isBlockingIn(sentence: string, state: string | undefined, values: readonly string[]): boolean {
  const words = wordsOf(sentence).map((word) => plainName(word));
  const named = values.flatMap((value) => {
    const at = words.indexOf(plainName(value));
    return at < 0 ? [] : [{ value, isDenied: words[at - 1] === 'not' || words[at - 1] === 'non' }];
  });
  if (state === undefined) return named.every(({ isDenied }) => isDenied);
  const required = named.filter(({ isDenied }) => !isDenied);
  if (named.some(({ value, isDenied }) => isDenied && value === state)) return false;
  if (required.length > 0) return required.some(({ value }) => value === state);
  return named.length > 0 || !UNCERTAIN.test(state);
}

/**
 * The members to which a sentence refers. A sentence that mentions several must join them with "or", as in "the room or
 * the guest". Otherwise the result is empty.
 */
function resourcesIn(sentence: string, members: readonly string[]): readonly string[] {
  const words = wordsOf(sentence.toLowerCase());
  const named = members.filter((member) => words.some((word) => plainName(word) === nounOf(member)));
  const isAny = words.includes('or') || words.includes('nor');
  return named.length > 1 && !isAny ? [] : named;
}

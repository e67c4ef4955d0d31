import type { Operation } from '../../operation.js';
import { lastSegment } from '../../path-relations.js';
import { isNameOf } from '../../plain-name.js';
import { sentencesOf } from '../../sentences.js';

/** What a contract states about the removal of an item to which other items belong. */
export interface RefusedRemoval {
  /** The statuses with which the removal is refused. */
  readonly statuses: readonly string[];
  /** Whether the removal is refused because another item that belongs to the removed one is in the given state. */
  readonly isPrevented: (state: string | undefined) => boolean;
}

/**
 * Finds out whether a DELETE is refused while other items belong to the item. The descriptions of the DELETE and of its
 * refusals must state it: "a customer with orders cannot be removed", "the project still has tasks", or "a fleet with
 * vehicles is only deleted with `force`". `child`: the path of the operation that creates the other items; `states`:
 * all their states. `undefined` if no sentence is about the other items. Also `undefined` if a sentence limits the
 * other items by something else than a state, because its meaning is then uncertain.
 */
export function refusedRemoval(
  remove: Operation,
  child: string,
  states: readonly string[],
): RefusedRemoval | undefined {
  const nouns = { item: lastSegment(remove.path.slice(0, remove.path.lastIndexOf('/{'))), child: lastSegment(child) };
  const refusals = remove.responses.filter(({ status }) => REFUSALS.includes(status));
  const documented = refusals.map(({ status }) => status);
  const texts = [
    ...refusals.map(({ status, description }) => ({ statuses: [status], text: description, isOfRefusal: true })),
    { statuses: documented, text: remove.description, isOfRefusal: false },
  ];
  const named = texts.flatMap(({ statuses, text, isOfRefusal }) =>
    sentencesOf(text)
      .filter((sentence) => (sentence.toLowerCase().match(TOKENS) ?? []).some((word) => isNameOf(word, nouns.child)))
      .map((sentence) => {
        const isRead = isOfRefusal ? !UNCLEAR.test(sentence) : isRefusal(sentence);
        return { statuses, isOfRefusal, having: isRead ? statesHad(sentence, nouns, states) : undefined };
      }),
  );
  // One sentence may be about all other items, and another may limit the refusal to items in some states.
  const limits = named.flatMap(({ having }) => (having === undefined || having.length === 0 ? [] : [having]));
  if (documented.length === 0 || named.length === 0 || named.some(({ having }) => having === undefined))
    return undefined;
  const certain = named.filter(({ isOfRefusal }) => isOfRefusal);
  return {
    statuses: [...new Set((certain.length > 0 ? certain : named).flatMap(({ statuses }) => statuses))],
    isPrevented: (state) => limits.every((each) => state !== undefined && each.includes(state)),
  };
}

function isRefusal(sentence: string): boolean {
  return REFUSED.some((pattern) => pattern.test(sentence)) && !EXCEPTED.test(sentence);
}

/** Matches the name of a parameter with which a DELETE also removes everything that belongs to the item. */
export const FORCE = /^(?:force|forced?|cascade|recursive(?:ly)?|purge)$/i;

const REFUSALS: readonly string[] = ['400', '409', '412', '422'];
/** Matches descriptions of refusals whose meaning is uncertain, because they contain a negation or an exception. */
const UNCLEAR = /\b(?:unless|except|only|may|can|not|no|without|never)\b/i;
const EXCEPTED = /\b(?:except|apart from|may be)\b|\bunless\b(?!.*\b(?:force|cascade|recursive)\b)/i;
/** Match sentences which state that a removal is refused. */
const REFUSED: readonly RegExp[] = [
  /\b(?:cannot|can not|must not|may not|is not|are not) (?:be )?(?:deleted|removed|erased)\b/i,
  /\bonly (?:be )?(?:deleted|removed|erased) (?:with|if|when)\b.*\b(?:force|cascade|recursive)\b/i,
  /\b(?:refused|rejected|fails|conflict)\b|\b(?:409|412|422)\b/i,
];

const TOKENS = /[\p{L}\p{N}_-]+|[,()]/gu;
const HAS: ReadonlySet<string> = new Set(['has', 'have', 'with', 'contains', 'contain', 'holds']);
/**
 * Words that may stand between the name of an item and its verb: `still` in "the project still has", `that` in "a
 * project that has".
 */
const BEFORE_VERB: ReadonlySet<string> = new Set(['still', 'also', 'already', 'that', 'which', 'and']);
const QUANTITIES: ReadonlySet<string> = new Set('still,a,an,any,at,least,one,or,more,some,existing'.split(','));
/**
 * Words that may follow the name of the other items without limiting which of them are meant: `cannot` in "an order
 * with lines cannot be removed".
 */
const NEXT: ReadonlySet<string> = new Set(['', ',', '(', ')', ...'cannot,can,must,may,is,are,fails'.split(',')]);

interface Nouns {
  readonly item: string;
  readonly child: string;
}

/**
 * The states of the other items that a sentence mentions: `BOOKED` for "a room with BOOKED stays". Empty if the
 * sentence is about other items in any state. `undefined` if it does not state that the item has other items.
 */
function statesHad(sentence: string, nouns: Nouns, states: readonly string[]): readonly string[] | undefined {
  const words = sentence.toLowerCase().match(TOKENS) ?? [];
  const stateOf = (word: string | undefined): string | undefined =>
    states.find((state) => state.toLowerCase() === word);
  for (const [index, word] of words.entries()) {
    if (!HAS.has(word) || !isOfItem(words.slice(0, index), nouns.item)) continue;
    let at = index + 1;
    const found: string[] = [];
    while (QUANTITIES.has(words[at] ?? '') || stateOf(words[at]) !== undefined) {
      found.push(...[stateOf(words[at])].filter((state) => state !== undefined));
      at += 1;
    }
    if (!isNameOf(words[at] ?? '', nouns.child)) continue;
    const [next = '', ...rest] = words.slice(at + 1);
    const after = next === 'in' || next === 'that' || next === 'which' ? statesAfter(rest, stateOf) : [];
    if (after !== undefined && (after.length > 0 || NEXT.has(next))) return [...found, ...after];
  }
  return undefined;
}

/** Words between "in" or "that" and a state: "in the state BOOKED", "that are open". */
const BEFORE_STATE: ReadonlySet<string> = new Set('the,a,an,state,status,phase,stage,is,are,or'.split(','));

/**
 * The states in the words "the state BOOKED or HELD". `undefined` if a word that is not in `BEFORE_STATE` comes before
 * the first state.
 */
function statesAfter(
  words: readonly string[],
  stateOf: (word: string) => string | undefined,
): readonly string[] | undefined {
  const end = words.findIndex((word) => !BEFORE_STATE.has(word) && stateOf(word) === undefined);
  const found = (end < 0 ? words : words.slice(0, end)).map(stateOf).filter((state) => state !== undefined);
  return found.length === 0 ? undefined : found;
}

/** Whether the words before a verb end with the name of the item or with "it": "a patient", "the fleet still", "it". */
function isOfItem(before: readonly string[], item: string): boolean {
  const subject = before.findLast((word) => !BEFORE_VERB.has(word)) ?? '';
  return subject === 'it' || isNameOf(subject, item);
}

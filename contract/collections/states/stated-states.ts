import {
  deniedStates,
  isAboutPart,
  isNounOf,
  isOwnVerb,
  stateWord,
  statesOnly,
  stemOf,
  withJoinedNames,
} from './denied-states.js';
import type { Operation } from '../../operation.js';
import { sentencesOf, statusesIn, wordsOf, wrappedSentences } from '../../sentences.js';
import type { StateMember } from './state-member.js';

/** The states of an item in which an operation is refused, as the contract states them. */
export interface StateRefusals {
  /** The statuses with which the operation is refused, such as `409`. */
  readonly statuses: readonly string[];
  /**
   * Whether the operation is refused for an item in the state. `isRepeated`: whether the last change of the item was
   * made by the same operation.
   */
  readonly refuses: (state: string | undefined, isRepeated: boolean) => boolean;
  /** The sentence of the contract that states the refusal. `undefined` if the operation is not refused. */
  readonly sentence: (state: string | undefined, isRepeated: boolean) => string | undefined;
}

/** What one description states about the refusal of an operation. */
interface StatedRefusal {
  /** The states in which the operation is refused. */
  readonly refused: ReadonlySet<string> | undefined;
  /** Whether the operation is refused if it also made the last change of the item. */
  readonly isRefusedAgain: boolean;
}

/**
 * Finds out from the descriptions of an operation and of its responses in which states of an item it is refused. Only
 * clear statements count: "only drafts can be published", "needs the status `draft`", "from `draft` to `published`",
 * "neither `paid` nor `canceled`", or "already published" for `/articles/{id}/publish`. A sentence in the description
 * of the operation counts only if the operation documents 409, or if the sentence contains the documented status of the
 * refusal. `undefined` if there is no such statement, or if the contract states that the call may have no effect.
 */
export function stateRefusals(operation: Operation, member: StateMember | undefined): StateRefusals | undefined {
  const { summary, description, responses } = operation;
  if (NO_EFFECT.test(`${summary} ${description}`)) return undefined;
  const refusing = responses.filter(({ status }) => /^4\d\d$/.test(status) && !OTHER_REFUSALS.has(status));
  const ofOperation = refusing.map((response) => ({
    response,
    text: response.status === '409' ? description : sentencesWith(response.status, description),
    isOfRefusal: false,
  }));
  const ofRefusals = refusing.map((response) => ({ response, text: response.description, isOfRefusal: true }));
  const read = (text: string, isOfRefusal: boolean): StatedRefusal => ({
    refused:
      member &&
      (refusedStates(operation, text, member, isOfRefusal) ??
        deniedStates(operation, text, member.values, isOfRefusal)),
    isRefusedAgain: statesAlready(operation, text, isOfRefusal),
  });
  const found = [...ofRefusals, ...ofOperation]
    .map((source) => ({ ...source, stated: read(source.text, source.isOfRefusal) }))
    .filter(({ stated }) => stated.refused !== undefined || stated.isRefusedAgain);
  if (found.length === 0) return undefined;
  return {
    statuses: [...new Set(found.map(({ response }) => response.status))],
    refuses: (state, isRepeated) => found.some(({ stated }) => isRefusedBy(stated, state, isRepeated)),
    sentence: (state, isRepeated) => {
      const source = found.find(({ stated }) => isRefusedBy(stated, state, isRepeated));
      const sentences = source === undefined ? [] : sentencesOf(source.text);
      const own = sentences.find((each) => isRefusedBy(read(each, source?.isOfRefusal === true), state, isRepeated));
      return (own ?? source?.text)?.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '').slice(0, LONGEST_SENTENCE);
    },
  };
}

/**
 * The sentences of a text that contain the status and are about the state of the item: "only drafts that are `open` can
 * be sent; otherwise the response is 400". Other sentences with 400 or 422 may be about the state in the request body,
 * so they are left out.
 */
function sentencesWith(status: string, text: string): string {
  return wrappedSentences(text)
    .map((sentence) => `${sentence.replaceAll(/\s+/g, ' ').trim()}.`)
    .filter((sentence) => statusesIn(sentence).join() === status)
    .filter((sentence) => OF_ITEM.test(sentence) && !OF_REQUEST.test(sentence))
    .join('\n');
}

/** Matches clauses about the state of an item: "an order that is", "while the order is", "in any other status". */
const OF_ITEM =
  /\b(?:that|which) (?:is|are)\b|\b(?:while|as long as) (?:the|its|an?) (?!stat(?:e|us)\b)[a-z]+ is\b|\bin (?:an(?:y )?|every |all )other stat/i;
/** Matches words which show that a sentence is about the values of a request, or about the caller. */
const OF_REQUEST =
  /\b(?:body|request|new|given|sent|set|target|parameters?|fields?|members?|values?|users?|callers?|clients?|admin\w*|owners?|roles?)\b/i;

/** The maximum length of a quoted sentence. A longer sentence is shortened. */
const LONGEST_SENTENCE = 200;

function isRefusedBy(
  { refused, isRefusedAgain }: StatedRefusal,
  state: string | undefined,
  isRepeated: boolean,
): boolean {
  return (isRepeated && isRefusedAgain) || (state !== undefined && refused?.has(state) === true);
}

/** Statuses with which a service refuses a call for reasons other than the state of the item. */
const OTHER_REFUSALS: ReadonlySet<string> = new Set(['401', '403', '404', '405', '406', '413', '414', '415', '429']);
/** Matches texts which state that the service accepts a call that changes nothing. */
const NO_EFFECT =
  /\bno[- ]?(?:effect|op)\b|\bidempoten(?!cy[- ]key)|\bdoes nothing\b|\bignored\b|\bsame (?:reply|response|result)/i;
const ALREADY = /\balready (?:been )?([a-z]+ed)\b|(?<!\bnot )\b([a-z]+ed) already\b/gi;
/**
 * Matches "that is not archived". For an action such as `unarchive`, it means that the item lacks the state that the
 * action ends.
 */
const NOT_IN_STATE = /\b(?:that|which|if it) (?:is|are|was|were) not ([a-z]+ed)\b/gi;
/** Matches the statement that an action is permitted only once: "can be reversed once". */
const ONCE = /\b(?:can|may) (?:only )?be ([a-z]+ed) (?:only |just )?once\b/gi;

/** Matches words which show that a sentence is about a refusal. */
const REFUSES = /\b409\b|\b(?:refus|reject|fail|error|conflict|not (?:allowed|permitted|possible))/i;

/**
 * Whether a text states that a second call of the action is refused. It contains "already" beside the participle of the
 * action (see `isOwnVerb`), "can be reversed once", or "that is not archived" for `unarchive`. In the description of an
 * operation, the sentence must also be about a refusal, which "If already canceled, returns the order" is not.
 */
function statesAlready(operation: Operation, text: string, isOfRefusal: boolean): boolean {
  const { method, path } = operation;
  const verb = path.split(/[/:]/).at(-1)?.toLowerCase() ?? '';
  if (method !== 'post' || path.endsWith('}')) return false;
  const ended = /^un[a-z]{4,}$/.test(verb) ? stemOf(verb).slice('un'.length) : undefined;
  const sentences = sentencesOf(text);
  return (
    sentences
      .filter((sentence) => isOfRefusal || REFUSES.test(sentence))
      .some(
        (sentence) =>
          wordsAfter(sentence, ALREADY).some((word) => isOwnVerb(operation, word)) ||
          (ended !== undefined && wordsAfter(sentence, NOT_IN_STATE).some((word) => word.startsWith(ended))),
      ) || sentences.some((sentence) => wordsAfter(sentence, ONCE).some((word) => isOwnVerb(operation, word)))
  );
}

/** The words that the groups of a pattern match in a sentence, in lower case. */
function wordsAfter(sentence: string, pattern: RegExp): readonly string[] {
  return [...sentence.matchAll(pattern)].map(([, one, other]) => (one ?? other ?? '').toLowerCase());
}

/**
 * Words such as "only" and "other than", before states that are the only ones in which an operation is accepted. Only
 * the words in `FILLERS` may stand between them and the state: "only the owner can edit drafts" is not about the state.
 */
const BEFORE_ALLOWED: ReadonlySet<string> = new Set(
  'only, needs, need, requires, require, unless, from, must be, other than, is not, are not'.split(', '),
);
const FILLERS: ReadonlySet<string> = new Set(
  'a, an, the, if, when, while, in, with, its, status, state, is, it, be, as, or'.split(', '),
);
/**
 * Words that make a sentence a requirement. In the description of a refusal, a sentence with such a word states the
 * requirement that the refused call did not meet.
 */
const REQUIRED: ReadonlySet<string> = new Set(['must', 'only', 'unless', 'should', 'needs', 'requires', 'that']);
/** Words with which the meaning of a sentence is uncertain. Such a sentence is skipped. */
const UNCLEAR: readonly string[] = ['cannot', 'except', 'may not', 'can not'];
/** Words before the state that an operation sets, as in "to `published`" or "can be published". */
const BEFORE_TARGET: ReadonlySet<string> = new Set(
  'to, into, becomes, become, sets, then, now, can, may, will, been'.split(', '),
);

/**
 * Matches sentences about the state of a different item: "while another ticket that is not closed blocks the ticket".
 */
const OF_OTHER_ITEM =
  /\b(?:another|(?:an?y |every |all |no )other) (?!stat(?:e|us))\w+(?: \w+)? (?:that|which|whose|is|are|was|were|in|with)\b/i;

/** Matches words for all states that the text does not name: "from any other state 409". */
const OTHER_STATES = /\b(?:an(?:y )?|every |all )other (?:states?|status(?:es)?)\b|\bother (?:states|statuses)\b/i;
/**
 * Matches words which show that a sentence is about an HTTP status of a different reply, and not about the state of the
 * item.
 */
const OF_HTTP = /\bhttp\b|\b[2-5]xx\b|\b2\d\d\b|\b(?:receiver|upstream|webhook|endpoint)\b/i;
const BECOMES = /\b(?:becomes?|turns? into|changes? to|moves? to)\b|→|->/i;
/** In "Confirms a `requested` order; it becomes `confirmed`", matches the words between the states. */
const IT_BECOMES = /[;,]\s+(?:and )?(?:it|which)(?: then)?(?=\s+(?:becomes|turns into|changes to|moves to)\s)/gi;
const NEGATED = /\b(?:not|neither|nor|except|unless|without)\b|n't\b/i;

/** Matches "possible while the order is `open` or `paid`, else 409", and captures the noun, the states and the rest. */
const POSSIBLE =
  /\b(?:possible|allowed|permitted) (?:while|when|if|as long as) (?:the |its )([a-z]+) is ((?:(?!otherwise|else)[\w\s`-])+)(.*)$/;

/**
 * The refused states, if a text states in which states the operation is possible, and that it is refused in all others:
 * "possible while the order is `open` or `paid`; in any other status it is refused". `sentences`: in lower case.
 */
function impossibleStates(
  { path }: Operation,
  sentences: readonly string[],
  { name, values }: StateMember,
): ReadonlySet<string> | undefined {
  for (const [index, sentence] of sentences.entries()) {
    const [, noun = '', named = '', rest = ''] = POSSIBLE.exec(sentence) ?? [];
    const possible = statesOnly(path, wordsOf(named), values);
    const isOfItem = noun === name.toLowerCase() || isNounOf(path, noun);
    const isOthers = [rest, sentences[index + 1] ?? ''].some(
      (text) => (OTHER_STATES.test(text) || /\b(?:otherwise|else)\b/.test(text)) && REFUSES.test(text),
    );
    if (isOfItem && isOthers && possible.length > 0)
      return new Set(values.filter((value) => !possible.includes(value)));
  }
  return undefined;
}

/**
 * The refused states, if a text states one change of state and refuses it in all other states: "`submitted` becomes
 * `approved`; from any other state 409". The change may follow the verb: "Confirms a `requested` order; it becomes
 * `confirmed`. In any other status 409". `undefined` for any other text.
 */
function otherStates(text: string, values: readonly string[]): ReadonlySet<string> | undefined {
  const sentences = sentencesOf(text.replaceAll(IT_BECOMES, ''));
  const isOfOthers = (sentence: string): boolean => OTHER_STATES.test(sentence) && !OF_HTTP.test(sentence);
  if (!sentences.some((sentence) => isOfOthers(sentence) && REFUSES.test(sentence))) return undefined;
  const changes = sentences.filter((sentence) => BECOMES.test(sentence));
  const [before = '', after = ''] = changes.length === 1 ? (changes[0] ?? '').split(BECOMES) : [];
  const statesIn = (part: string): readonly string[] => {
    const words = wordsOf(part.toLowerCase());
    return values.filter((value) => words.includes(value.toLowerCase()));
  };
  const allowed = statesIn(before);
  if (allowed.length === 0 || NEGATED.test(before) || statesIn(after).length !== 1) return undefined;
  return new Set(values.filter((value) => !allowed.includes(value)));
}

/**
 * The states in which a text refuses the operation. `undefined` if the text states none. The first clear sentence is
 * used. "The status is neither `paid` nor `canceled`" has two meanings. As the reason of a refusal, it states that the
 * operation is accepted only in these two states. In any other text, it is a requirement: the operation is refused in
 * these two states.
 */
function refusedStates(
  operation: Operation,
  text: string,
  { name, values }: StateMember,
  isOfRefusal: boolean,
): ReadonlySet<string> | undefined {
  const sentences = sentencesOf(withJoinedNames(text, values));
  const others = otherStates(text, values) ?? impossibleStates(operation, sentences, { name, values });
  if (others !== undefined) return others;
  for (const sentence of sentences) {
    if (isAboutPart(operation, sentence, name, values) || OF_OTHER_ITEM.test(sentence)) continue;
    const words = wordsOf(sentence);
    const pairs = words.map((word, index) => `${word} ${words[index + 1] ?? ''}`);
    if (UNCLEAR.some((each) => words.includes(each) || pairs.includes(each))) continue;
    const isClear = !words.includes('only') && (isOfRefusal || REFUSES.test(sentence));
    if (!isClear && (pairs.includes('is not') || pairs.includes('are not'))) continue;
    const placed = words.flatMap((word, index) => {
      const value = values.find((each) => [stateWord(each), `${stateWord(each)}s`].includes(word));
      return value === undefined ? [] : [{ value, index, before: wordBefore(words, index, values) }];
    });
    const named = new Set(placed.filter(({ before }) => !BEFORE_TARGET.has(before)).map(({ value }) => value));
    const isNeither = named.size > 0 && words.includes('neither') && words.includes('nor');
    const isReason = isOfRefusal && !words.some((word) => REQUIRED.has(word));
    if (isNeither && !isReason) return named;
    // "Published posts must be closed first": the state before the requirement is refused.
    const must = pairs.indexOf('must be');
    const subjects = placed.filter(({ index, before }) => index < must && (before === '' || before === 'all'));
    if (subjects.length > 0) return new Set(subjects.map(({ value }) => value));
    const isOnly = isNeither || placed.some(({ before }) => BEFORE_ALLOWED.has(before));
    if (isOnly && named.size < values.length) return new Set(values.filter((value) => !named.has(value)));
  }
  return undefined;
}

/**
 * The word before a state that decides the meaning, such as "only" or "other than". Words in `FILLERS` and other states
 * are skipped. The words of "only orders that are" and of "only while the order is" are returned as "only".
 */
function wordBefore(words: readonly string[], place: number, values: readonly string[]): string {
  const known = new Set(values.map(stateWord));
  for (let index = place - 1; index >= 0; index -= 1) {
    const [word = '', previous = ''] = [words[index], words[index - 1]];
    if ((word === 'is' || word === 'are') && isOnlyBefore(words, index)) return 'only';
    if (BEFORE_ALLOWED.has(`${previous} ${word}`)) return `${previous} ${word}`;
    if (!FILLERS.has(word) && !known.has(word)) return word;
  }
  return '';
}

/** Whether the words before an index end with a phrase such as "only orders that" or "only while the order". */
function isOnlyBefore(words: readonly string[], index: number): boolean {
  const before = words.slice(Math.max(0, index - LONGEST_ONLY), index).join(' ');
  return /\bonly (?:\w+ ){0,2}\w+ (?:that|which)$|\bonly (?:while|when|if|as long as) (?:the|its|an?) (?:\w+ )?\w+$/.test(
    before,
  );
}

const LONGEST_ONLY = 'only as long as the order item'.split(' ').length;

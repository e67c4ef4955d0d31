import { isOwnVerb, stemOf } from './denied-states.js';
import { descriptionOf, documentsStatus } from '../../documented-responses.js';
import type { Operation } from '../../operation.js';
import { lastSegment, parentPath, segmentsBelow } from '../../path-relations.js';
import { isNameOf } from '../../plain-name.js';
import { sentencesOf, wordsOf } from '../../sentences.js';

/**
 * The statuses with which an operation is refused after `other` was called for the same item. The contract must
 * describe the item with the participle of `other`: "the issue is locked" or "a locked issue takes no comments (403)"
 * for `/issues/{id}/lock`. Empty if no sentence states this clearly, or if a sentence is about who may call the
 * operation.
 */
export function refusedAfter(operation: Operation, other: Operation): readonly string[] {
  const item = parentPath(other.path);
  const isAction = (other.method === 'post' || other.method === 'put') && item.endsWith('}');
  const below = segmentsBelow(operation.path, item);
  const isBelow = below.length === 1 && !below.join('').includes('{');
  if (!isAction || operation === other || operation.path === other.path || !isBelow) return [];
  const { description, responses } = operation;
  if (CALLERS.test([description, ...responses.map((each) => each.description)].join(' '))) return [];
  const verb = lastSegment(other.path).toLowerCase();
  return refusedFor(operation, {
    isNoun: (word) => isNameOf(word, lastSegment(parentPath(item))),
    isParticiple: (word) => /(?:ed|en)$/.test(word) && word !== verb && word.startsWith(stemOf(verb)),
  });
}

/**
 * The statuses with which an operation is refused for an item in the state `subject`, by the description of the
 * operation and those of its refusals.
 */
export function refusedFor(operation: Operation, subject: Subject): readonly string[] {
  const { description, responses } = operation;
  const ofRefusals = responses
    .filter(({ status }) => REFUSALS.has(status))
    .filter((response) => sentencesOf(response.description).some((sentence) => itemIs(sentence, subject)));
  const ofOperation = sentencesOf(description)
    .filter((sentence) => takesNone(sentence, operation, subject) || refusesIf(sentence, subject))
    .map((sentence) => /\b4\d\d\b/.exec(sentence)?.[0] ?? '409')
    .filter((status) => documentsStatus(operation, Number(status)));
  return [...new Set([...ofRefusals.map(({ status }) => status), ...ofOperation])];
}

/**
 * Whether the contract states that an action such as a restore is refused for an item that is not removed: "a page that
 * is not deleted cannot be restored (409)".
 */
export function refusedUnlessRemoved(operation: Operation): boolean {
  const { method, path, description } = operation;
  if (method !== 'post' || path.endsWith('}') || !documentsStatus(operation, 409)) return false;
  const ofOperation = sentencesOf(description).some(
    (sentence) =>
      NOT_REMOVED.test(sentence) &&
      !UNCLEAR.test(sentence) &&
      (/\b409\b/.test(sentence) || isDenied(operation, wordsOf(sentence.toLowerCase()))),
  );
  return (
    ofOperation ||
    sentencesOf(descriptionOf(operation, 409)).some((text) => IS_NOT_REMOVED.test(text) && !UNCLEAR.test(text))
  );
}

const NOT_REMOVED = /\b(?:that|which|if it) (?:is|are|was) not (?:deleted|removed|trashed)\b/i;
const IS_NOT_REMOVED = /\b(?:is|are|was) not (?:deleted|removed|trashed)$/i;
/** Statuses with which a service refuses a call because of the state of the item. */
const REFUSALS: ReadonlySet<string> = new Set(['409', '422', '423']);
/** Matches texts about the persons who may call an operation, such as "owners". */
export const CALLERS =
  /\b(?:admin\w*|owners?|collaborators?|maintainers?|moderators?|authors?|staff|role|permission)\b/i;
const UNCLEAR = /\b(?:unless|except|only|another|other|parent|until|while|ignored|no effect|idempotent)\b/i;
const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the', 'this']);

/** An item in a state, as functions that recognise the words for both in a text. */
export interface Subject {
  /** Whether a word is the name of the item, such as "issue". */
  readonly isNoun: (word: string) => boolean;
  /** Whether a word is the name of the state, such as "locked". */
  readonly isParticiple: (word: string) => boolean;
  /** Whether "it" in a sentence can only mean the item. `true` if omitted. */
  readonly isIt?: boolean;
}

/** Whether a sentence ends with the item and its state, as in "the issue is locked" or "it is locked". */
function itemIs(sentence: string, { isNoun, isParticiple, isIt = true }: Subject): boolean {
  const words = wordsOf(sentence.toLowerCase()).filter((word) => word !== 'already');
  const at = words.findIndex((word) => word === 'is');
  const before = words[at - 2] ?? '';
  const isItem =
    (words[at - 1] === 'it' && isIt) || (isNoun(words[at - 1] ?? '') && (before === '' || ARTICLES.has(before)));
  return at > 0 && isItem && isParticiple(words[at + 1] ?? '') && at + 2 === words.length && !UNCLEAR.test(sentence);
}

/**
 * Whether a sentence states a refusal in the way of "a locked issue takes no new comments", "an issue that is locked
 * takes no comments" or "a locked issue cannot be closed".
 */
function takesNone(sentence: string, operation: Operation, { isNoun, isParticiple }: Subject): boolean {
  const words = withStateFirst(wordsOf(sentence.toLowerCase()));
  const at = words.findIndex((word) => !ARTICLES.has(word));
  if (UNCLEAR.test(sentence) || !isParticiple(words[at] ?? '') || !isNoun(words[at + 1] ?? '')) return false;
  const takes = TAKES.has(words[at + 2] ?? '') && words[at + 3] === 'no';
  const part = lastSegment(operation.path);
  const more = MORE.has(words[at + 4] ?? '') ? 1 : 0;
  const isPart = isNameOf(words[at + 4 + more] ?? '', part) && !OF_SOME.has(words[at + 5 + more] ?? '');
  return (takes && isPart) || isDenied(operation, words.slice(at + 2));
}

/**
 * Whether a sentence states a refusal with the state as a condition: "422 if the member is suspended", or "refused with
 * 422 if the member does not exist or is suspended".
 */
function refusesIf(sentence: string, subject: Subject): boolean {
  if (UNCLEAR.test(sentence) || !/\b4\d\d\b|\b(?:refus|reject)ed\b/i.test(sentence)) return false;
  const words = wordsOf(sentence.toLowerCase());
  return words.some((word, at) => CONDITION.has(word) && isConditionOn(words.slice(at + 1), subject));
}

const CONDITION: ReadonlySet<string> = new Set(['if', 'when']);

/** Whether a condition, given as the words after "if", is met if the item is in the state. */
function isConditionOn(words: readonly string[], { isNoun, isParticiple }: Subject): boolean {
  const noun = words.findIndex((word) => !ARTICLES.has(word));
  if (!isNoun(words[noun] ?? '')) return false;
  const next = words.findIndex((word, at) => at > noun && CONDITION.has(word));
  const own = words.slice(noun + 1, next < 0 ? undefined : next);
  const isLast = (word: string | undefined): boolean => word === undefined || word === 'or';
  return own.some((word, at) => word === 'is' && isParticiple(own[at + 1] ?? '') && isLast(own[at + 2]));
}

/**
 * Moves a state that follows its noun before it: "an issue that is locked takes no comments" becomes "an locked issue
 * takes no comments".
 */
function withStateFirst(words: readonly string[]): readonly string[] {
  const that = words.findIndex((word) => word === 'that' || word === 'which');
  const [noun, verb, state] = [words[that - 1], words[that + 1], words[that + 2]];
  if (noun === undefined || state === undefined || (verb !== 'is' && verb !== 'are')) return words;
  return [...words.slice(0, that - 1), state, noun, ...words.slice(that + 3)];
}

const TAKES: ReadonlySet<string> = new Set(
  'takes,take,accepts,accept,allows,allow,permits,permit,gets,get,receives,receive'.split(','),
);

const MORE: ReadonlySet<string> = new Set(['new', 'more', 'further', 'additional', 'other']);
/** Words after which a sentence is about only some calls, as in "takes no comments by guests" and "without a text". */
const OF_SOME: ReadonlySet<string> = new Set('by,from,of,for,without,in,on,at,that,which,via,through,to'.split(','));

/** Whether the words contain "cannot be" and then the participle of the operation: "cannot be closed" for `/close`. */
function isDenied(operation: Operation, words: readonly string[]): boolean {
  const at = words.findIndex((word, index) => word === 'cannot' && words[index + 1] === 'be');
  return at >= 0 && isOwnVerb(operation, words[at + 2] ?? '') && !OF_SOME.has(words[at + 3] ?? '');
}

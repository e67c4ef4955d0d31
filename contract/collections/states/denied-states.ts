import type { Operation } from '../../operation.js';
import { lastSegment } from '../../path-relations.js';
import { isNameOf } from '../../plain-name.js';
import { quotedNames, sentencesOf, wordsOf } from '../../sentences.js';

/**
 * The states in which an operation is refused, by sentences such as "a published post cannot be deleted", "a post that
 * is published cannot be deleted" or "you cannot delete a published post". In the description of a refusal, "the hold
 * is captured or released" also counts. `undefined` if the text names none or all of the states.
 */
export function deniedStates(
  operation: Operation,
  text: string,
  values: readonly string[],
  isOfRefusal: boolean,
): ReadonlySet<string> | undefined {
  const clauses = sentencesOf(withJoinedNames(text, values)).flatMap((sentence) =>
    UNCLEAR.test(sentence) ? [] : withAlternatives(sentence, values).split(isOfRefusal ? /[,:]/ : ':'),
  );
  const denied = clauses.flatMap((clause) => {
    const words = wordsOf(clause);
    return [
      ...refusesEvery(operation, words, values),
      ...cannotBe(operation, words, values),
      ...thatCannotBe(operation, words, values),
      ...youCannot(operation, words, values),
      ...areRefused(operation, words, values),
      ...(isOfRefusal ? itemIs(operation, words, values) : []),
    ];
  });
  return denied.length === 0 || denied.length === values.length ? undefined : new Set(denied);
}

/** Matches sentences with exceptions or conditions, and sentences about other items. They do not count. */
const UNCLEAR = /\b(?:except|unless|until|while|without|when|if|only|another|others?|parent|not)\b/;
const CANNOT = ['cannot', 'never'];
const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the', 'any']);
/** The maximum number of words in the name of an item: two in "a published blog post". */
const LONGEST_NAME = 2;

/**
 * The text in lower case, in which each state is one word: `checked_out` in place of "checked out". The state "In
 * design" becomes `in_design`.
 */
export function withJoinedNames(text: string, values: readonly string[]): string {
  return values
    .map((value) => value.toLowerCase())
    .filter((value) => /[ _-]/.test(value))
    .reduce(
      (current, value) =>
        [' ', '-'].reduce(
          (joined, sign) => joined.replaceAll(value.replaceAll(/[ _-]/g, sign), stateWord(value)),
          current,
        ),
      text.toLowerCase(),
    );
}

/** The form that a state has in a text which `withJoinedNames` returns: `in_design` for "In design". */
export function stateWord(value: string): string {
  return value.toLowerCase().replaceAll(' ', '_');
}

/**
 * The text with "or" in place of the commas between states: "captured, failed or released" becomes "captured or failed
 * or released".
 */
function withAlternatives(text: string, values: readonly string[]): string {
  const words = new Set(values.map(stateWord));
  return text.replaceAll(/([\w-]+)(`?),(?= `?([\w-]+))/g, (all, state: string, quote: string, next: string) =>
    words.has(state) && words.has(next) ? `${state}${quote} or` : all,
  );
}

/** For each method, the nouns for its change: "deletion" and "removal" for DELETE. */
const CHANGES: Readonly<Record<string, RegExp>> = {
  delete: /^(?:deletion|removal)s?$/,
  patch: /^(?:update|change|edit|modification)s?$/,
  put: /^(?:update|change|edit|modification|replacement)s?$/,
};

/**
 * The states in sentences such as "a closed ticket refuses every update" or "closed tickets reject all changes". Empty
 * for any other sentence.
 */
function refusesEvery(operation: Operation, words: readonly string[], values: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => /^(?:refuse|reject)s?$/.test(word));
  const [all = '', changed = '', next = ''] = words.slice(at + 1).filter((word) => word !== 'further');
  const first = words.findIndex((word) => !ARTICLES.has(word));
  const states = statesFrom(words, first, values);
  const name = words.slice(first + 2 * states.length - 1, at);
  const isEvery = ['every', 'all', 'any'].includes(all) && CHANGES[methodOf(operation)]?.test(changed) === true;
  // "Every update of its tags" is only about a part.
  const isWhole = /^(?:|with|\d{3})$/.test(next);
  const isItem = name.length >= 1 && name.length <= LONGEST_NAME && isNounOf(operation.path, name.at(-1) ?? '');
  return at > 0 && isEvery && isWhole && isItem ? states : [];
}

/**
 * The method of an operation. For a POST at the path of an item, it is `patch`, because such a POST changes the item as
 * a PATCH does.
 */
function methodOf({ method, path }: Operation): string {
  return method === 'post' && path.endsWith('}') ? 'patch' : method;
}

/** The states in a sentence such as "published or archived posts cannot be deleted". Empty for any other sentence. */
function cannotBe(operation: Operation, words: readonly string[], values: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !ARTICLES.has(word));
  const states = statesFrom(words, first, values);
  if (states.length === 0) return [];
  const at = words.findIndex((word, index) => CANNOT.includes(word) && words[index + 1] === 'be');
  const name = at - (first + 2 * states.length - 1);
  return name >= 0 && name <= LONGEST_NAME && isOwnVerb(operation, words[at + 2] ?? '') ? states : [];
}

/**
 * The states in a sentence such as "a deal that is won or lost is closed, and cannot be changed". Empty for any other
 * sentence.
 */
function thatCannotBe(operation: Operation, words: readonly string[], values: readonly string[]): readonly string[] {
  const at = words.findIndex((word, index) => word === 'that' && ['is', 'are'].includes(words[index + 1] ?? ''));
  const cannot = words.findIndex((word, index) => index > at && CANNOT.includes(word) && words[index + 1] === 'be');
  const isItem = at > 0 && isNounOf(operation.path, words[at - 1] ?? '');
  const isFirst = words.slice(0, at - 1).every((word) => ARTICLES.has(word));
  return isItem && isFirst && cannot > 0 && isOwnVerb(operation, words[cannot + 2] ?? '')
    ? statesFrom(words, at + 2, values)
    : [];
}

/**
 * The states in a sentence such as "you cannot delete a published post", or "cannot delete published posts". Empty for
 * any other sentence.
 */
function youCannot(operation: Operation, words: readonly string[], values: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => CANNOT.includes(word));
  const verb = words[at + 1] ?? '';
  const isOwn = ['d', 'ed'].some((ending) => isOwnVerb(operation, `${verb}${ending}`));
  if (at < 0 || !words.slice(0, at).every((word) => word === 'you') || !isOwn) return [];
  const first = at + 2 + (ARTICLES.has(words[at + 2] ?? '') ? 1 : 0);
  const states = statesFrom(words, first, values);
  const [noun = '', ...rest] = words.slice(first + 2 * states.length - 1);
  return rest.length === 0 && isNounOf(operation.path, noun) ? states : [];
}

/**
 * The states in a sentence such as "a cancelled order is refused with 409", or "expired or closed orders are rejected".
 * Empty for any other sentence.
 */
function areRefused({ path }: Operation, words: readonly string[], values: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => word === 'refused' || word === 'rejected');
  const isWhole = words.slice(at + 1).every((word) => /^(?:with|409|a|conflict)$/.test(word));
  const isVerb = words[at - 1] === 'is' || words[at - 1] === 'are';
  return isVerb && isWhole ? statesOnly(path, words.slice(0, at - 1), values) : [];
}

/** The states in words that are only states, articles, "and", "or" and names of the item. Otherwise empty. */
export function statesOnly(path: string, words: readonly string[], values: readonly string[]): readonly string[] {
  const isState = (word: string, value: string): boolean =>
    word === stateWord(value) || word === `${stateWord(value)}s`;
  const isFiller = (word: string): boolean =>
    ARTICLES.has(word) || word === 'or' || word === 'and' || isNounOf(path, word);
  const known = words.every((word) => isFiller(word) || values.some((value) => isState(word, value)));
  return known ? values.filter((value) => words.some((word) => isState(word, value))) : [];
}

/**
 * The states at the end of a sentence such as "the post is published". The noun ("post") must be the name of the item
 * in the path.
 */
function itemIs({ path }: Operation, words: readonly string[], values: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => word === 'is' || word === 'are');
  const [noun = '', before = ''] = [words[at - 1], words[at - 2]];
  const next = at + (words[at + 1] === 'already' ? 2 : 1);
  const states = statesFrom(words, next, values);
  const rest = words.slice(next + 2 * states.length - 1).filter((word) => word !== 'already');
  const isItem = noun === 'it' || (isNounOf(path, noun) && ['', 'a', 'an', 'the', 'this'].includes(before));
  return at > 0 && isItem && rest.length === 0 ? states : [];
}

/** The states in a list such as "captured or released" that begins at the word with the index `first`. */
function statesFrom(words: readonly string[], first: number, values: readonly string[]): readonly string[] {
  const state = values.find((value) => stateWord(value) === words[first]);
  if (state === undefined) return [];
  return [state, ...(words[first + 1] === 'or' ? statesFrom(words, first + 2, values) : [])];
}

/** Whether a noun is the name of the last collection in a path, or its singular: "post" for `/posts/{id}`. */
export function isNounOf(path: string, noun: string): boolean {
  const collection = lastSegment(path.slice(0, path.lastIndexOf('/{')));
  return isNameOf(noun, collection);
}

/**
 * Whether a sentence about a PATCH or PUT is about only a part of the item. It is about another member ("`lines` can be
 * replaced only while the order is `open`"), or about the values that the state itself may get. `sentence` is in lower
 * case.
 */
export function isAboutPart(
  operation: Operation,
  sentence: string,
  member: string,
  values: readonly string[],
): boolean {
  const { path } = operation;
  if (!['patch', 'put'].includes(methodOf(operation))) return false;
  const states = values.map(stateWord);
  const quoted = quotedNames(sentence);
  if (quoted.some((name) => name !== member.toLowerCase() && !states.includes(name))) return true;
  if (quoted.includes(member.toLowerCase()) && /\b(?:from|to|into|becomes?|changes?|moves?|set)\b/.test(sentence))
    return true;
  const words = wordsOf(sentence);
  const can = words.findIndex(
    (word, index) => ['can', 'may', 'cannot'].includes(word) && words.slice(index, index + 3).includes('be'),
  );
  const subject = words[can - 1] ?? '';
  const isState = states.some((state) => subject === state || subject === `${state}s`);
  return can > 0 && !isState && !['it', 'they'].includes(subject) && !isNounOf(path, subject);
}

/** For each method, the participles for its change: "deleted" and "removed" for DELETE. */
const OF_METHOD: Readonly<Record<string, RegExp>> = {
  delete: /^(?:deleted|removed|cancell?ed)$/,
  patch: /^(?:changed|updated|edited|modified|patched)$/,
  put: /^(?:changed|updated|edited|modified|replaced)$/,
};
const SHORTEST_VERB = 4;

/**
 * Whether a participle describes the operation. It describes the method (`deleted` for DELETE), the last word of the
 * path (`archived` for `/posts/{id}/archive`), or a verb in the id (`reversed` for `reverseTransaction`).
 */
export function isOwnVerb(operation: Operation, participle: string): boolean {
  if (OF_METHOD[methodOf(operation)]?.test(participle) === true) return true;
  const { id, method, path } = operation;
  const last = path.split(/[/:]/).findLast((segment) => segment !== '') ?? '';
  if (method !== 'post' || last.startsWith('{')) return false;
  const named = [last, ...id.split(/(?<=[a-z\d])(?=[A-Z])|[^A-Za-z\d]+/)].map((word) => word.toLowerCase());
  return named.some((verb) => verb.length >= SHORTEST_VERB && participle.startsWith(stemOf(verb)));
}

/**
 * The part that a verb shares with its participle: all letters but the last, as `archiv` in `archive` and `archived`.
 */
export function stemOf(verb: string): string {
  return verb.slice(0, Math.max(SHORTEST_VERB, verb.length - 1));
}

import type { Operation } from '../operation.js';
import { isItemPath, lastSegment, parentPath } from '../path-relations.js';
import { plainName } from '../plain-name.js';
import { sentencesOf, wordsOf } from '../sentences.js';

/** Matches the suffix of a member name that marks an identifier, such as `_id` or `Id`. */
const ENDING = /[-_.]?(?:id|ids|uuid|uuids|guid|guids|pk)$|(?:Id|Ids|ID|IDs|Uuid|UUID)$/;

/** The plain name of what a member refers to: `author` for `author_id`. */
function nounOf(member: string): string {
  return plainName(member.replace(ENDING, ''));
}

/** The names that a member may use for a collection: its plural name, and the possible singulars. */
function namesOf(segment: string): readonly string[] {
  const name = plainName(segment);
  return [name, name.replace(/ies$/, 'y'), name.replace(/es$/, ''), name.replace(/s$/, '')];
}

/** The operation that reads the items which a member's name refers to: `/authors/{id}` for `author_id`. */
export function referredRead(operations: readonly Operation[], member: string): Operation | undefined {
  const noun = nounOf(member);
  return operations.find(
    ({ method, path }) =>
      method === 'get' &&
      isItemPath(path, parentPath(path)) &&
      !parentPath(path).includes('{') &&
      namesOf(lastSegment(parentPath(path))).some((name) => name.length > 2 && noun.endsWith(name)),
  );
}

/** Matches sentences that state that something must exist. */
const EXISTS =
  /\bmust (?:already )?exist|\bdo(?:es)?(?: not|n't) exist|\bunknown\b|\bno such\b|\bnot found\b|\bexisting\b/i;
const TOLERATED = /\bignored?\b|\ballowed\b|\baccepted\b|\bempty\b|\bcreated?\b/i;
const REFUSALS: ReadonlySet<string> = new Set(['400', '404', '409', '422']);

/**
 * Whether the contract states that an operation refuses a body whose member refers to an item that does not exist, such
 * as "the author must exist" for `author_id`. The sentence must name the item, and the operation must document a refusal.
 */
export function statesReference({ description, responses }: Operation, member: string): boolean {
  const noun = nounOf(member);
  const refusals = responses.filter(({ status }) => REFUSALS.has(status));
  const texts = refusals.length === 0 ? [] : [description, ...refusals.map((response) => response.description)];
  return texts
    .flatMap((text) => sentencesOf(text))
    .some((sentence) => EXISTS.test(sentence) && !TOLERATED.test(sentence) && hasNoun(sentence, noun));
}

/** Whether a sentence contains a noun as one word or as two. The words `payment intent` are the noun `paymentintent`. */
function hasNoun(sentence: string, noun: string): boolean {
  const words = wordsOf(sentence).map((word) => plainName(word));
  return words.some((word, index) =>
    [word, `${word}${words[index + 1] ?? ''}`, nounOf(word)].some((each) => each === noun || each === `${noun}s`),
  );
}

import type { Contract, SchemaSource } from '../contract.js';
import { ownValue } from '../json/json.js';
import type { Operation } from '../operation.js';
import { isItemPath, lastSegment, parentPath } from '../path-relations.js';
import { plainName, singularsOf } from '../plain-name.js';
import { descriptionsOf, sentencesOf, wordsOf } from '../sentences.js';
import { schemasInPlace } from '../wire/decode-value.js';

/** Matches the suffix of a member name that marks an identifier, such as `_id` or `Id`. */
const ENDING = /[-_.]?(?:id|ids|uuid|uuids|guid|guids|pk)$|(?:Id|Ids|ID|IDs|Uuid|UUID)$/;

/** The plain name of the item to which a member refers: `author` for `author_id`. */
export function nounOf(member: string): string {
  return plainName(member.replace(ENDING, ''));
}

/** Matches descriptions of members that contain an identifier: "must be the id of an employee". */
const ID_OF = /\b(?:id|identifier|uuid|key) of (?:an?|the|another|an existing) ([a-z]+)(?: ([a-z]+))?/i;

/**
 * The operation that reads the items to which a member refers. It is found by the name of the member (`/authors/{id}`
 * for `author_id`) or, if no collection has this name, by its description (`/employees/{id}` for "the id of an
 * employee").
 */
export function referredRead(
  { schemas, operations }: Pick<Contract, 'schemas' | 'operations'>,
  operation: Operation,
  member: string,
): Operation | undefined {
  const [, first = '', second = ''] = ID_OF.exec(memberText(schemas, operation, member)) ?? [];
  const nouns = [nounOf(member), plainName(first + second), plainName(first)].filter((noun) => noun !== '');
  for (const noun of nouns) {
    const read = readOf(operations, noun);
    if (read !== undefined) return read;
  }
  return undefined;
}

function readOf(operations: readonly Operation[], noun: string): Operation | undefined {
  return operations.find(
    ({ method, path }) =>
      method === 'get' &&
      isItemPath(path, parentPath(path)) &&
      !parentPath(path).includes('{') &&
      singularsOf(lastSegment(parentPath(path))).some((name) => name.length > 2 && noun.endsWith(name)),
  );
}

/** Matches sentences which state that something must exist. */
const EXISTS =
  /\bmust (?:already )?exist|\bmust be the (?:id|identifier) of an?\b|\bdo(?:es)?(?: not|n't) exist|\bunknown\b|\bno such\b|\bnot found\b|\bexisting\b/i;
const TOLERATED = /\bignored?\b|\ballowed\b|\baccepted\b|\bempty\b|\bcreated?\b/i;
/**
 * Matches words of the description of a member that identifies an item. The text of a status, for example, identifies
 * none.
 */
const OF_KEY =
  /\b(?:ids?|identifiers?|uuids?|keys?|names?|slugs?|codes?|logins?|numbers?|uris?|urls?|references?|which|whose)\b/i;
/** The statuses with which a service refuses a reference to an item that does not exist. */
export const REFUSALS: ReadonlySet<string> = new Set(['400', '404', '409', '422']);

/**
 * Whether the contract states that an operation refuses a body whose member refers to an item that does not exist, such
 * as "the author must exist" for `author_id`. The sentence must be in the description of the member, or contain `noun`.
 * The operation must document a refusal. `noun`: the name of the item; by default, it is taken from the name of the
 * member.
 */
export function statesReference(
  schemas: SchemaSource,
  operation: Operation,
  member: string,
  noun = nounOf(member),
): boolean {
  const refusals = operation.responses.filter(({ status }) => REFUSALS.has(status));
  if (refusals.length === 0) return false;
  const isStated = (sentence: string): boolean => EXISTS.test(sentence) && !TOLERATED.test(sentence);
  const texts = [operation.description, ...refusals.map((response) => response.description)];
  const own = memberText(schemas, operation, member);
  if (sentencesOf(own).some(isStated)) return true;
  return (
    (ENDING.test(member) || own === '' || OF_KEY.test(own)) &&
    texts.flatMap((text) => sentencesOf(text)).some((sentence) => isStated(sentence) && hasNoun(sentence, noun))
  );
}

/** The descriptions of a member of the request body. */
export function memberText(schemas: SchemaSource, { requestBody }: Operation, member: string): string {
  const bodies = requestBody?.content.flatMap(({ schema }) => schema ?? []) ?? [];
  const stated = bodies
    .flatMap((uri) => [...schemasInPlace(schemas, uri)])
    .filter(([, schema]) => ownValue(ownValue(schema, 'properties'), member) !== undefined)
    .flatMap(([uri]) => [...schemasInPlace(schemas, schemas.child(uri, 'properties', member)).values()]);
  return descriptionsOf(stated).join('\n');
}

/** Whether a sentence contains a noun as one word or as two, such as "payment intent" for the noun `paymentintent`. */
function hasNoun(sentence: string, noun: string): boolean {
  const words = wordsOf(sentence).map((word) => plainName(word));
  return words.some((word, index) =>
    [word, `${word}${words[index + 1] ?? ''}`, nounOf(word)].some((each) => each === noun || each === `${noun}s`),
  );
}

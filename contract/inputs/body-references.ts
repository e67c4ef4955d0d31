import type { Contract, SchemaSource } from '../contract.js';
import { ownValue } from '../json/json.js';
import type { Operation, Parameter, SchemaUri } from '../operation.js';
import { isEqualPath, isItemPath, lastSegment, parentPath } from '../path-relations.js';
import { plainName, singularsOf } from '../plain-name.js';
import { sentencesOf, wordsOf } from '../sentences.js';
import { schemasInPlace, textsInPlace } from '../wire/decode-value.js';

/** Matches the suffix of a member name that marks an identifier, such as `_id` or `Id`. */
const ENDING = /[-_.]?(?:id|ids|uuid|uuids|guid|guids|pk)$|(?:Id|Ids|ID|IDs|Uuid|UUID)$/;

/** The plain name of the item to which a member refers: `author` for `author_id`. */
export function nounOf(member: string): string {
  return plainName(member.replace(ENDING, ''));
}

/**
 * Matches descriptions of members that contain an identifier: "must be the id of an employee", "the ids of the
 * products".
 */
const ID_OF =
  /\b(?:(?:id|identifier|uuid|key) of (?:an?|the|another|an existing)|(?:ids|identifiers|uuids|keys) of(?: the| existing| all)?) ([a-z]+)(?: ([a-z]+))?/i;

/** Whether the name of a member, such as `copy_id`, states that its value is the identifier of an item. */
export function isStatedByName(member: string): boolean {
  return ENDING.test(member) && nounOf(member) !== '';
}

/** Whether the name or the description of a member states that its value, or each of its values, is an identifier. */
export function isStatedIdentifier(schemas: SchemaSource, member: string, uris: readonly SchemaUri[]): boolean {
  return ENDING.test(member) || textsInPlace(schemas, uris).some((text) => ID_OF.test(text));
}

/** Matches names of identifiers that do not state the kind of the item, such as `id`. */
const BARE = /^(?:id|uuid|guid)$/i;

/**
 * Whether the name of a member, such as `id`, does not state what it identifies. The name of the enclosing member
 * states it then: `customer` in `{"customer": {"id": 7}}`, or `products` for the objects of the list `products`.
 */
export function isNamedByOwner(member: string): boolean {
  return BARE.test(member);
}

/**
 * The operation that reads the items that the member `owner` contains: `GET /customers/{id}` for `customer`, whose
 * value is an object, or for `customers`, whose value is a list of objects. `undefined` if there is no such operation.
 */
export function ownerRead({ operations }: Pick<Contract, 'operations'>, owner: string): Operation | undefined {
  for (const noun of [nounOf(owner), ...singularsOf(owner)]) {
    const read = readOf(operations, noun);
    if (read !== undefined) return read;
  }
  return undefined;
}

/**
 * The operation that reads the items to which a member refers. It is found by the name of the member (`/authors/{id}`
 * for `author_id`) or, if no collection has this name, by its description (`/employees/{id}` for "the id of an
 * employee"). `uris`: the schemas of the member, or of the elements if it is a list. By default, they are the schemas
 * that the request body states for the member.
 */
export function referredRead(
  { schemas, operations }: Pick<Contract, 'schemas' | 'operations'>,
  operation: Operation,
  member: string,
  uris = memberSchemas(schemas, operation, member),
): Operation | undefined {
  const [, first = '', second = ''] = ID_OF.exec(textsInPlace(schemas, uris).join('\n')) ?? [];
  const stated = [first + second, first].flatMap((noun) => [plainName(noun), ...singularsOf(noun)]);
  const nouns = [nounOf(member), ...stated].filter((noun) => noun !== '');
  for (const noun of nouns) {
    const read = readOf(operations, noun);
    if (read !== undefined) return read;
  }
  return readWithKey({ schemas, operations }, operation, member, uris);
}

/**
 * Matches names that parameters of many kinds of items have, such as `id` and `name`. Such a name does not show to
 * which items a member refers.
 */
const GENERIC = /^(?:id|ids|uuid|guid|key|name|code|slug|number|ref|value|type)$/i;

/**
 * The operation that reads the items to which a member refers, found by its path parameter. The parameter has the name
 * of the member, as in `/products/{sku}` for `sku`, or the same named schema, such as `TicketKey`. `undefined` if no
 * operation, or more than one, has such a parameter.
 */
export function readWithKey(
  { schemas, operations }: Pick<Contract, 'schemas' | 'operations'>,
  operation: Operation,
  member: string,
  uris: readonly SchemaUri[],
): Operation | undefined {
  const named = keySchemas(schemas, uris);
  const isKey = ({ name, schema }: Parameter): boolean =>
    (name === member && !GENERIC.test(name)) || keySchemas(schemas, [schema]).some((each) => named.includes(each));
  const reads = operations.filter(({ method, path, parameters }) => {
    const isItem = method === 'get' && isItemPath(path, parentPath(path)) && !parentPath(path).includes('{');
    // Not the collection of the operation itself.
    if (!isItem || isEqualPath(parentPath(path), operation.path) || operation.path.startsWith(path)) return false;
    return parameters.some((parameter) => parameter.in === 'path' && isKey(parameter));
  });
  return reads.length === 1 ? reads[0] : undefined;
}

/** Matches names of schemas for identifiers of one kind of item: `TicketKey`, `ProductCode`. */
const OF_KIND = /[a-z](?:Id|ID|Key|Ref|Reference|Number|Code|Slug|Sku|SKU|Identifier)$/;

/**
 * The schemas for identifiers of one kind of item, such as `TicketKey`, among the schemas that apply to a value. They
 * are recognised by their names.
 */
export function keySchemas(schemas: SchemaSource, uris: readonly SchemaUri[]): readonly SchemaUri[] {
  return uris.flatMap((uri) => [...schemasInPlace(schemas, uri).keys()]).filter((uri) => OF_KIND.test(uri));
}

/** Whether a path ends with the plural of a noun, or of its last word: `/branches` for `homebranch`. */
export function isCollectionOf(path: string, noun: string): boolean {
  return singularsOf(lastSegment(path)).some((name) => name.length > 2 && noun.endsWith(name));
}

function readOf(operations: readonly Operation[], noun: string): Operation | undefined {
  return operations.find(
    ({ method, path }) =>
      method === 'get' &&
      isItemPath(path, parentPath(path)) &&
      !parentPath(path).includes('{') &&
      isCollectionOf(parentPath(path), noun),
  );
}

/** Matches sentences which state that a referenced item must exist, or that an unknown item is refused. */
const EXISTS =
  /\bmust (?:already )?exist|\bmust be the (?:id|identifier) of an?\b|\bdo(?:es)?(?: not|n't) exist|\bunknown\b|\bno such\b|\bnot found\b|\bexisting\b/i;
const TOLERATED = /\bignored?\b|\ballowed\b|\baccepted\b|\bempty\b|\bcreated?\b/i;
/**
 * Matches words of descriptions of members that identify an item, such as "id" or "code". A description of a status,
 * for example, has no such word.
 */
const OF_KEY =
  /\b(?:ids?|identifiers?|uuids?|keys?|names?|slugs?|codes?|logins?|numbers?|uris?|urls?|references?|which|whose)\b/i;
/** The statuses with which a service refuses a reference to an item that does not exist. */
export const REFUSALS: ReadonlySet<string> = new Set(['400', '404', '409', '422']);

/**
 * Whether the contract states that an operation refuses a body whose member refers to an item that does not exist: "the
 * author must exist" for `author_id`. The sentence must be in the description of the member, or it must contain `noun`.
 * The operation must also document a refusal. `noun`: the name of the item; by default, it is taken from the name of
 * the member.
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
export function memberText(schemas: SchemaSource, operation: Operation, member: string): string {
  const uris = memberSchemas(schemas, operation, member);
  return textsInPlace(schemas, uris).join('\n');
}

function memberSchemas(schemas: SchemaSource, { requestBody }: Operation, member: string): readonly SchemaUri[] {
  const bodies = requestBody?.content.flatMap(({ schema }) => schema ?? []) ?? [];
  return bodies
    .flatMap((uri) => [...schemasInPlace(schemas, uri)])
    .filter(([, schema]) => ownValue(ownValue(schema, 'properties'), member) !== undefined)
    .map(([uri]) => schemas.child(uri, 'properties', member));
}

/**
 * Whether a sentence contains a noun. The noun may be written as one word or as two: "payment intent" for
 * `paymentintent`.
 */
function hasNoun(sentence: string, noun: string): boolean {
  const words = wordsOf(sentence).map((word) => plainName(word));
  return words.some((word, index) =>
    [word, `${word}${words[index + 1] ?? ''}`, nounOf(word)].some((each) => each === noun || each === `${noun}s`),
  );
}

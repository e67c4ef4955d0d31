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

/** Matches descriptions of members that contain an identifier: "must be the id of an employee". */
const ID_OF = /\b(?:id|identifier|uuid|key) of (?:an?|the|another|an existing) ([a-z]+)(?: ([a-z]+))?/i;

/** Matches names of identifiers that state no kind of item. */
const BARE = /^(?:id|uuid|guid)$/i;

/**
 * Whether a member has the identifier of the item that the member around its object names, such as `id` in
 * `{"customer": {"id": 7}}`, or in the objects of the list `products`.
 */
export function isNamedByOwner(member: string): boolean {
  return BARE.test(member);
}

/** The operation that reads the items that the name of a member with an object, or with a list of objects, states. */
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
  return readWithKey({ schemas, operations }, operation, member);
}

/** Matches names that many parameters have. They state no kind of item. */
const GENERIC = /^(?:id|ids|uuid|guid|key|name|code|slug|number|ref|value|type)$/i;

/**
 * The only operation that reads the items of another collection by a path parameter with the name of the member, such
 * as `/products/{sku}` for `sku`, or with its named schema, such as `TicketKey`.
 */
function readWithKey(
  { schemas, operations }: Pick<Contract, 'schemas' | 'operations'>,
  operation: Operation,
  member: string,
): Operation | undefined {
  const named = keySchemas(schemas, memberSchemas(schemas, operation, member));
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

/** Matches names of schemas that identify one kind of item: `TicketKey`, `ProductCode`. */
const OF_KIND = /[a-z](?:Id|ID|Key|Ref|Reference|Number|Code|Slug|Sku|SKU|Identifier)$/;

/** The named schemas in the place of a value that identify one kind of item. */
export function keySchemas(schemas: SchemaSource, uris: readonly SchemaUri[]): readonly SchemaUri[] {
  return uris.flatMap((uri) => [...schemasInPlace(schemas, uri).keys()]).filter((uri) => OF_KIND.test(uri));
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

/** Whether a sentence contains a noun as one word or as two, such as "payment intent" for the noun `paymentintent`. */
function hasNoun(sentence: string, noun: string): boolean {
  const words = wordsOf(sentence).map((word) => plainName(word));
  return words.some((word, index) =>
    [word, `${word}${words[index + 1] ?? ''}`, nounOf(word)].some((each) => each === noun || each === `${noun}s`),
  );
}

import type { CaseInput } from '../../case.js';
import type { Contract, SchemaSource } from '../../contract.js';
import { REFUSALS, memberText, nounOf, statesReference } from '../../inputs/body-references.js';
import { type Json, ownValue } from '../../json/json.js';
import type { Operation, SchemaUri } from '../../operation.js';
import { isEqualPath, isItemPath, lastSegment } from '../../path-relations.js';
import { isPluralOf, plainName, singularsOf } from '../../plain-name.js';
import { sentencesOf } from '../../sentences.js';
import { schemaTypes, schemasInPlace } from '../../wire/decode-value.js';
import { returnedItemSchema, sentItem, sentSchemas } from '../envelope.js';
import { elementSchemas, statedMembers } from '../reply-members.js';

/**
 * The members of a request body that refer to other items, although only their description states it: `labels` with the
 * text "names of labels of the repository". The operation must document a refusal, and one of these parts of the
 * contract must confirm that such items exist:
 * - The reply has an object in place of the key.
 * - A path ends with the name of the items.
 * - A text states that unknown items are refused.
 * A member is skipped if its text states that unknown items are created or ignored.
 */
export function describedReferences(contract: Contract, operation: Operation): ReadonlySet<string> {
  const names = known.get(operation) ?? findReferences(contract, operation);
  known.set(operation, names);
  return names;
}

const known = new WeakMap<Operation, ReadonlySet<string>>();

/**
 * The members of an input that refer to other items, according to their descriptions. A member that contains no key,
 * such as null or an empty list, is skipped.
 */
export function givenReferences(contract: Contract, operation: Operation, { body }: CaseInput): readonly string[] {
  const item = sentItem(contract, operation, body) ?? null;
  return [...describedReferences(contract, operation)].filter((name) => keysIn(ownValue(item, name)).length > 0);
}

/**
 * The keys in the value of a member that refers to other items: the value itself, or the elements of a list. Values
 * that are not keys are skipped.
 */
export function keysIn(value: Json | undefined): readonly Json[] {
  const all = Array.isArray(value) ? (value as readonly Json[]) : [value ?? null];
  return all.filter((each) => typeof each === 'string' || typeof each === 'number');
}

function findReferences(contract: Contract, operation: Operation): ReadonlySet<string> {
  if (!operation.responses.some(({ status }) => REFUSALS.has(status))) return new Set();
  const { schemas } = contract;
  const reply = returnedItemSchema(contract, operation);
  const returned = reply === undefined ? new Map<string, never>() : statedMembers(schemas, [reply]);
  const members = [...statedMembers(schemas, sentSchemas(contract, operation))];
  return new Set(
    members.flatMap(([name, uris]) => {
      const noun = uris.some((uri) => isKey(contract, uri)) ? keyNoun(contract, operation, name) : undefined;
      if (noun === undefined) return [];
      const isShown =
        isObject(contract, returned.get(name) ?? []) ||
        hasCollection(contract, operation, noun) ||
        singularsOf(noun).some((singular) => statesReference(schemas, operation, name, singular));
      return isShown ? [name] : [];
    }),
  );
}

/**
 * Matches a description of a key: "the number of a milestone", "names of labels". The last group is the noun of the
 * item, such as "milestone".
 */
const KEY_OF =
  /\b(ids?|identifiers?|uuids?|keys?|names?|slugs?|codes?|logins?|user ?names?|numbers?|titles?) of ((?:(?:an?|the|some|one or more|all|existing|another|other|its|each|valid|known) )*)([a-z]+)(?: ([a-z]+))?/i;
/**
 * Matches texts which state that an unknown item is no fault: "missing labels are created", "unknown names are
 * ignored".
 */
const TOLERATED = /\b(?:is|are|be|gets?) (?:\w+ )?(?:created|ignored|dropped)\b/i;
/** Matches the end of a name such as `product_code`. Without this end, the name is the noun of an item (`product`). */
const KEY_ENDING = /(?:[-_](?:name|number|code|key|slug|login)|(?<=[a-z])(?:Name|Number|Code|Key|Slug|Login))s?$/;

/**
 * The noun of the items to which a member refers: `label` or `labels` for the member `labels` with the description
 * "names of labels". `undefined` if no sentence of the description contains the noun that the name of the member
 * contains.
 */
function keyNoun({ schemas }: Contract, operation: Operation, name: string): string | undefined {
  const text = memberText(schemas, operation, name);
  if (TOLERATED.test(text)) return undefined;
  const own = nounOf(name.replace(KEY_ENDING, ''));
  for (const sentence of sentencesOf(text)) {
    const [, key = '', article = '', first = '', second = ''] = KEY_OF.exec(sentence) ?? [];
    const noun = [first, first + second].map(plainName).find((each) => each !== '' && isSameNoun(each, own));
    // "The number of guests" is an amount.
    const isAmount = /^number$/i.test(key) && (article === '' || noun?.endsWith('s') === true);
    if (noun !== undefined && !isAmount) return noun;
  }
  return undefined;
}

function isSameNoun(one: string, other: string): boolean {
  return one === other || isPluralOf(one, other) || isPluralOf(other, one);
}

/**
 * Whether a schema permits keys of items: strings or numbers, or lists of them. A schema that lists its permitted
 * values does not.
 */
function isKey({ schemas }: Contract, uri: SchemaUri): boolean {
  return [uri, ...elementSchemas(schemas, [uri])].some((each) => {
    const types = schemaTypes(schemas, each);
    return ['string', 'integer', 'number'].some((type) => types.has(type)) && !listsValues(schemas, each);
  });
}

/** Whether a schema lists the permitted values. */
export function listsValues(schemas: SchemaSource, uri: SchemaUri): boolean {
  const stated = [...schemasInPlace(schemas, uri).values()];
  return stated.some((schema) => Object.hasOwn(schema, 'enum') || Object.hasOwn(schema, 'const'));
}

/** Whether the schemas describe an object with members, or a list of such objects. */
function isObject({ schemas }: Contract, uris: readonly SchemaUri[]): boolean {
  return [...uris, ...elementSchemas(schemas, uris)].some(
    (uri) => schemaTypes(schemas, uri).has('object') && statedMembers(schemas, [uri]).size > 0,
  );
}

/**
 * Whether a path of the contract, other than the path of the operation itself, ends with the name of the items:
 * `/labels` for `label`.
 */
function hasCollection({ operations }: Contract, { path: own }: Operation, noun: string): boolean {
  return operations.some(
    ({ path }) => isSameNoun(plainName(lastSegment(path)), noun) && !isEqualPath(path, own) && !isItemPath(own, path),
  );
}

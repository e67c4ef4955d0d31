import type { Contract, SchemaSource } from '../contract.js';
import type { Operation, SchemaUri } from '../operation.js';
import { createdByPut } from '../documented-responses.js';
import { isEqualPath, lastSegment } from '../path-relations.js';
import { quotedNames, sentencesOf } from '../sentences.js';
import { keepsOmitted } from './updates/kept-members.js';
import { schemaTypes, requiredInPlace } from '../wire/decode-value.js';
import type { ItemChange } from './collection.js';
import { returnedItemSchema, sentSchemas } from './envelope.js';
import { isSameSchema, statedMembers } from './reply-members.js';

const KINDS: Readonly<Partial<Record<Operation['method'], ItemChange['kind']>>> = {
  put: 'replace',
  patch: 'modify',
  delete: 'remove',
};

/**
 * How an operation changes the item at its path: PUT replaces it, PATCH modifies it, and DELETE removes it. A POST
 * modifies the item if it sets some of its members. A PUT modifies it if its body has no required member, and a
 * sentence states that omitted members keep their values. `undefined` for any other operation, such as an action.
 */
export function changeKind(contract: Contract, operation: Operation): ItemChange['kind'] | undefined {
  const { method } = operation;
  if (method !== 'post' && method !== 'put') return KINDS[method];
  let isPartial = partial.get(operation);
  if (isPartial === undefined) {
    isPartial = method === 'post' ? isUpdate(contract, operation) : isPartialPut(contract, operation);
    partial.set(operation, isPartial);
  }
  return isPartial ? 'modify' : KINDS[method];
}

/**
 * Caches for each POST and each PUT whether it changes only some members, because the rules need this for each call.
 */
const partial = new WeakMap<Operation, boolean>();

function isPartialPut(contract: Contract, operation: Operation): boolean {
  const { method, requestBody } = operation;
  if (method !== 'put' || requestBody === undefined || createdByPut(operation) !== undefined) return false;
  return (
    keepsOmitted(operation) && !sentSchemas(contract, operation).some((body) => hasRequired(contract.schemas, body))
  );
}

/**
 * Whether an operation is a POST that creates an item or acts on one. A POST that only sets members of an item does not
 * count.
 */
export function isOtherPost(contract: Contract, operation: Operation): boolean {
  return operation.method === 'post' && changeKind(contract, operation) === undefined;
}

/** Names of members of a request body that choose parts of the reply, and are not members of the item. */
const ABOUT_REPLY = /^(?:expand|include|fields)$/i;

/** Matches descriptions which state that a change also resets the members that its body lacks. */
const RESETS = /\b(?:replaces|overwrites|resets)\b|\breset to\b|\b(?:its|their) defaults?\b/i;

/**
 * Matches the id, the summary or the first sentence of an operation that does more than set the members in its body.
 */
const OTHERWISE =
  /\b(?:replac|overwrit|append|increment|decrement|reset|restart|re-?run|retr(?:y|ies)|clone|duplicat|increas|decreas|subtract|adds?\b)/i;

/**
 * Whether a POST updates some members of the item at its path, as a PATCH does. All of these conditions must be met:
 * - The body has only optional members, and each of them is a member of the item with the same type.
 * - The reply has the same schema as the reply to the GET of the path.
 * - The path has no PUT and no PATCH.
 * - The texts of the operation do not match `RESETS` or `OTHERWISE`.
 */
function isUpdate(contract: Contract, operation: Operation): boolean {
  const { schemas, operations } = contract;
  const others = operations.filter(({ path }) => isEqualPath(path, operation.path));
  const read = others.find(({ method }) => method === 'get');
  const [shown, returned] = [read, operation].map((each) => each && returnedItemSchema(contract, each));
  if (!lastSegment(operation.path).endsWith('}') || shown === undefined || returned === undefined) return false;
  if (others.some(({ method }) => method === 'put' || method === 'patch')) return false;
  const sent = sentSchemas(contract, operation);
  const given = [...statedMembers(schemas, sent)].filter(([name]) => !ABOUT_REPLY.test(name));
  if (statesOtherwise(operation, new Set(given.map(([name]) => name)))) return false;
  const members = statedMembers(schemas, [shown]);
  return (
    given.length > 0 &&
    given.every(([name, stated]) => haveCommonType(schemas, stated, members.get(name) ?? [])) &&
    !sent.some((schema) => hasRequired(schemas, schema)) &&
    isSameSchema(schemas, shown, returned)
  );
}

function statesOtherwise({ id, summary, description }: Operation, members: ReadonlySet<string>): boolean {
  const [first = ''] = description.split(/[.;]\s/);
  // "A given `metadata` replaces the whole map" is about the value of one member.
  const isOfMember = (sentence: string): boolean =>
    quotedNames(sentence).some((name) => members.has(name)) && !OF_OTHERS.test(sentence);
  const isReset = sentencesOf(description).some((sentence) => RESETS.test(sentence) && !isOfMember(sentence));
  return isReset || RESETS.test(summary) || OTHERWISE.test(`${id} ${summary} ${first}`);
}

/** Matches sentences about the members that are not in a body. */
const OF_OTHERS = /\b(?:others?|omitted|missing|absent|not (?:given|sent|in)|left out|without|rest)\b/i;

function hasRequired(schemas: SchemaSource, schema: SchemaUri): boolean {
  return requiredInPlace(schemas, [schema]).size > 0;
}

function haveCommonType(schemas: SchemaSource, one: readonly SchemaUri[], other: readonly SchemaUri[]): boolean {
  const types = new Set(one.flatMap((uri) => [...schemaTypes(schemas, uri)]));
  return other.some((uri) => [...schemaTypes(schemas, uri)].some((type) => type !== 'null' && types.has(type)));
}

import type { Feed } from '../case.js';
import type { Contract } from '../contract.js';
import { isValidInput } from '../inputs/input-violations.js';
import { linkedNext } from '../inputs/link-expressions.js';
import { joinPointer } from '../json/json-pointer.js';
import type { Operation, Parameter, SchemaUri } from '../operation.js';
import { schemaTypes } from '../wire/decode-value.js';
import type { ItemList, PageLimit } from './collection.js';
import { elementSchemas, schemasAt, statedMembers, statedNumber, successSchema } from './reply-members.js';

/** Common names of the parameter for the number of elements on a page. */
const PAGE_LIMIT =
  /^\$?(?:(?:page|max|list)?[-_.]?(?:limit|size|top|first|count|results|rows|items)|per[-_]?page|take|n)$/i;
/** Names that have no other meaning, such as `size` has. */
const CERTAIN_LIMIT = /limit|page[-_.]?size|per[-_]?page|max[-_]?results|max[-_]?items/i;
/** Common names of parameters that select a part of a list. */
const PAGE_PLACE =
  /cursor|token|offset|^\$?(?:page|skip|start|from|after|before|until|since|index|continue|continuation|page[-_]?(?:number|no|index))$/i;
const CURSOR = /^(?:cursor|after|page[-_]?token|page[-_]?cursor|next[-_]?token|continuation(?:[-_]?token)?)$/i;
const NEXT_CURSOR = /^(?:next|next[-_]?(?:cursor|token|page[-_]?token|page[-_]?cursor))$/i;

/** How an operation lists elements; `undefined` if its reply has no list, or the call needs an argument. */
export function itemList(contract: Contract, operation: Operation, id?: string): ItemList | undefined {
  const { schemas } = contract;
  const schema = successSchema(operation);
  const elements = schema === undefined ? undefined : elementsIn(contract, schema);
  if (operation.method !== 'get' || schema === undefined || elements === undefined) return undefined;
  const free = operation.parameters.filter((parameter) => parameter.in === 'query');
  if (free.some(({ required }) => required) || !isCallable(contract, operation)) return undefined;
  const stated = statedMembers(schemas, elementSchemas(schemas, schemasAt(schemas, schema, elements)));
  const next = linkedNext(operation) ?? inferredNext(contract, free, schema);
  const isPaged = next !== undefined || free.some(({ name }) => PAGE_PLACE.test(name));
  const limit = free.find((each) => isPageLimit(contract, each) && (isPaged || CERTAIN_LIMIT.test(each.name)));
  return {
    operation,
    elements,
    ...(id !== undefined && stated.has(id) && { id }),
    ...(next && { next }),
    ...(limit && { limit: limitOf(contract, limit) }),
    unknownPaging: free
      .filter(({ name }) => name !== next?.name && name !== limit?.name && PAGE_PLACE.test(name))
      .map(({ name }) => name),
  };
}

/** Whether the operation can be called without arguments, except for those in its path. */
function isCallable(contract: Contract, operation: Operation): boolean {
  return operation.path.includes('{') || isValidInput(contract, operation, {});
}

/** Pointer to the only list of objects in the reply. */
function elementsIn({ schemas }: Contract, schema: SchemaUri): string | undefined {
  if (schemaTypes(schemas, schema).has('array')) return '';
  const lists = [...statedMembers(schemas, [schema])].filter(([, stated]) =>
    stated.some((uri) => schemaTypes(schemas, uri).has('array')),
  );
  const [first, ...others] = lists;
  return first === undefined || others.length > 0 ? undefined : joinPointer('', first[0]);
}

/** A parameter and a member of the reply with common names of a cursor, both texts, and each the only one. */
function inferredNext(contract: Contract, free: readonly Parameter[], schema: SchemaUri): Feed | undefined {
  const { schemas } = contract;
  const parameters = free.filter(
    ({ name, schema: own }) => CURSOR.test(name) && schemaTypes(schemas, own).has('string'),
  );
  const members = [...statedMembers(schemas, [schema])].filter(
    ([name, stated]) =>
      (NEXT_CURSOR.test(name) || name === parameters[0]?.name) &&
      stated.some((uri) => schemaTypes(schemas, uri).has('string')),
  );
  const [parameter, member] = [parameters[0], members[0]];
  if (parameter === undefined || member === undefined || parameters.length + members.length > 2) return undefined;
  return { in: 'query', name: parameter.name, pointer: joinPointer('', member[0]) };
}

/** Whether a parameter sets the largest number of elements on a page. */
export function isPageLimit({ schemas }: Contract, { in: location, name, schema }: Parameter): boolean {
  return location === 'query' && PAGE_LIMIT.test(name) && schemaTypes(schemas, schema).has('integer');
}

function limitOf({ schemas }: Contract, { name, schema }: Parameter): PageLimit {
  const [minimum, maximum, preset] = ['minimum', 'maximum', 'default'].map((key) => statedNumber(schemas, schema, key));
  return {
    name,
    minimum: minimum ?? 1,
    ...(maximum !== undefined && { maximum }),
    ...(preset !== undefined && { default: preset }),
  };
}

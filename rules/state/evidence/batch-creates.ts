import { changesIn } from '../../values/stated/operation-texts.js';
import type { Contract, SchemaSource } from '../../../contract/contract.js';
import { elementSchemas, statedMembers } from '../../../contract/collections/reply-members.js';
import { canonicalJson } from '../../../contract/json/canonical-json.js';
import { joinPointer, valueAt } from '../../../contract/json/json-pointer.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { SchemaUri } from '../../../contract/operation.js';
import { schemaTypes, requiredInPlace } from '../../../contract/wire/decode-value.js';
import { type Comparison, differencesUnder } from '../../comparison.js';
import { isAddition } from './item-values.js';
import { type BodySchemas, type Fields, sharedFields } from './shared-fields.js';

/** A POST that creates several items: the request and the reply each have a list of items. */
export interface CreatedBatch {
  readonly sent: readonly JsonObject[];
  readonly returned: readonly JsonObject[];
  /** Pointer to the list of items in the reply. */
  readonly at: string;
  /** The schemas of one item in the request and in the reply. */
  readonly bodies: BodySchemas;
  readonly fields: Fields;
  /**
   * True if the list is in a member of the same name in the request and in the reply. The POST then creates one item,
   * which has a list.
   */
  readonly isMember?: true;
}

/** The maximum number of items that are compared. */
const MOST_ELEMENTS = 50;
/**
 * Matches names of members about items that were not created, such as `failed_count`. A reply with such a member may
 * have fewer items than the request.
 */
const NOT_CREATED = /fail|error|skip|reject|ignore|duplicate|invalid|conflict|exist|warning|problem|remaining/i;

/**
 * The items of a POST that created several of them and was answered 201; `undefined` for any other call. The schema of
 * an item in the reply must have every member that the request requires, and the reply must have no member about items
 * that were not created.
 */
export function createdBatch(
  contract: Contract,
  whole: BodySchemas | undefined,
  sent: Json | undefined,
  reply: Json | undefined,
): CreatedBatch | undefined {
  const { schemas } = contract;
  const from = whole?.isCreated === true ? listIn(schemas, whole.from) : undefined;
  const to = from && whole && listIn(schemas, whole.to);
  if (whole === undefined || from === undefined || to === undefined || from.others.length > 0) return undefined;
  if (to.others.some((name) => NOT_CREATED.test(name))) return undefined;
  const bodies = { from: from.element, to: to.element, isCreated: true };
  const fields = sharedFields(contract, bodies);
  if (fields.size === 0 || ![...requiredInPlace(schemas, [from.element])].every((name) => fields.has(name)))
    return undefined;
  const [items, made] = [objectsAt(sent, from.at), objectsAt(reply, to.at)];
  if (items === undefined || made === undefined || items.length === 0) return undefined;
  const isMember = to.at !== '' && to.at === from.at;
  return { sent: items, returned: made, at: to.at, bodies, fields, ...(isMember && { isMember }) };
}

/** The list of objects in a body, and the members of the body beside the list. */
interface StatedList {
  readonly at: string;
  readonly element: SchemaUri;
  readonly others: readonly string[];
}

/**
 * The only list of objects that the schema of a body describes: the body itself, or one of its members. `undefined` if
 * there is none, or several.
 */
function listIn(schemas: SchemaSource, body: SchemaUri): StatedList | undefined {
  if (isOnly(schemas, body, 'array')) return listOf(schemas, [body], '', []);
  const members = [...statedMembers(schemas, [body])];
  const lists = members.filter(([, uris]) => uris.some((uri) => schemaTypes(schemas, uri).has('array')));
  const [[name, uris] = ['', []], ...further] = lists;
  const others = members.map(([other]) => other).filter((other) => other !== name);
  return further.length > 0 ? undefined : listOf(schemas, uris, joinPointer('', name), others);
}

function listOf(
  schemas: SchemaSource,
  list: readonly SchemaUri[],
  at: string,
  others: readonly string[],
): StatedList | undefined {
  const [element, ...further] = elementSchemas(schemas, list);
  const isItem = element !== undefined && further.length === 0 && isOnly(schemas, element, 'object');
  return isItem && statedMembers(schemas, [element]).size > 0 ? { at, element, others } : undefined;
}

function isOnly(schemas: SchemaSource, uri: SchemaUri, type: string): boolean {
  const types = [...schemaTypes(schemas, uri)];
  return types.length === 1 && types[0] === type;
}

function objectsAt(body: Json | undefined, at: string): readonly JsonObject[] | undefined {
  const list = valueAt(body, at);
  const elements = Array.isArray(list) ? (list as readonly Json[]) : undefined;
  return elements?.every((element) => isJsonObject(element)) === true ? elements : undefined;
}

/** An item of the request, and the created item in the reply. */
export type ElementPair = readonly [sent: JsonObject, returned: JsonObject];

/**
 * Pairs each item of the request with a created item of the reply. The reply may have any order: an item is paired with
 * one that has all its values and defaults, if there is one. Empty if the numbers of items differ.
 */
export function elementPairs(contract: Contract, batch: CreatedBatch): readonly ElementPair[] {
  return pairsOf(contract, batch).flatMap(({ isLost, pair }) => (isLost ? [] : [pair]));
}

/**
 * The number of items of the request that were not created: the reply has fewer items than the request, or it has
 * copies of one item in place of other items. 0 if the request has equal items, because the service may store them as
 * one.
 */
export function lostElements(contract: Contract, batch: CreatedBatch): number {
  const { sent, returned } = batch;
  if (new Set(sent.map((element) => canonicalJson(element))).size < sent.length) return 0;
  const copies = pairsOf(contract, batch).filter(({ isLost }) => isLost).length;
  return Math.max(copies, sent.length - returned.length);
}

interface Paired {
  readonly pair: ElementPair;
  /**
   * Whether the created item has the values of the wrong item of the request, and differs in several members from the
   * item of the request with which it is paired.
   */
  readonly isLost: boolean;
}

function pairsOf(contract: Contract, { sent, returned, fields }: CreatedBatch): readonly Paired[] {
  if (sent.length !== returned.length || sent.length > MOST_ELEMENTS) return [];
  const fits = sent.map((element) => returned.map((item) => otherMembers(contract, fields, element, item) === 0));
  const itemOf = matching(fits);
  const taken = new Set(itemOf.filter((index) => index !== undefined));
  const free = returned.map((_, index) => index).filter((index) => !taken.has(index));
  return sent.map((element, index) => {
    const known = itemOf[index];
    const own = known ?? free.splice(Math.max(0, free.indexOf(index)), 1)[0] ?? index;
    const item = returned[own] ?? {};
    const isCopy = known === undefined && fits.some((row) => row[own] === true);
    return { pair: [element, item], isLost: isCopy && otherMembers(contract, fields, element, item) > 1 };
  });
}

/**
 * The number of members in which a created item differs from an item of the request, or from the default of a member
 * that the request omits.
 */
function otherMembers(contract: Contract, fields: Fields, element: JsonObject, item: JsonObject): number {
  const { schemas } = contract;
  return [...fields].filter(([name, field]) => {
    const [given, received] = [ownValue(element, name), ownValue(item, name)];
    const ignored: Comparison['ignored'] = ['input', 'output'];
    const comparison: Comparison =
      given === undefined
        ? { schemas, stated: field.sent, defaults: true, ignored }
        : { schemas, stated: [...field.sent, ...field.returned], ignored, storedTexts: changesIn(contract) };
    return differencesUnder(comparison, given, received, joinPointer('', name)).some(
      (each) =>
        each.tolerance === undefined && (given === undefined ? each.default !== undefined : !isAddition(element, each)),
    );
  }).length;
}

/**
 * Finds the largest set of pairs of a row and a column that fit together, with augmenting paths. Returns the column of
 * each row. A row keeps the column with its own index if possible.
 */
function matching(fits: readonly (readonly boolean[])[]): readonly (number | undefined)[] {
  const rowOf = new Map<number, number>();
  for (const [row, columns] of fits.entries()) if (columns[row] === true) rowOf.set(row, row);
  const place = (row: number, seen: Set<number>): boolean =>
    (fits[row] ?? []).some((isFit, column) => {
      if (!isFit || seen.has(column)) return false;
      seen.add(column);
      const other = rowOf.get(column);
      if (other !== undefined && !place(other, seen)) return false;
      rowOf.set(column, row);
      return true;
    });
  for (const row of fits.keys()) if (rowOf.get(row) !== row) place(row, new Set());
  const columnOf = new Map([...rowOf].map(([column, row]) => [row, column] as const));
  return fits.map((_, row) => columnOf.get(row));
}

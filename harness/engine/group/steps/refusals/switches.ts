import { isPagingName } from '../../../../../contract/collections/item-list.js';
import { pointerTokens } from '../../../../../contract/json/json-pointer.js';
import { CONVERTIBLE_TEXT } from '../../constraint-of.js';

/** If at least this number of query parameters have unchecked types, they become one finding. */
const FEWEST = 3;
/**
 * The minimum number of unchecked places for each checked place. If there are fewer, the unchecked places do not become
 * one finding.
 */
export const FOR_EACH_ENFORCED = 4;

/**
 * Kinds of constraints that a validator usually checks everywhere or nowhere. Examples: unknown keywords (such as a
 * number in `exclusiveMinimum`, which is a boolean in JSON Schema draft 4), formats, days that exist, unknown members,
 * and types without conversion.
 */
export const SWITCHES: readonly Switch[] = [
  { name: 'exclusive bounds', keywords: new Set(['exclusiveMinimum', 'exclusiveMaximum']) },
  { name: 'multiples', keywords: new Set(['multipleOf']) },
  { name: 'lists with unique elements', keywords: new Set(['uniqueItems']) },
  { name: 'names of members', keywords: new Set(['propertyNames']) },
  { name: 'formats', keywords: new Set(['format', 'calendar format']) },
  { name: 'days of months', keywords: new Set(['calendar format']) },
  {
    name: 'closed objects',
    keywords: new Set(['additionalProperties', 'unevaluatedProperties']),
    isOffWhereAccepted: true,
  },
  {
    name: 'types of values that can be converted',
    keywords: new Set(['convertible type', CONVERTIBLE_TEXT]),
    isOffWhereAccepted: true,
    takenForEachKept: FOR_EACH_ENFORCED,
    sharedFrom: 8,
    isOncePerSchema: true,
    fewestOfParameter: FEWEST,
    summary: (unchecked, tried, parameter) =>
      `Values of a wrong type are accepted at ${unchecked === tried ? 'all' : `${unchecked} of`} ${tried} places ${parameter === undefined ? '' : `of ${parameter} `}where they can be converted.`,
  },
  {
    // A service may convert only strings to numbers and booleans, and still refuse numbers in place of strings.
    name: 'strings in place of numbers and booleans',
    keywords: new Set([CONVERTIBLE_TEXT]),
    isOffWhereAccepted: true,
    takenForEachKept: FOR_EACH_ENFORCED,
    isOncePerSchema: true,
    summary: (unchecked, tried) =>
      `Strings are accepted in place of numbers or booleans at ${unchecked === tried ? 'all' : `${unchecked} of`} ${tried} places.`,
  },
  {
    name: 'types of query parameters',
    keywords: new Set(['type']),
    isAt: (pointer) => queryName(pointer) !== undefined,
    isOffWhereAccepted: true,
    takenForEachKept: FOR_EACH_ENFORCED,
    fewest: FEWEST,
    summary: (unchecked, tried) =>
      `Values of a wrong type are accepted for ${unchecked === tried ? 'all' : `${unchecked} of`} ${tried} query parameters that were tried.`,
  },
  {
    name: 'types of paging parameters',
    keywords: new Set(['type']),
    isAt: (pointer) => isPagingName(queryName(pointer) ?? ''),
    isOffWhereAccepted: true,
    takenForEachKept: FOR_EACH_ENFORCED,
    fewest: FEWEST,
    summary: (unchecked, tried) =>
      `Values of a wrong type are accepted for ${unchecked === tried ? 'all' : `${unchecked} of`} ${tried} paging parameters that were tried.`,
  },
];

export interface Switch {
  readonly name: string;
  readonly keywords: ReadonlySet<string>;
  /** Returns whether a place can have constraints of the kind that `keywords` names. Default: every place. */
  readonly isAt?: (pointer: string) => boolean;
  /** If at least this number of constraints of the kind are not enforced, they become one finding. Default: 2. */
  readonly fewest?: number;
  /**
   * Set if a service that does not check the constraint may still refuse some invalid values. For example, a service
   * that converts types may convert 0 to false but refuse 5. A service that accepts unknown members may refuse the name
   * `__proto__`. So a place counts as unchecked if it accepts at least one invalid value.
   */
  readonly isOffWhereAccepted?: boolean;
  /**
   * The unchecked places become one finding only if there are at least this number of them for each checked place. If
   * omitted, they do so only if no place is checked.
   */
  readonly takenForEachKept?: number;
  /**
   * If there are at least this number of unchecked places, all operations are judged together, because they probably
   * share a validator. A place that one operation does not check then counts as unchecked in all operations: if another
   * operation refuses the input, it may have a different reason. If omitted, each operation is judged separately.
   */
  readonly sharedFrom?: number;
  /**
   * Set if several operations with the same schema may count as one place. Then only the places of the first operation
   * are searched for checks. The other operations may often be called for unknown items, and such calls are refused
   * anyway.
   */
  readonly isOncePerSchema?: true;
  /**
   * If the unchecked places of the whole input do not become one finding, those of one parameter do if there are at
   * least this number. If omitted, they never do. The value of a parameter with content, such as a JSON filter, is
   * often read by code of its own, while a validator checks the bodies.
   */
  readonly fewestOfParameter?: number;
  /**
   * Returns the summary of the finding. It gets the number of unchecked places and the number of all tried places. If
   * all places are in one parameter, it also gets the pointer of this parameter.
   */
  readonly summary?: (unchecked: number, tried: number, parameter?: string) => string;
}

/** The name of the query parameter at the pointer. `undefined` for any other place. */
function queryName(pointer: string): string | undefined {
  const [part, name, ...deeper] = pointerTokens(pointer);
  return part === 'query' && deeper.length === 0 ? name : undefined;
}

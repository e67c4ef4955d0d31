import { isJsonObject, type Json, ownValue } from '../json/json.js';
import type { FaultLog } from '../document/fault-log.js';
import { type Place, placeLocation } from '../document/place.js';
import { schemaShape } from './keywords.js';

const TYPES: ReadonlySet<Json> = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']);

interface Shape {
  readonly name: string;
  readonly holds: (value: Json) => boolean;
}

const TEXT: Shape = { name: 'a string', holds: (value) => typeof value === 'string' };
const NUMBER: Shape = { name: 'a number', holds: (value) => typeof value === 'number' };
const COUNT: Shape = {
  name: 'a whole number, 0 or more',
  holds: (value) => Number.isInteger(value) && Number(value) >= 0,
};
const TEXTS: Shape = { name: 'a list of strings', holds: isTextList };
const SCHEMA: Shape = { name: 'a schema', holds: isSchemaValue };
const SCHEMAS: Shape = { name: 'a list of schemas', holds: (value) => isListOf(value, isSchemaValue) };
const SCHEMA_MAP: Shape = { name: 'a map of schemas', holds: (value) => isMapOf(value, isSchemaValue) };

/**
 * The shape that each keyword's value must have (JSON Schema 2020-12 Validation §6, Core §8). An empty list is accepted
 * even if the specification requires an element, because its meaning is clear.
 */
const SHAPES: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ['type', { name: `one of ${[...TYPES].join(', ')}, or a list of them`, holds: isType }],
  ['enum', { name: 'a list', holds: (value) => Array.isArray(value) }],
  ['multipleOf', { name: 'a number above 0', holds: (value) => typeof value === 'number' && value > 0 }],
  ['uniqueItems', { name: 'a boolean', holds: (value) => typeof value === 'boolean' }],
  ['required', TEXTS],
  ['dependentRequired', { name: 'a map of lists of strings', holds: (value) => isMapOf(value, isTextList) }],
  ...each(NUMBER, 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'),
  ...each(TEXT, 'pattern', 'format', '$ref', '$dynamicRef', '$id', '$anchor', '$dynamicAnchor'),
  ...each(
    COUNT,
    'maxLength',
    'minLength',
    'maxItems',
    'minItems',
    'maxContains',
    'minContains',
    'maxProperties',
    'minProperties',
  ),
]);

/** Reports a keyword with a value of the wrong shape. Annotations are not checked. */
export function checkKeywordShape(keyword: string, value: Place, faults: FaultLog): void {
  if (keyword.startsWith('dependent') && ownValue(value.value, '__proto__') !== undefined) {
    // Without this fault, our validator would silently ignore the keyword. All other parts of JSON Schema 2020-12 are
    // supported.
    const message = `\`${keyword}\` of a property named __proto__ is not supported`;
    faults.add(
      placeLocation(value),
      'schema-unsupported',
      message,
      'Write the condition with `if` and `then` instead.',
    );
  }
  const shape = SHAPES.get(keyword) ?? holderShape(keyword);
  if (shape === undefined || shape.holds(value.value)) return;
  faults.add(
    placeLocation(value),
    'schema-malformed',
    `\`${keyword}\` is not ${shape.name}`,
    repairFor(keyword, value.value),
  );
}

function holderShape(keyword: string): Shape | undefined {
  const shape = schemaShape(keyword);
  if (shape === undefined) return undefined;
  return { schema: SCHEMA, list: SCHEMAS, map: SCHEMA_MAP }[shape];
}

/**
 * How to fix a keyword with a value of the wrong shape. The usual cause is the syntax of an earlier version of JSON
 * Schema or OpenAPI.
 */
function repairFor(keyword: string, value: Json): string {
  if (keyword.startsWith('exclusive'))
    return 'Write the bound itself as the number; the boolean form belongs to OpenAPI 3.0.';
  if (keyword === 'items' && Array.isArray(value))
    return 'Write one schema for all items; for a list of schemas, use `prefixItems`.';
  if (keyword === 'required' && typeof value === 'boolean')
    return 'List the names in `required` of the object that has the property.';
  return 'Write the keyword as JSON Schema 2020-12 defines it.';
}

function isType(value: Json): boolean {
  return Array.isArray(value) ? value.length > 0 && isListOf(value, (type) => TYPES.has(type)) : TYPES.has(value);
}

function isTextList(value: Json): boolean {
  return isListOf(value, (item) => typeof item === 'string');
}

function isListOf(value: Json, holds: (item: Json) => boolean): boolean {
  return Array.isArray(value) && (value as readonly Json[]).every(holds);
}

function isMapOf(value: Json, holds: (item: Json) => boolean): boolean {
  return isJsonObject(value) && Object.values(value).every(holds);
}

function each(shape: Shape, ...keywords: readonly string[]): readonly (readonly [string, Shape])[] {
  return keywords.map((keyword) => [keyword, shape]);
}

function isSchemaValue(value: Json): boolean {
  return typeof value === 'boolean' || isJsonObject(value);
}

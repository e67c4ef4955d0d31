/**
 * What the value of a keyword is in JSON Schema 2020-12: one schema, a list of schemas, a map from names to schemas, or
 * other data.
 */
export type KeywordShape = 'schema' | 'list' | 'map' | 'data';

/**
 * The keywords that affect validation (JSON Schema 2020-12 Core §10–11, Validation §6). All other keywords are
 * annotations.
 */
const VALIDATING: ReadonlyMap<string, KeywordShape> = new Map<string, KeywordShape>([
  ...shaped(
    'schema',
    'additionalProperties',
    'unevaluatedProperties',
    'items',
    'unevaluatedItems',
    'contains',
    'propertyNames',
  ),
  ...shaped('schema', 'not', 'if', 'then', 'else'),
  ...shaped('list', 'allOf', 'anyOf', 'oneOf', 'prefixItems'),
  ...shaped('map', 'properties', 'patternProperties', 'dependentSchemas'),
  ...shaped(
    'data',
    'type',
    'enum',
    'const',
    'multipleOf',
    'maximum',
    'exclusiveMaximum',
    'minimum',
    'exclusiveMinimum',
  ),
  ...shaped(
    'data',
    'maxLength',
    'minLength',
    'pattern',
    'format',
    'maxItems',
    'minItems',
    'uniqueItems',
    'maxContains',
    'minContains',
  ),
  ...shaped('data', 'maxProperties', 'minProperties', 'required', 'dependentRequired'),
]);

/**
 * Keywords that contain schemas without applying them to a value, such as `$defs`. References in these schemas must
 * still resolve.
 */
const HOLDING: ReadonlyMap<string, KeywordShape> = new Map<string, KeywordShape>([
  ...shaped('map', '$defs', 'definitions'),
  ...shaped('schema', 'contentSchema'),
]);

/** Keywords whose subschemas apply to the same value as the schema itself (Core §10.2). */
const IN_PLACE: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
]);

/** The kind of value that a keyword has; `undefined` for a keyword that does not affect validation. */
export function validatingShape(keyword: string): KeywordShape | undefined {
  return VALIDATING.get(keyword);
}

/** How the value of a keyword contains schemas; `undefined` for a keyword that contains none. */
export function schemaShape(keyword: string): Exclude<KeywordShape, 'data'> | undefined {
  const shape = VALIDATING.get(keyword) ?? HOLDING.get(keyword);
  return shape === 'data' ? undefined : shape;
}

export function isInPlace(keyword: string): boolean {
  return IN_PLACE.has(keyword);
}

function shaped(shape: KeywordShape, ...keywords: readonly string[]): readonly (readonly [string, KeywordShape])[] {
  return keywords.map((keyword) => [keyword, shape]);
}

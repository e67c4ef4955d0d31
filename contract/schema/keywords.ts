/** What the value of a JSON Schema 2020-12 keyword holds: one schema, a list of them, a map from names to them, or plain data. */
export type KeywordShape = 'schema' | 'list' | 'map' | 'data';

/** The keywords that take part in validation (JSON Schema 2020-12 Core §10–11, Validation §6). All others only annotate. */
const VALIDATING: ReadonlyMap<string, KeywordShape> = new Map<string, KeywordShape>([
  ...shaped('schema', 'additionalProperties', 'unevaluatedProperties', 'items', 'unevaluatedItems', 'contains', 'propertyNames'),
  ...shaped('schema', 'not', 'if', 'then', 'else'),
  ...shaped('list', 'allOf', 'anyOf', 'oneOf', 'prefixItems'),
  ...shaped('map', 'properties', 'patternProperties', 'dependentSchemas'),
  ...shaped('data', 'type', 'enum', 'const', 'multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'),
  ...shaped('data', 'maxLength', 'minLength', 'pattern', 'format', 'maxItems', 'minItems', 'uniqueItems', 'maxContains', 'minContains'),
  ...shaped('data', 'maxProperties', 'minProperties', 'required', 'dependentRequired'),
]);

/** Keywords that hold schemas without validating by them; references into them must resolve all the same. */
const HOLDING: ReadonlyMap<string, KeywordShape> = new Map<string, KeywordShape>([
  ...shaped('map', '$defs', 'definitions'),
  ...shaped('schema', 'contentSchema'),
]);

/** Subschemas of these judge the same value as the schema itself, not a part of it (Core §10.2). */
const IN_PLACE: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas']);

/** The shape of a keyword that decides whether a value is valid; `undefined` for annotations and unknown keywords. */
export function validatingShape(keyword: string): KeywordShape | undefined {
  return VALIDATING.get(keyword);
}

/** How schemas stand below a keyword; `undefined` where none do. */
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

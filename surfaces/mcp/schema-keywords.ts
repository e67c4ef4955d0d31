/** Where a keyword of JSON Schema 2020-12 holds schemas, and whether they apply to the same value as the schema around them. */
export interface SchemaKeyword {
  readonly holds: 'schema' | 'list' | 'map';
  readonly inPlace: boolean;
}

/** Core §10 and §11 (the applicator and unevaluated vocabularies), Validation §8.5 (`contentSchema`). */
export const SCHEMA_KEYWORDS: ReadonlyMap<string, SchemaKeyword> = new Map<string, SchemaKeyword>([
  ...keywords('schema', true, 'not', 'if', 'then', 'else'),
  ...keywords('schema', false, 'items', 'contains', 'unevaluatedItems', 'contentSchema'),
  ...keywords('schema', false, 'additionalProperties', 'propertyNames', 'unevaluatedProperties'),
  ...keywords('list', true, 'allOf', 'anyOf', 'oneOf'),
  ...keywords('list', false, 'prefixItems'),
  ...keywords('map', true, 'dependentSchemas'),
  ...keywords('map', false, 'properties', 'patternProperties'),
]);

function keywords(holds: SchemaKeyword['holds'], inPlace: boolean, ...names: readonly string[]): readonly [string, SchemaKeyword][] {
  return names.map((name) => [name, { holds, inPlace }]);
}

/**
 * References that become a local `$ref`. A dynamic one is bound where it leads first: no schema outside the closed
 * document can extend it any more (Core §8.2.3.2).
 */
export function linksTo(keyword: string): boolean {
  return keyword === '$ref' || keyword === '$dynamicRef';
}

/**
 * Keywords that mean nothing in a closed schema: addresses, which have all been followed; definitions, which are
 * gathered at the root; what only OpenAPI knows; vendor extensions.
 */
export function isLeftOut(keyword: string): boolean {
  return keyword.startsWith('x-') || LEFT_OUT.has(keyword);
}

const LEFT_OUT: ReadonlySet<string> = new Set([
  '$id', '$schema', '$anchor', '$dynamicAnchor', '$vocabulary', '$comment', '$defs', 'definitions',
  'discriminator', 'xml', 'externalDocs', 'example',
]);

import type { Json } from '../../../contract/json/json.js';
import type { ContractRule, LintFault, LintedContract } from '../document/contract-rule.js';
import { schemasOf } from '../document/document-walk.js';
import { isOpenApi30 } from './dialect.js';

export const newerKeyword: ContractRule = {
  id: 'contract/newer-keyword',
  severity: 'should',
  statement: 'A description of OpenAPI 3.0 uses no keyword of JSON Schema 2020-12.',
  source:
    'OpenAPI 3.0.4 §4.7.24 lists the keywords of a schema. If only the version in the output of a framework is changed to 3.0, the output still has the keywords of 3.1.',
  repair: 'Set `openapi` to 3.1.0, or write the schema with the keywords of 3.0.',
  check: newerKeywords,
};

function* newerKeywords({ document }: LintedContract): Generator<LintFault> {
  if (!isOpenApi30(document)) return;
  for (const { schema, path } of schemasOf(document)) {
    for (const [keyword, value] of Object.entries(schema)) {
      if (!isNewer(keyword, value)) continue;
      const message = `${spelling(keyword, value)} belongs to OpenAPI 3.1; it is read with its OpenAPI 3.1 meaning`;
      yield { path: [...path, keyword], message };
    }
  }
}

const NEWER: ReadonlySet<string> = new Set(
  (
    'const examples if then else contains minContains maxContains prefixItems propertyNames patternProperties ' +
    'dependentRequired dependentSchemas unevaluatedItems unevaluatedProperties contentEncoding contentMediaType contentSchema $defs $comment'
  ).split(' '),
);

/** Whether a keyword with this value has a meaning in OpenAPI 3.1, but none in OpenAPI 3.0. */
export function isNewer(keyword: string, value: Json | undefined): boolean {
  if (keyword === 'type') return value === 'null' || Array.isArray(value);
  if (keyword === 'exclusiveMinimum' || keyword === 'exclusiveMaximum') return typeof value === 'number';
  return NEWER.has(keyword);
}

function spelling(keyword: string, value: Json): string {
  if (keyword === 'type') return value === 'null' ? "type: 'null'" : 'a list of types';
  return keyword.startsWith('exclusive') ? `a number as ${keyword}` : keyword;
}

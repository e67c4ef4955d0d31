import { type Json, ownValue } from '../../../contract/json/json.js';
import { isVersion30 } from '../../../contract/upgrade/found-places.js';
import type { ContractRule, LintFault, LintedContract } from '../document/contract-rule.js';

export const SCHEMA_DIALECT = 'https://json-schema.org/draft/2020-12/schema';
/** The default dialect: JSON Schema 2020-12 with the keywords of OpenAPI (OpenAPI 3.1 §4.8.24.7). */
const OPENAPI_DIALECT = /^https:\/\/spec\.openapis\.org\/oas\/3\.1\/dialect\//;

export const dialect: ContractRule = {
  id: 'contract/dialect',
  severity: 'must',
  statement: 'The contract is OpenAPI 3.1 with schemas in JSON Schema 2020-12, or OpenAPI 3.0.',
  source: 'OpenAPI 3.1 §4.8.24.7 (jsonSchemaDialect): the dialect decides what the keywords of a schema mean.',
  repair: `Set openapi to 3.1.0 and jsonSchemaDialect to ${SCHEMA_DIALECT}.`,
  check: dialectFaults,
};

function* dialectFaults({ document }: LintedContract): Generator<LintFault> {
  const named = ownValue(document, 'jsonSchemaDialect');
  if (isOpenApi30(document)) return;
  if (!isOpenApi31(document)) yield { path: ['openapi'], message: 'the document is not OpenAPI 3.1 or 3.0' };
  else if (
    named !== undefined &&
    named !== SCHEMA_DIALECT &&
    !(typeof named === 'string' && OPENAPI_DIALECT.test(named))
  ) {
    yield { path: ['jsonSchemaDialect'], message: 'jsonSchemaDialect does not name JSON Schema 2020-12' };
  }
}

export function isOpenApi30(document: Json): boolean {
  return isVersion30(ownValue(document, 'openapi'));
}

export function isOpenApi31(document: Json): boolean {
  const version = ownValue(document, 'openapi');
  return typeof version === 'string' && /^3\.1\.\d+$/.test(version);
}

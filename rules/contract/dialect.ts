import { type Json, ownValue } from '../../contract/json/json.js';
import type { ContractRule, Fault, LintedContract } from './document/contract-rule.js';

export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
/** The default: JSON Schema 2020-12 with the words of OpenAPI (OpenAPI 3.1 §4.8.24.7). */
const OPENAPI_DIALECT = /^https:\/\/spec\.openapis\.org\/oas\/3\.1\/dialect\//;

export const dialect: ContractRule = {
  id: 'contract/dialect',
  severity: 'must',
  statement: 'The contract is OpenAPI 3.1, and its schemas are JSON Schema 2020-12.',
  source: 'OpenAPI 3.1 §4.8.24.7 (jsonSchemaDialect): under another dialect the same schema says something else.',
  repair: `Set openapi to 3.1.0 and jsonSchemaDialect to ${DIALECT}.`,
  check: dialectFaults,
};

function* dialectFaults({ document }: LintedContract): Generator<Fault> {
  const named = ownValue(document, 'jsonSchemaDialect');
  if (!isOpenApi31(document)) yield { path: ['openapi'], message: 'the document is not OpenAPI 3.1' };
  else if (named !== undefined && named !== DIALECT && !(typeof named === 'string' && OPENAPI_DIALECT.test(named))) {
    yield { path: ['jsonSchemaDialect'], message: 'jsonSchemaDialect is not that of JSON Schema 2020-12' };
  }
}

export function isOpenApi31(document: Json): boolean {
  const version = ownValue(document, 'openapi');
  return typeof version === 'string' && /^3\.1\.\d+$/.test(version);
}

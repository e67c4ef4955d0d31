import { ownValue } from '../../contract/json.js';
import type { ContractRule, Fault, LintedContract } from './contract-rule.js';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

export const dialect: ContractRule = {
  id: 'contract/dialect',
  severity: 'must',
  statement: 'The contract is OpenAPI 3.1 and says that its schemas are JSON Schema 2020-12.',
  source: 'OpenAPI 3.1 §4.8.24.7 (jsonSchemaDialect): tools that are not told take older drafts, and are wrong in both directions.',
  repair: `Set openapi to 3.1.0 and jsonSchemaDialect to ${DIALECT}.`,
  check: dialectFaults,
};

function* dialectFaults({ document }: LintedContract): Generator<Fault> {
  const version = ownValue(document, 'openapi');
  if (typeof version !== 'string' || !/^3\.1\.\d+$/.test(version)) {
    yield { path: ['openapi'], message: 'the document is not OpenAPI 3.1' };
  } else if (ownValue(document, 'jsonSchemaDialect') !== DIALECT) {
    yield { path: ['jsonSchemaDialect'], message: 'jsonSchemaDialect is not that of JSON Schema 2020-12' };
  }
}

import { ownValue } from '../../../contract/json/json.js';
import type { ContractRule, LintFault, LintedContract } from '../document/contract-rule.js';
import { SCHEMA_DIALECT, isOpenApi31 } from './dialect.js';

export const dialectNamed: ContractRule = {
  id: 'contract/dialect-named',
  severity: 'should',
  statement: 'The contract names the dialect of its schemas in jsonSchemaDialect.',
  source:
    'OpenAPI 3.1 §4.8.24.7 (jsonSchemaDialect): the default is the OpenAPI dialect, which many tools treat as an older draft.',
  repair: `Set jsonSchemaDialect to ${SCHEMA_DIALECT}.`,
  check: unnamedDialect,
};

function* unnamedDialect({ document }: LintedContract): Generator<LintFault> {
  if (!isOpenApi31(document) || ownValue(document, 'jsonSchemaDialect') !== undefined) return;
  yield {
    path: ['jsonSchemaDialect'],
    message: 'jsonSchemaDialect is not set, so tools may apply an older draft to the schemas',
  };
}

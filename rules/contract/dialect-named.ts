import { ownValue } from '../../contract/json/json.js';
import type { ContractRule, Fault, LintedContract } from './document/contract-rule.js';
import { DIALECT, isOpenApi31 } from './dialect.js';

export const dialectNamed: ContractRule = {
  id: 'contract/dialect-named',
  severity: 'should',
  statement: 'The contract names the dialect of its schemas, JSON Schema 2020-12.',
  source: 'OpenAPI 3.1 §4.8.24.7 (jsonSchemaDialect): without it the dialect is that of OpenAPI, which many tools take for an older draft.',
  repair: `Set jsonSchemaDialect to ${DIALECT}.`,
  check: unnamedDialect,
};

function* unnamedDialect({ document }: LintedContract): Generator<Fault> {
  if (!isOpenApi31(document) || ownValue(document, 'jsonSchemaDialect') !== undefined) return;
  yield { path: ['jsonSchemaDialect'], message: 'jsonSchemaDialect is not set: tools may judge the schemas by an older draft' };
}

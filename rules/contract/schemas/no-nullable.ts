import type { ContractRule, LintFault, LintedContract } from '../document/contract-rule.js';
import { schemasOf } from '../document/document-walk.js';
import { isOpenApi30 } from './dialect.js';

export const noNullable: ContractRule = {
  id: 'contract/no-nullable',
  severity: 'must',
  statement: 'No schema of OpenAPI 3.1 uses the keyword nullable.',
  source: 'OpenAPI 3.1 removed nullable. JSON Schema 2020-12 ignores it, so null is not accepted.',
  repair: "Write type: [string, 'null'] instead.",
  check: nullableFaults,
};

function* nullableFaults({ document }: LintedContract): Generator<LintFault> {
  if (isOpenApi30(document)) return;
  for (const { schema, path } of schemasOf(document)) {
    if (Object.hasOwn(schema, 'nullable'))
      yield { path: [...path, 'nullable'], message: 'nullable has no effect in OpenAPI 3.1' };
  }
}

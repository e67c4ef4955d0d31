import type { ContractRule, Fault, LintedContract } from './document/contract-rule.js';
import { schemasOf } from './document/document-walk.js';

export const noNullable: ContractRule = {
  id: 'contract/no-nullable',
  severity: 'must',
  statement: 'No schema says nullable.',
  source: 'OpenAPI 3.1 took it out: it is no keyword of JSON Schema 2020-12, so null would not be accepted.',
  repair: "Write type: [string, 'null'] instead.",
  check: nullableFaults,
};

function* nullableFaults({ document }: LintedContract): Generator<Fault> {
  for (const { schema, path } of schemasOf(document)) {
    if (Object.hasOwn(schema, 'nullable')) yield { path: [...path, 'nullable'], message: 'nullable means nothing in OpenAPI 3.1' };
  }
}

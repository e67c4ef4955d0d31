import { ownValue } from '../../../contract/json/json.js';
import { compatiblePattern } from '../../../contract/patterns/compatible-pattern.js';
import type { ContractRule, LintFault, LintedContract } from '../document/contract-rule.js';
import { schemasOf } from '../document/document-walk.js';
import { isOpenApi30 } from './dialect.js';

export const portablePattern: ContractRule = {
  id: 'contract/portable-pattern',
  severity: 'should',
  statement: 'A pattern is a regular expression of ECMAScript that is valid with the u flag.',
  source: 'JSON Schema 2020-12 Core §6.4; ECMA-262: with the u flag, only characters with a meaning may be escaped.',
  repair: 'Remove the backslash before characters without a special meaning: write `-` in place of `\\-`.',
  check: portabilityFaults,
};

function* portabilityFaults({ document }: LintedContract): Generator<LintFault> {
  if (isOpenApi30(document)) return;
  for (const { schema, path } of schemasOf(document)) {
    const pattern = ownValue(schema, 'pattern');
    if (typeof pattern !== 'string') continue;
    const portable = compatiblePattern(pattern);
    if (portable !== pattern)
      yield {
        path: [...path, 'pattern'],
        message: `the pattern ${pattern} is not valid with the u flag; values are checked with ${portable} instead`,
      };
  }
}

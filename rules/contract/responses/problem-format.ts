import { isDeepStrictEqual } from 'node:util';
import { type Json, ownValue } from '../../../contract/json/json.js';
import type { ContractRule, LintFault, LintedContract } from '../document/contract-rule.js';
import { contentEntries, isJsonType, responsesOf } from '../document/linted-operation.js';

const PROBLEM_TYPE = 'application/problem+json';
/** The maximum depth of nested `allOf` in which the schema Problem is searched. */
const MAX_REFINEMENTS = 8;

export const problemFormat: ContractRule = {
  id: 'contract/problem-format',
  severity: 'should',
  statement:
    'A failure with a JSON body is application/problem+json. Its schema is Problem, or a schema that refines Problem by allOf.',
  source: 'RFC 9457 §3; the contract: components/schemas/Problem.',
  repair: 'Document the failure as application/problem+json with the schema #/components/schemas/Problem.',
  check: problemFaults,
};

function* problemFaults({ document, operations }: LintedContract): Generator<LintFault> {
  const problem = ownValue(ownValue(ownValue(document, 'components'), 'schemas'), 'Problem');
  const failures = operations.flatMap(responsesOf).filter(({ key }) => /^[45]/.test(key));
  for (const response of failures) {
    for (const { key, path, value } of contentEntries(response.value, response.path)) {
      if (!isJsonType(key)) continue;
      if (!key.toLowerCase().startsWith(PROBLEM_TYPE)) {
        yield { path, message: `a failure is documented as ${key}` };
      } else if (!refines(ownValue(value, 'schema'), problem, 0)) {
        yield { path, message: `${key} has a schema other than Problem` };
      }
    }
  }
}

function refines(schema: Json | undefined, problem: Json | undefined, depth: number): boolean {
  if (problem === undefined || schema === undefined) return false;
  if (schema === problem || isDeepStrictEqual(schema, problem)) return true;
  const parts = ownValue(schema, 'allOf');
  return (
    depth < MAX_REFINEMENTS && Array.isArray(parts) && parts.some((part: Json) => refines(part, problem, depth + 1))
  );
}

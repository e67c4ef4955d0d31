import { isDeepStrictEqual } from 'node:util';
import { type Json, isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { ContractRule, LintFault, LintedContract } from '../document/contract-rule.js';
import { type MappingEntry, contentEntries, isJsonType, responsesOf } from '../document/linted-operation.js';

const PROBLEM_TYPE = 'application/problem+json';
/** The maximum number of nested `allOf`s in which a reference to the schema `Problem` is searched for. */
const MAX_REFINEMENTS = 8;

export const problemFormat: ContractRule = {
  id: 'contract/problem-format',
  severity: 'should',
  statement:
    'A failure with a JSON body is application/problem+json. Its schema is Problem, or a schema that refines Problem by allOf. A contract without problem documents may have one other schema for all failures.',
  source: 'RFC 9457 §3; the contract: components/schemas/Problem.',
  repair: 'Document the failure as application/problem+json with the schema #/components/schemas/Problem.',
  check: problemFaults,
};

function* problemFaults({ document, operations }: LintedContract): Generator<LintFault> {
  const problem = ownValue(ownValue(ownValue(document, 'components'), 'schemas'), 'Problem');
  const failures = operations.flatMap(responsesOf).filter(({ key }) => /^[45]/.test(key));
  const bodies = failures
    .flatMap(({ value, path }) => contentEntries(value, path))
    .filter(({ key }) => isJsonType(key));
  if (hasOwnFormat(bodies)) return;
  for (const { key, path, value } of bodies) {
    if (!isProblem(key)) {
      yield { path, message: `a failure is documented as ${key}` };
    } else if (!refines(ownValue(value, 'schema'), problem, 0)) {
      yield { path, message: `${key} has a schema other than Problem` };
    }
  }
}

function isProblem(mediaType: string): boolean {
  return mediaType.toLowerCase().startsWith(PROBLEM_TYPE);
}

/**
 * Whether the contract uses a failure format of its own in place of problem documents: no failure has the media type of
 * problem documents, and all failures have the same object schema.
 */
function hasOwnFormat(bodies: readonly MappingEntry[]): boolean {
  const [first, ...others] = bodies.map(({ value }) => ownValue(value, 'schema'));
  const isShared = others.length > 0 && others.every((other) => other === first || isDeepStrictEqual(other, first));
  return isShared && isJsonObject(first) && Object.keys(first).length > 0 && !bodies.some(({ key }) => isProblem(key));
}

function refines(schema: Json | undefined, problem: Json | undefined, depth: number): boolean {
  if (problem === undefined || schema === undefined) return false;
  if (schema === problem || isDeepStrictEqual(schema, problem)) return true;
  const parts = ownValue(schema, 'allOf');
  return (
    depth < MAX_REFINEMENTS && Array.isArray(parts) && parts.some((part: Json) => refines(part, problem, depth + 1))
  );
}

import type { Case, CaseInput, Expectation } from '../../../contract/case.js';
import type { Operation } from '../../../contract/operation.js';

/** A case with the configured token and an approved gate. */
export function aCase(
  operation: Operation,
  kind: Case['provenance']['kind'],
  name: string,
  input: CaseInput,
  expect: Expectation,
): Case {
  const { id } = operation;
  return {
    id: `${id}/${kind}/${name}`,
    operation: id,
    input,
    provenance: { kind, name },
    expect,
    token: 'configured',
    gate: 'approved',
  };
}

import type { Case, CaseInput } from '../../../../contract/case.js';
import type { Contract } from '../../../../contract/contract.js';
import type { Operation } from '../../../../contract/operation.js';
import { hasScript, resumption } from '../../../backends/stream-scripts.js';
import { SPELLINGS, type Spelling } from '../../../backends/stream-spellings.js';
import type { CasePlan } from '../case-plan.js';

/**
 * The cases of the phase `streams`: each event stream with an example in the contract, in each spelling, with the
 * simplest input. Spellings of a resumed stream need an operation with a parameter `Last-Event-ID`.
 */
export function planStreams(
  { contract, maker }: Pick<CasePlan, 'maker'> & { readonly contract: Contract },
  operations: readonly Operation[],
): CasePlan {
  const cases = operations.filter(hasScript).flatMap((operation) => {
    const [simplest] = maker.simple(operation);
    if (simplest === undefined) return [];
    return [...SPELLINGS].flatMap(([name, spelling]) => {
      const input = inputFor(contract, operation, simplest.input, spelling);
      return input === undefined ? [] : [{ operation, case: spelled({ ...simplest, input }, name) }];
    });
  });
  return { cases, maker };
}

function inputFor(
  { schemas }: Contract,
  operation: Operation,
  input: CaseInput,
  { isContinued }: Spelling,
): CaseInput | undefined {
  if (isContinued !== true) return input;
  const { parameter, id } = resumption(operation) ?? {};
  if (parameter === undefined || id === undefined) return undefined;
  const given = [id, Number(id)].find((value) => schemas.accepts(parameter.schema, value));
  return given === undefined ? undefined : { ...input, header: { ...input.header, [parameter.name]: given } };
}

function spelled(simplest: Case, name: string): Case {
  return {
    ...simplest,
    id: `${simplest.operation}/stream/${name}`,
    provenance: { kind: 'stream', name },
    expect: { kind: 'accepted' },
  };
}

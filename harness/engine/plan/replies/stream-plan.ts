import type { Case, CaseInput } from '../../../../contract/case.js';
import type { Contract } from '../../../../contract/contract.js';
import type { Operation } from '../../../../contract/operation.js';
import { hasScript, refusalOf, resumption, scriptedEvents } from '../../../backends/stream-scripts.js';
import { SPELLINGS, type Spelling } from '../../../backends/stream-spellings.js';
import type { CasePlan } from '../case-plan.js';

/**
 * Makes the cases of the phase `streams`, with the simplest inputs. Each event stream with an example in the contract
 * is sent in every form that the format permits, for example with other line ends, with comments or with split data.
 * Forms of a resumed stream are sent only if the operation has a `Last-Event-ID` parameter.
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
  contract: Contract,
  operation: Operation,
  input: CaseInput,
  spelling: Spelling,
): CaseInput | undefined {
  const { isContinued, isRefused, isOfSafe } = spelling;
  if (isOfSafe === true && operation.method !== 'get') return undefined;
  if (scriptedEvents(contract, operation, spelling) === undefined) return undefined;
  if (isRefused === true && refusalOf(operation) === undefined) return undefined;
  if (isContinued !== true) return input;
  const { parameter, id } = resumption(operation) ?? {};
  if (parameter === undefined || id === undefined) return undefined;
  const given = [id, Number(id)].find((value) => contract.schemas.accepts(parameter.schema, value));
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

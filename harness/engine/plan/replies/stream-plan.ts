import type { Case } from '../../../../contract/case.js';
import type { Operation } from '../../../../contract/operation.js';
import { hasScript } from '../../../backends/stream-scripts.js';
import { SPELLINGS } from '../../../backends/stream-spellings.js';
import type { CasePlan } from '../case-plan.js';

/**
 * The cases of the phase `streams`: each stream with an example in the contract, in each spelling, with the simplest
 * input.
 */
export function planStreams({ maker }: Pick<CasePlan, 'maker'>, operations: readonly Operation[]): CasePlan {
  const cases = operations.filter(hasScript).flatMap((operation) => {
    const [simplest] = maker.simple(operation);
    return simplest === undefined
      ? []
      : [...SPELLINGS.keys()].map((name) => ({ operation, case: spelled(simplest, name) }));
  });
  return { cases, maker };
}

function spelled(simplest: Case, name: string): Case {
  return {
    ...simplest,
    id: `${simplest.operation}/stream/${name}`,
    provenance: { kind: 'stream', name },
    expect: { kind: 'accepted' },
  };
}

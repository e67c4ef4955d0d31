import type { Case } from '../../../contract/case.js';
import type { Operation } from '../../../contract/operation.js';
import { hasScript } from '../../backends/stream-scripts.js';
import { SPELLINGS } from '../../backends/stream-spellings.js';
import type { CasePlan } from './case-plan.js';

/** The cases of the phase `streams`: each stream that the contract shows, in each spelling, with the plainest input. */
export function planStreams({ maker }: Pick<CasePlan, 'maker'>, operations: readonly Operation[]): CasePlan {
  const cases = operations.filter(hasScript).flatMap((operation) => {
    const [plain] = [...maker.make(operation, 'boundary'), ...maker.make(operation, 'example')];
    return plain === undefined ? [] : [...SPELLINGS.keys()].map((name) => ({ operation, case: spelled(plain, name) }));
  });
  return { cases, maker };
}

function spelled(plain: Case, name: string): Case {
  return { ...plain, id: `${plain.operation}/stream/${name}`, provenance: { kind: 'stream', name }, expect: { kind: 'accepted' } };
}

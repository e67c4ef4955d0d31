import type { Case } from '../../../contract/case.js';
import type { Contract } from '../../../contract/contract.js';
import type { Operation } from '../../../contract/operation.js';
import { ReplyCases } from '../../cases/replies/reply-cases.js';
import type { NamedReply } from '../../cases/replies/named-reply.js';
import type { CasePlan } from './case-plan.js';
import type { PlannedCase } from './planned-case.js';

/** The cases of the phase `responses`: the simplest valid input of each operation, with each reply. */
export function planResponses(
  { contract, maker }: Pick<CasePlan, 'maker'> & { readonly contract: Contract },
  operations: readonly Operation[],
): CasePlan {
  if (operations.length === 0) return { cases: [], maker };
  const replies = new ReplyCases(contract, maker.options.seed);
  const cases = operations.flatMap((operation) => {
    const [simplest] = maker.simple(operation);
    return simplest === undefined ? [] : replies.of(operation).map((reply) => answered(operation, simplest, reply));
  });
  return { cases, maker };
}

function answered(operation: Operation, simplest: Case, { name, reply, isEssential }: NamedReply): PlannedCase {
  const { bodyWay: _, setup: __, ...simple } = simplest;
  return {
    operation,
    case: {
      ...simple,
      id: `${operation.id}/response/${name}`,
      provenance: { kind: 'response', name },
      expect: { kind: 'accepted' },
      reply,
    },
    ...(!isEssential && { isExtra: true }),
  };
}

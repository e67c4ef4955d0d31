import type { Case } from '../../../../contract/case.js';
import type { Contract } from '../../../../contract/contract.js';
import type { Operation } from '../../../../contract/operation.js';
import { streamOf } from '../../../../contract/stream-of.js';
import { NETWORK_FAULTS, type NetworkFault, type OperationShape } from '../../../../surfaces/network-faults.js';
import { endsInExample } from '../../../backends/stream-scripts.js';
import { successReplies } from '../../../backends/success-replies.js';
import type { CasePlan } from '../case-plan.js';
import type { PlannedCase } from '../planned/planned-case.js';

/**
 * Makes the cases of the phase `faults`, with the simplest inputs. Each network fault is tried once on each kind of
 * operation that it may affect. The operations of one kind take turns.
 */
export function planFaults(
  { contract, maker }: Pick<CasePlan, 'maker'> & { readonly contract: Contract },
  operations: readonly Operation[],
): CasePlan {
  const scripted = successReplies(contract);
  const subjects = operations.flatMap((operation) => {
    const [simplest] = maker.simple(operation);
    return simplest === undefined || !scripted.has(operation) ? [] : [{ operation, simplest }];
  });
  const turns = new Map<OperationShape, number>();
  const cases = [...NETWORK_FAULTS].flatMap(([name, fault]) =>
    shapesOf(fault, subjects).flatMap((shape, place): readonly PlannedCase[] => {
      const ofShape = subjects.filter(({ operation }) => shapeOf(operation) === shape && isTriedOn(fault, operation));
      const turn = turns.get(shape) ?? 0;
      turns.set(shape, turn + 1);
      const subject = ofShape[turn % ofShape.length];
      return subject === undefined
        ? []
        : [
            {
              operation: subject.operation,
              case: disturbed(subject.simplest, name),
              alike: shape === 'stream' ? `stream ${name}` : name,
              ...(isExtra(fault, shape, place) && { isExtra: true }),
            },
          ];
    }),
  );
  return { cases, maker };
}

/**
 * Whether the network fault can be tried on the operation. A fault after the end of a stream needs an example that
 * contains this end.
 */
function isTriedOn({ isAfterEnd }: NetworkFault, operation: Operation): boolean {
  return isAfterEnd !== true || endsInExample(operation);
}

interface Subject {
  readonly operation: Operation;
  readonly simplest: Case;
}

/**
 * The kinds of operations on which the network fault is tried. These are the kinds that the fault lists. If the
 * contract has no operation of these kinds, safe and unsafe operations are used instead, except for faults of streams.
 */
function shapesOf({ on }: NetworkFault, subjects: readonly Subject[]): readonly OperationShape[] {
  const known = new Set(subjects.map(({ operation }) => shapeOf(operation)));
  const wanted = on.filter((shape) => known.has(shape));
  if (wanted.length > 0 || on.includes('stream')) return wanted;
  return (['safe', 'unsafe'] as const).filter((shape) => known.has(shape));
}

/**
 * The kind of an operation: a stream, or safe or unsafe by its method (RFC 9110 §9.2.1). Idempotent methods such as PUT
 * count as unsafe.
 */
function shapeOf(operation: Operation): OperationShape {
  if (streamOf(operation) !== undefined) return 'stream';
  return operation.method === 'get' || operation.method === 'head' ? 'safe' : 'unsafe';
}

/**
 * Whether surfaces with costly calls skip the case. They run each essential network fault once, and once more on a
 * stream.
 */
function isExtra({ isEssential }: NetworkFault, shape: OperationShape, place: number): boolean {
  return isEssential !== true || (place > 0 && shape !== 'stream');
}

function disturbed(simplest: Case, name: string): Case {
  return {
    ...simplest,
    id: `${simplest.operation}/fault/${name}`,
    provenance: { kind: 'fault', name },
    expect: { kind: 'accepted' },
    gate: 'approved',
  };
}

import type { CaseMaker } from '../../cases/make-cases.js';
import type { Operation } from '../../../contract/operation.js';
import { ParityError } from '../../../contract/parity-error.js';
import { CASE_PHASES, type CasePhase, KINDS } from './case-phases.js';

/** An operation for which some cases of a run could not be made. */
export interface IncompleteOperation {
  readonly operation: Operation;
  /** The phases in which some or all cases of the operation are missing. */
  readonly phases: readonly CasePhase[];
  readonly error: ParityError;
}

/**
 * The operations for which some cases of a run could not be made. `chosen` are the phases of the run. Sequences are
 * planned from valid inputs, so missing valid inputs count in every run. Missing invalid inputs count only if the run
 * has their phase.
 */
export function incompleteOperations(
  maker: CaseMaker,
  operations: readonly Operation[],
  chosen: ReadonlySet<string>,
): { readonly incomplete?: readonly IncompleteOperation[] } {
  const incomplete = operations.flatMap((operation) => incompleteOperation(maker, operation, chosen));
  return incomplete.length === 0 ? {} : { incomplete };
}

function incompleteOperation(
  maker: CaseMaker,
  operation: Operation,
  chosen: ReadonlySet<string>,
): readonly IncompleteOperation[] {
  const kinds = new Set(maker.incomplete(operation));
  const phases = CASE_PHASES.filter(
    (phase) => kinds.has(KINDS[phase]) && (phase !== 'invalid' || chosen.has('invalid')),
  );
  if (phases.length === 0) return [];
  const isOnlyInvalid = phases.every((phase) => phase === 'invalid');
  const message = `the schemas of ${operation.id} have too many combinations: only a part of its ${isOnlyInvalid ? 'invalid inputs' : 'inputs'} could be made (${phasesText(phases)})`;
  const error = new ParityError('cases-too-costly', message, isOnlyInvalid ? REPAIR_OF_INVALID : REPAIR, {
    location: operation.location,
  });
  return [{ operation, phases, error }];
}

const REPAIR =
  'Give the operation examples of its parameters and body in the contract, and remove alternatives (`oneOf`, `anyOf`) or members from its schemas, first from those that contain themselves.';
/**
 * The repair for an operation that lacks invalid inputs. It does not recommend examples, because invalid inputs are
 * made from the schemas.
 */
const REPAIR_OF_INVALID =
  'Remove alternatives (`oneOf`, `anyOf`) or members from the schemas of the operation, first from those that contain themselves. Its valid inputs are complete.';

function phasesText(phases: readonly CasePhase[]): string {
  return `${phases.length === 1 ? 'phase' : 'phases'} ${phases.map((phase) => `\`${phase}\``).join(', ')}`;
}

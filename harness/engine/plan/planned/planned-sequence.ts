import type { Case, CaseInput } from '../../../../contract/case.js';
import type { Operation, OperationId } from '../../../../contract/operation.js';
import type { PlannedCase } from './planned-case.js';

/** Calls that run in order on one stored state. Values of later ones come from the replies to earlier ones. */
export interface PlannedSequence {
  readonly name: string;
  readonly steps: readonly PlannedCase[];
  /** Not for surfaces whose calls are costly. */
  readonly isExtra?: true;
  /** Calls of different lanes run concurrently, and only the last step is judged. */
  readonly isAtOnce?: true;
  /** Another surface makes the calls of this operation. */
  readonly elsewhere?: OperationId;
}

/** Collects the steps of one sequence. Each knows those before it. */
export class Steps {
  private readonly planned: PlannedCase[] = [];

  constructor(private readonly name: string) {}

  /** Returns the id of the step. */
  add(operation: Operation, { input }: { readonly input: CaseInput }, more: Partial<Case> = {}): string {
    const id = `${operation.id}/sequence/${this.name}-${this.planned.length}`;
    const step: Case = {
      id,
      operation: operation.id,
      input,
      provenance: { kind: 'sequence', name: `${this.name}-${this.planned.length}` },
      expect: { kind: 'accepted' },
      token: 'configured',
      gate: 'approved',
      ...more,
    };
    this.planned.push({ operation, case: step });
    return id;
  }

  inputOf(id: string): CaseInput {
    return this.planned.find((planned) => planned.case.id === id)?.case.input ?? {};
  }

  /** The last read of the item of a step; the step itself if there is none. */
  lastReadOf(id: string): string {
    const isRead = ({ operation, case: { feeds = [] } }: PlannedCase): boolean =>
      operation.method === 'get' && feeds.some(({ in: place, step }) => place === 'path' && step === id);
    return this.planned.findLast(isRead)?.case.id ?? id;
  }

  /** The path of the first step, which all steps of a collection share. */
  firstPath(): CaseInput['path'] {
    return this.planned[0]?.case.input.path;
  }

  /** The sequence of concurrent calls, with the order of their events. */
  sequenceAtOnce(schedule: readonly number[]): PlannedSequence {
    const steps = this.planned.map((planned, index) =>
      index < this.planned.length - 1 ? planned : { ...planned, case: { ...planned.case, schedule } },
    );
    return { name: this.name, steps, isExtra: true, isAtOnce: true };
  }

  sequence(): PlannedSequence {
    return { name: this.name, steps: this.planned };
  }

  extraSequence(): PlannedSequence {
    return { ...this.sequence(), isExtra: true };
  }
}

/** Whether a surface with these operations has a call of one of them in a sequence that it can run. */
export function isInSequence(
  sequences: readonly PlannedSequence[],
  { isCostly }: { readonly isCostly?: true },
  bound: (operation: OperationId) => boolean,
  wanted: OperationId,
): boolean {
  return sequences.some(
    ({ steps, isExtra }) =>
      (isExtra !== true || isCostly !== true) &&
      steps.some(({ operation }) => operation.id === wanted) &&
      steps.every(({ operation }) => bound(operation.id)),
  );
}

/** The sequence with a surface for the calls that another one makes. */
export function crossedSequence(sequence: PlannedSequence, surface: string): PlannedSequence {
  const steps = sequence.steps.map((step) =>
    step.operation.id === sequence.elsewhere ? { ...step, case: { ...step.case, surface } } : step,
  );
  return { ...sequence, steps };
}

/** The case of a step as it is reported: with the steps before it. */
export function reportedCase(sequence: PlannedSequence, index: number): Case {
  const step = (sequence.steps[index] as PlannedCase).case;
  const before = sequence.steps.slice(0, index).map((planned) => planned.case);
  return before.length === 0 ? { ...step, sequence: true } : { ...step, sequence: true, precedingCalls: before };
}

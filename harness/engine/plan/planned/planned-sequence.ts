import type { Case, CaseInput } from '../../../../contract/case.js';
import type { Collection } from '../../../../contract/collections/collection.js';
import type { Contract } from '../../../../contract/contract.js';
import type { Operation, OperationId } from '../../../../contract/operation.js';
import { sameJson } from '../../../../rules/values/same-json.js';
import type { CaseMaker } from '../../../cases/make-cases.js';
import { type Effort, type PlannedCase, isSkipped } from './planned-case.js';

/** The input for planning sequences that depend only on the operations and their paths. */
export interface PlanSubject {
  readonly contract: Contract;
  /** The operations that the run tests. */
  readonly operations: readonly Operation[];
  readonly collections: readonly Collection[];
  readonly maker: CaseMaker;
  readonly isChosen: (operation: Operation) => boolean;
}

/** Calls that run in order, without a reset between them. Later calls take values from replies to earlier calls. */
export interface PlannedSequence {
  readonly name: string;
  readonly steps: readonly PlannedCase[];
  /** Set if surfaces with costly calls do not run the sequence. */
  readonly isExtra?: true;
  /** Set if quick runs of surfaces with costly calls skip the sequence. */
  readonly isSimilar?: true;
  /** Set if the calls of different lanes run concurrently. Then only the last step is judged. */
  readonly isAtOnce?: true;
  /** Set if a create repeats an earlier request or its idempotency key. Equal creates must then stay equal. */
  readonly isRepeated?: true;
  /** Set if a refusal of the last step is judged, although it repeats a create: the time of the first item is free. */
  readonly isFreed?: true;
  /** Set if the last step repeats an earlier request with a different letter case in these members of the body. */
  readonly otherCase?: readonly string[];
  /** The operation that a second surface calls in this sequence. The other calls are made by the first surface. */
  readonly elsewhere?: OperationId;
}

/**
 * Removes path arguments that the operation does not have. For example, an item may be created below a parent and read
 * by a path without the parent.
 */
function withOwnPath(operation: Operation, input: CaseInput): CaseInput {
  if (Object.keys(input.path ?? {}).every((name) => isPathOf(operation, name))) return input;
  const { path = {}, ...rest } = input;
  const own = Object.entries(path).filter(([name]) => isPathOf(operation, name));
  return own.length === 0 ? rest : { ...rest, path: Object.fromEntries(own) };
}

function isPathOf({ parameters }: Operation, name: string): boolean {
  return parameters.some((parameter) => parameter.in === 'path' && parameter.name === name);
}

/** Collects the steps of one sequence. */
export class Steps {
  private readonly planned: PlannedCase[] = [];

  constructor(private readonly name: string) {}

  /** Adds a step and returns its id. */
  add(operation: Operation, { input }: { readonly input: CaseInput }, more: Partial<Case> = {}): string {
    const id = this.nextId(operation);
    const step: Case = {
      id,
      operation: operation.id,
      input: withOwnPath(operation, input),
      provenance: { kind: 'sequence', name: `${this.name}-${this.planned.length}` },
      expect: { kind: 'accepted' },
      token: 'configured',
      gate: 'approved',
      ...more,
      ...(more.feeds && { feeds: more.feeds.filter((feed) => feed.in !== 'path' || isPathOf(operation, feed.name)) }),
    };
    this.planned.push({ operation, case: step });
    return id;
  }

  /** The id that the next step will have if it calls this operation. */
  nextId({ id }: Operation): string {
    return `${id}/sequence/${this.name}-${this.planned.length}`;
  }

  inputOf(id: string): CaseInput {
    return this.planned.find((planned) => planned.case.id === id)?.case.input ?? {};
  }

  has({ id }: Operation): boolean {
    return this.planned.some(({ operation }) => operation.id === id);
  }

  /** The id of the last step that reads the item of the given step. If there is none, the id of the given step. */
  lastReadOf(id: string): string {
    const isRead = ({ operation, case: { feeds = [] } }: PlannedCase): boolean =>
      operation.method === 'get' && feeds.some(({ in: place, step }) => place === 'path' && step === id);
    return this.planned.findLast(isRead)?.case.id ?? id;
  }

  /** The id of the last step that calls an operation with the given path arguments. */
  lastAt({ id }: Operation, path: CaseInput['path']): string | undefined {
    const isHere = ({ operation, case: { input } }: PlannedCase): boolean =>
      operation.id === id && sameJson(input.path ?? {}, path ?? {});
    return this.planned.findLast(isHere)?.case.id;
  }

  /** The path arguments of the first step. All steps on a collection have the same path arguments. */
  firstPath(): CaseInput['path'] {
    return this.planned[0]?.case.input.path;
  }

  /** Makes the sequence of concurrent calls. `schedule` is the order of their events. */
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

/** Whether a surface that offers these operations can run a sequence that contains the wanted operation. */
export function isInSequence(
  sequences: readonly PlannedSequence[],
  effort: Effort,
  bound: (operation: OperationId) => boolean,
  wanted: OperationId,
): boolean {
  return sequences.some(
    (sequence) =>
      !isSkipped(sequence, effort) &&
      sequence.steps.some(({ operation }) => operation.id === wanted) &&
      sequence.steps.every(({ operation }) => bound(operation.id)),
  );
}

/** Assigns the calls of the operation `elsewhere` to a second surface. */
export function crossedSequence(sequence: PlannedSequence, surface: string): PlannedSequence {
  const steps = sequence.steps.map((step) =>
    step.operation.id === sequence.elsewhere ? { ...step, case: { ...step.case, surface } } : step,
  );
  return { ...sequence, steps };
}

/** The case of a step as it appears in the report, with all steps before it as preceding calls. */
export function reportedCase(sequence: PlannedSequence, index: number): Case {
  const step = (sequence.steps[index] as PlannedCase).case;
  const before = sequence.steps.slice(0, index).map((planned) => planned.case);
  return before.length === 0 ? { ...step, sequence: true } : { ...step, sequence: true, precedingCalls: before };
}

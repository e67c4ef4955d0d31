import type { OperationId } from '../../../contract/operation.js';
import type { CasePlan, Elsewhere } from './case-plan.js';
import type { PlannedCase } from './planned/planned-case.js';
import type { PlannedSequence } from './planned/planned-sequence.js';

/** One of the `count` parts of a run. `index` counts from 0. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Returns the estimated duration of a case on all its surfaces together. The unit is the same for all cases. */
export type CallCost = (planned: PlannedCase) => number;

/**
 * Divides work into parts with about the same load. The most costly units are assigned first, each to the part with the
 * least work so far (longest processing time first, Graham 1969). Units of the same cost take turns. The result depends
 * only on the units and their costs.
 */
export class EqualLoads<Unit> {
  readonly #loads: number[];
  readonly #partOf = new Map<Unit, number>();

  constructor(parts: number) {
    this.#loads = Array.from({ length: parts }, () => 0);
  }

  /** For each unit, the number of the part to which it is assigned. The first part has the number 0. */
  get partOf(): ReadonlyMap<Unit, number> {
    return this.#partOf;
  }

  /** Assigns further units. `costs` contains the cost of each unit, in the same unit of measure for all. */
  assign(costs: ReadonlyMap<Unit, number>): void {
    for (const [unit, cost] of [...costs].toSorted(([, a], [, b]) => b - a)) {
      const lightest = this.#loads.indexOf(Math.min(...this.#loads));
      this.#loads[lightest] = (this.#loads[lightest] ?? 0) + cost;
      this.#partOf.set(unit, lightest);
    }
  }
}

/**
 * Assigns the work of a run to shards. A unit of work is all cases of one operation and phase, or all sequences that
 * end with the same operation. The assignment depends only on the plan and the costs, so every shard computes the same
 * assignment.
 */
export class ShardSplit {
  readonly #loads: EqualLoads<string>;

  constructor(private readonly shard: Shard) {
    this.#loads = new EqualLoads(shard.count);
  }

  /** For each unit of work, the number of the shard to which it is assigned. The first shard has the number 0. */
  get units(): ReadonlyMap<string, number> {
    return this.#loads.partOf;
  }

  /**
   * Marks the cases and sequences of other shards in the plan. They stay in the plan, so that case numbers and lanes
   * are the same as in a run without shards.
   */
  own(plan: CasePlan, contract: string, cost: CallCost): CasePlan {
    const unitOf = (planned: PlannedCase): string => `${contract} ${caseUnit(planned)}`;
    const unitOfSequence = (sequence: PlannedSequence): string => `${contract} ${sequenceUnit(sequence)}`;
    const weights = new Map<string, number>();
    const add = (unit: string, weight: number): void => void weights.set(unit, (weights.get(unit) ?? 0) + weight);
    for (const planned of plan.cases) add(unitOf(planned), cost(planned));
    for (const sequence of plan.sequences ?? [])
      for (const step of sequence.steps) add(unitOfSequence(sequence), cost(step));
    this.#loads.assign(weights);
    const isForeign = (unit: string): boolean => this.units.get(unit) !== this.shard.index;
    const foreign = new Set<PlannedCase | PlannedSequence>([
      ...plan.cases.filter((planned) => isForeign(unitOf(planned))),
      ...(plan.sequences ?? []).filter((sequence) => isForeign(unitOfSequence(sequence))),
    ]);
    return { ...plan, foreign, elsewhere: elsewhere(plan.cases, foreign) };
  }
}

/** Whether the case or sequence belongs to this shard. */
export function isOwn({ foreign }: Pick<CasePlan, 'foreign'>, work: PlannedCase | PlannedSequence): boolean {
  return foreign?.has(work) !== true;
}

function caseUnit({ operation, case: { provenance } }: PlannedCase): string {
  return `${operation.id} ${provenance.kind}`;
}

function sequenceUnit({ steps }: PlannedSequence): string {
  return `${steps.at(-1)?.operation.id ?? ''} sequences`;
}

function elsewhere(
  all: readonly PlannedCase[],
  foreign: ReadonlySet<PlannedCase | PlannedSequence>,
): ReadonlyMap<OperationId, Elsewhere> {
  const own = all.filter((planned) => !foreign.has(planned));
  const [present, accepted] = [operationsOf(own), operationsOf(own.filter(isAccepted))];
  const found = new Map<OperationId, Elsewhere>();
  for (const id of operationsOf(all.filter(isAccepted))) if (!accepted.has(id)) found.set(id, 'accepted');
  for (const id of operationsOf(all)) if (!present.has(id)) found.set(id, 'all');
  return found;
}

/**
 * Whether the case must be accepted and can run on most surfaces. Raw requests are excluded, because most surfaces
 * cannot send them.
 */
function isAccepted({ case: { expect, raw } }: PlannedCase): boolean {
  return expect.kind === 'accepted' && raw === undefined;
}

function operationsOf(cases: readonly PlannedCase[]): ReadonlySet<OperationId> {
  return new Set(cases.map(({ operation }) => operation.id));
}

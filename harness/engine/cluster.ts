import type { Case } from '../../contract/case.js';
import { inputSize } from '../../contract/cases/shrink-input.js';
import type { OperationId } from '../../contract/operation.js';
import { TRIAL_RULES } from '../../rules/catalogue.js';
import type { Evidence, Violation } from '../../rules/finding.js';
import type { BackendKind, RuleStatement, Trial } from '../../rules/rule.js';
import type { Primary } from './judge.js';

/** Violations of one cause: what will be one finding. */
export interface Cluster {
  readonly key: string;
  readonly rule: RuleStatement;
  /** The smallest case that showed it, and what it showed. */
  smallest: { readonly case: Case; readonly violation: Violation; readonly index: number; readonly backend: BackendKind };
  readonly surfaces: Set<string>;
  readonly operations: Set<OperationId>;
  readonly backends: Set<BackendKind>;
  /** Of a systematic fault, where it showed. */
  readonly places: Set<string>;
  /** What the contract promised for the cases that showed it. */
  readonly promised: Set<Case['expect']['kind']>;
  occurrences: number;
  /** Number of the first case that showed it. */
  firstIndex: number;
  /** What all of its cases say together, where that is more than the smallest says. */
  summary?: string;
  /** One of each rule, surface and operation: that of the first case, whichever came in first. */
  readonly evidence: Map<string, { readonly index: number; readonly item: Evidence }>;
}

/** A judged trial and where it stands in the run: trials come in by the pace of the lanes, findings must not. */
export interface Placed {
  readonly trial: Trial;
  readonly index: number;
  readonly backend: BackendKind;
}

/**
 * What tells two faults apart: rule, the one to blame, kind of difference and cause, never values. A fault of the backend
 * or the mock is the same through whichever surface it is seen.
 */
export function clusterKey(rule: { readonly id: string }, violation: Violation): string {
  const who = violation.blame === 'surface' ? violation.surface : violation.blame;
  return [rule.id, who, violation.kind, violation.cause ?? violation.pointer].join(' | ');
}

/** What shows at so many places is no matter of one of them. */
const MOST_PLACES = 100;

/** Gathers what trials showed, in memory bounded by the number of different faults. */
export class Clusters {
  private readonly byKey = new Map<string, Cluster>();
  /** Constraints (keyword and pointer) of each operation that a real service was seen to enforce. */
  readonly enforced = new Map<OperationId, Set<string>>();

  get size(): number {
    return this.byKey.size;
  }

  add({ trial, index, backend }: Placed, { rule, violation, evidence }: Primary): void {
    const key = clusterKey(rule, violation);
    const cluster = this.byKey.get(key) ?? this.open({ trial, index, backend }, key, rule, violation);
    cluster.occurrences += 1;
    cluster.surfaces.add(violation.surface);
    cluster.operations.add(trial.operation.id);
    cluster.backends.add(backend);
    if (cluster.places.size < MOST_PLACES) cluster.places.add(violation.place ?? violation.cause ?? violation.pointer);
    cluster.promised.add(trial.case.expect.kind);
    // A valid case shows a fault more plainly than one that is itself wrong, however small.
    const order =
      Number(isInvalid(trial.case)) - Number(isInvalid(cluster.smallest.case)) ||
      inputSize(trial.case.input) - inputSize(cluster.smallest.case.input) ||
      index - cluster.smallest.index;
    if (order < 0) cluster.smallest = { case: trial.case, violation, index, backend };
    cluster.firstIndex = Math.min(cluster.firstIndex, index);
    for (const item of evidence) addEvidence(cluster, item, index);
  }

  /** Clusters of one cause merged, in the order of the rules and then of first sight. */
  merged(): readonly Cluster[] {
    const rank = new Map(TRIAL_RULES.map((rule, index) => [rule.id, index] as const));
    const ordered = [...this.byKey.values()].toSorted(
      (a, b) => (rank.get(a.rule.id) ?? 0) - (rank.get(b.rule.id) ?? 0) || a.firstIndex - b.firstIndex || (a.key < b.key ? -1 : 1),
    );
    const kept: Cluster[] = [];
    for (const cluster of ordered) {
      const cause = kept.find((earlier) => isSamePlace(earlier, cluster));
      if (cause === undefined) kept.push(cluster);
      else absorb(cause, cluster);
    }
    return kept;
  }

  private open({ trial, index, backend }: Placed, key: string, rule: RuleStatement, violation: Violation): Cluster {
    const cluster: Cluster = {
      key,
      rule,
      smallest: { case: trial.case, violation, index, backend },
      surfaces: new Set(),
      operations: new Set(),
      backends: new Set(),
      places: new Set(),
      promised: new Set(),
      occurrences: 0,
      firstIndex: index,
      evidence: new Map(),
    };
    this.byKey.set(key, cluster);
    return cluster;
  }
}

function isInvalid({ expect }: Case): boolean {
  return expect.kind === 'rejected';
}

function addEvidence(cluster: Cluster, item: Evidence, index: number): void {
  const key = `${item.rule} ${item.surface} ${item.operation ?? ''}`;
  const known = cluster.evidence.get(key);
  if (known === undefined || index < known.index) cluster.evidence.set(key, { index, item });
}

/** One input that a surface treats wrongly may show in several ways: as a path of no operation, as another value, as a broken schema. */
function isSamePlace(a: Cluster, b: Cluster): boolean {
  const [one, other] = [a.smallest.violation, b.smallest.violation];
  if (one.blame !== 'surface' || other.blame !== 'surface' || one.surface !== other.surface) return false;
  if (placeOf(one) !== placeOf(other) || !INPUT_PLACE.test(placeOf(one))) return false;
  return [...a.operations].some((operation) => b.operations.has(operation));
}

const INPUT_PLACE = /^\/(?:path|query|header|cookie|body)\//;

/** Where the cause is a place (`/body/labels/*`), that: which member of a map shows a fault is a matter of the value. */
function placeOf({ cause, pointer }: Violation): string {
  return cause !== undefined && INPUT_PLACE.test(cause) ? cause : pointer;
}

export function absorb(cause: Cluster, other: Cluster): void {
  cause.occurrences += other.occurrences;
  for (const backend of other.backends) cause.backends.add(backend);
  for (const operation of other.operations) cause.operations.add(operation);
  const { violation } = other.smallest;
  const [operation] = other.operations;
  addEvidence(
    cause,
    {
      rule: other.rule.id,
      surface: violation.surface,
      ...(operation && { operation }),
      pointer: violation.pointer,
      message: violation.message,
    },
    other.firstIndex,
  );
  for (const { index, item } of other.evidence.values()) addEvidence(cause, item, index);
}

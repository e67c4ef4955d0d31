import type { Case } from '../../../contract/case.js';
import { valueAt } from '../../../contract/json/json-pointer.js';
import type { OperationId } from '../../../contract/operation.js';
import { stageOf, TRIAL_RULES } from '../../../rules/catalogue/catalogue.js';
import type { Evidence, Violation } from '../../../rules/finding.js';
import type { BackendKind, RuleStatement, Trial } from '../../../rules/rule.js';
import { sameJson } from '../../../rules/values/same-json.js';
import type { Broken } from '../judge/judge.js';
import { explains } from './consequence-table.js';
import { RelatedPlaces } from './related-places.js';
import { hasResumedStream } from '../../../rules/stream/wire-events.js';
import {
  type ShownSequences,
  type SmallestTrial,
  addSequence,
  isSameOnEarlier,
  isSmaller,
  resourceOf,
} from './smallest-trial.js';
import { TrialSet } from './trial-set.js';
import { isMaybeUnknown } from './unknown-item.js';

/** Violations that have the same cause. Each cluster becomes one finding. */
export interface Cluster extends ShownSequences {
  readonly key: string;
  readonly rule: RuleStatement;
  /** The smallest trial that shows the violation. */
  smallest: SmallestTrial;
  readonly surfaces: Set<string>;
  readonly operations: Set<OperationId>;
  /** The HTTP methods of the requests in the trials. */
  readonly methods: Set<string>;
  readonly backends: Set<BackendKind>;
  /** The places at which the violation occurs, such as JSON pointers. */
  readonly places: Set<string>;
  /** The members that the refusals of the cluster name (see `Violation.members`); `''` if a refusal names none. */
  readonly members: Set<string>;
  /** The kinds of expectations of the cases with the violation, such as `accepted` or `rejected`. */
  readonly expectations: Set<Case['expect']['kind']>;
  /** Whether the violation occurs only in replies that the contract does not allow. */
  onlyUnexpected: boolean;
  /** Whether the violation occurs only with streams that were requested with a `Last-Event-ID` header. */
  onlyResumed: boolean;
  /** Whether the violation occurs only in calls of items that may not exist in the service (see `isMaybeUnknown`). */
  onlyUnknown: boolean;
  occurrences: number;
  /** The number of the first case that shows the violation. */
  firstIndex: number;
  /** A summary of all trials of the cluster. Set if the smallest case does not show the whole fault. */
  summary?: string;
  /**
   * Violations that follow from the violation of the cluster, without duplicates. `index` is the number of the first
   * case with the evidence.
   */
  readonly evidence: Map<string, { readonly index: number; readonly item: Evidence }>;
  /**
   * Clusters with consequences of this cluster's violation: they became its evidence. If this violation cannot be
   * reproduced, a consequence may be reproduced in its place.
   */
  readonly explained: Cluster[];
  /**
   * The trials with the violation itself. Trials with only its consequences are not included. Key: `<backend>
   * <surface>`.
   */
  readonly shown: Map<string, TrialSet>;
  /** The subset of `shown` that are single calls, not steps of sequences. */
  readonly calls: Map<string, TrialSet>;
  /** The subset of `calls` in which the reply differs from the valid request at the place of the violation. */
  readonly changed: Map<string, TrialSet>;
  /** The cells of the report in which the violation or its evidence occurs, as keys of `cellKey`. */
  readonly cells: Set<string>;
  readonly related: RelatedPlaces;
}

/** A judged trial with its number in the plan. Findings depend on this number, not on the order of judging. */
export interface Placed {
  readonly trial: Trial;
  readonly index: number;
  readonly backend: BackendKind;
}

/**
 * The key of a fault: its rule, owner, kind of difference and cause, without any values. Violations with equal keys are
 * one fault. A fault of the service or the mock has the same key on all surfaces.
 */
export function clusterKey(rule: { readonly id: string }, violation: Violation): string {
  return [rule.id, ownerOf(violation), violation.kind, violation.cause ?? violation.pointer].join(' | ');
}

/** The name of the part that must be fixed: the surface, or else the backend, the mock or the contract. */
export function ownerOf({ blame, surface }: Violation): string {
  return blame === 'surface' ? surface : blame;
}

export function cellKey(backend: string, surface: string, operation: string): string {
  return JSON.stringify([backend, surface, operation]);
}

/** The maximum number of places that are stored in a cluster. */
const MAX_PLACES = 100;

/** Groups violations by fault. Memory use depends on the number of distinct faults, not on the number of trials. */
export class Clusters {
  readonly #byKey = new Map<string, Cluster>();

  /**
   * For each operation, the constraints that a real service enforced in at least one trial. Each is written as `keyword
   * pointer`.
   */
  readonly enforced = new Map<OperationId, Set<string>>();

  /**
   * `surfaces`: the surfaces in the order of the run. If a step of a sequence shows the same on several surfaces, the
   * first of them is the example, whichever was faster.
   */
  constructor(private readonly surfaces: readonly string[] = []) {}

  get size(): number {
    return this.#byKey.size;
  }

  /** Adds all violations of one trial to the clusters. */
  add(placed: Placed, broken: readonly Broken[]): void {
    for (const each of broken) this.#add(placed, each, broken);
  }

  /** Adds a cluster of other trials, as if its violations had been added one by one. */
  absorb(part: Cluster): void {
    const own = this.#byKey.get(part.key);
    if (own === undefined) this.#byKey.set(part.key, part);
    else addCluster(own, part);
  }

  /** Records that a real service enforced these constraints of an operation. */
  enforce(operation: OperationId, constraints: readonly string[]): void {
    const known = this.enforced.get(operation) ?? new Set();
    this.enforced.set(operation, known);
    for (const constraint of constraints) known.add(constraint);
  }

  /** All clusters, sorted by rule and then by first case. Clusters of user-defined rules come last. */
  inOrder(): readonly Cluster[] {
    const rank = new Map(TRIAL_RULES.map((rule, index) => [rule.id, index] as const));
    return [...this.#byKey.values()].toSorted(
      (a, b) =>
        (rank.get(a.rule.id) ?? rank.size) - (rank.get(b.rule.id) ?? rank.size) ||
        a.firstIndex - b.firstIndex ||
        (a.key < b.key ? -1 : 1),
    );
  }

  #add({ trial, index, backend }: Placed, { rule, violation }: Broken, broken: readonly Broken[]): void {
    const accompanied = broken.some((other) => explains(other, { rule, violation }));
    const resource = resourceOf(trial.operation.path);
    const here: SmallestTrial = { case: trial.case, violation, resource, index, backend, accompanied };
    const key = clusterKey(rule, violation);
    const cluster = this.#byKey.get(key) ?? opened(key, rule, here);
    this.#byKey.set(key, cluster);
    cluster.occurrences += 1;
    cluster.surfaces.add(violation.surface);
    cluster.operations.add(trial.operation.id);
    cluster.methods.add((trial.case.raw?.method ?? trial.operation.method).toUpperCase());
    cluster.backends.add(backend);
    if (cluster.places.size < MAX_PLACES) cluster.places.add(violation.place ?? violation.cause ?? violation.pointer);
    for (const member of violation.members ?? ['']) if (cluster.members.size <= MAX_PLACES) cluster.members.add(member);
    cluster.expectations.add(trial.case.expect.kind);
    cluster.onlyUnexpected &&= trial.case.reply?.fault !== undefined;
    cluster.onlyResumed &&= hasResumedStream(trial, violation.surface);
    cluster.onlyUnknown &&= isMaybeUnknown(trial, violation.surface);
    const isBetter = isSmaller(here, cluster.smallest) || isSameOnEarlier(here, cluster.smallest, this.surfaces);
    if (isBetter) cluster.smallest = here;
    if (trial.case.sequence === true) addSequence(cluster, here, this.surfaces);
    cluster.firstIndex = Math.min(cluster.firstIndex, index);
    cluster.cells.add(cellKey(backend, violation.surface, trial.operation.id));
    const lane = `${backend} ${violation.surface}`;
    addTrials(cluster.shown, lane, [index]);
    if (trial.case.sequence !== true) {
      addTrials(cluster.calls, lane, [index]);
      if (isChanged(trial, violation)) addTrials(cluster.changed, lane, [index]);
    }
    cluster.related.add(trial, { rule, violation }, broken);
  }
}

function opened(key: string, rule: RuleStatement, smallest: SmallestTrial): Cluster {
  return {
    key,
    rule,
    smallest,
    surfaces: new Set(),
    operations: new Set(),
    methods: new Set(),
    backends: new Set(),
    places: new Set(),
    members: new Set(),
    expectations: new Set(),
    onlyUnexpected: true,
    onlyResumed: true,
    onlyUnknown: true,
    occurrences: 0,
    firstIndex: smallest.index,
    evidence: new Map(),
    explained: [],
    shown: new Map(),
    calls: new Map(),
    changed: new Map(),
    cells: new Set(),
    related: new RelatedPlaces(),
  };
}

/** Whether the reply differs from the valid request at the place of the violation. */
function isChanged({ case: { expect, input } }: Trial, { pointer, received }: Violation): boolean {
  const [, place] = /^\/response\/body(\/.+)$/.exec(pointer) ?? [];
  const sent = place === undefined || expect.kind === 'rejected' ? undefined : valueAt(input.body, place);
  return sent !== undefined && !sameJson(sent, received);
}

function addTrials(sets: Map<string, TrialSet>, lane: string, trials: Iterable<number>): void {
  const own = sets.get(lane) ?? new TrialSet();
  sets.set(lane, own);
  for (const trial of trials) own.add(trial);
}

/** Adds the cluster of the same fault in other trials. Called before clusters with one cause become one finding. */
function addCluster(own: Cluster, part: Cluster): void {
  addData(own, part);
  for (const operation of part.operations) own.operations.add(operation);
  for (const backend of part.backends) own.backends.add(backend);
  for (const cell of part.cells) own.cells.add(cell);
  if (isSmaller(part.smallest, own.smallest)) own.smallest = part.smallest;
  own.firstIndex = Math.min(own.firstIndex, part.firstIndex);
  own.related.join(part.related);
}

/** Adds the trials and the places of another cluster that has the same cause. */
function addData(own: Cluster, other: Cluster): void {
  for (const surface of other.surfaces) own.surfaces.add(surface);
  for (const place of other.places) own.places.add(place);
  for (const member of other.members) own.members.add(member);
  for (const kind of other.expectations) own.expectations.add(kind);
  for (const method of other.methods) own.methods.add(method);
  for (const [lane, trials] of other.shown) addTrials(own.shown, lane, trials);
  for (const [lane, trials] of other.calls) addTrials(own.calls, lane, trials);
  for (const [lane, trials] of other.changed) addTrials(own.changed, lane, trials);
  own.onlyUnexpected &&= other.onlyUnexpected;
  own.onlyResumed &&= other.onlyResumed;
  own.onlyUnknown &&= other.onlyUnknown;
  own.occurrences += other.occurrences;
}

/** Joins `other` into `cause`: both are the same fault, at different places or in different trials. */
export function joinCluster(cause: Cluster, other: Cluster): void {
  addData(cause, other);
  explainCluster(cause, other);
}

/** Adds `other` to `cause` as evidence, because it is a consequence of the cause. */
export function explainCluster(cause: Cluster, other: Cluster): void {
  for (const backend of other.backends) cause.backends.add(backend);
  for (const operation of other.operations) cause.operations.add(operation);
  for (const cell of other.cells) cause.cells.add(cell);
  const { violation } = other.smallest;
  const [operation] = [...other.operations].toSorted();
  const about = { rule: other.rule.id, surface: violation.surface, ...(operation && { operation }) };
  addEvidence(cause, { ...about, pointer: violation.pointer, message: violation.message }, other.firstIndex);
  for (const { index, item } of other.evidence.values()) addEvidence(cause, item, index);
  cause.explained.push(other, ...other.explained);
}

/** Adds evidence to a cluster, unless the cluster already has the same evidence from an earlier case. */
function addEvidence(cluster: Cluster, item: Evidence, index: number): void {
  const key = `${item.rule} ${item.surface} ${item.operation ?? ''} ${item.pointer} ${item.message}`;
  const known = cluster.evidence.get(key);
  if (known === undefined || index < known.index) cluster.evidence.set(key, { index, item });
}

/**
 * Whether the violation occurs only in calls of items that the service may not have, and a 404 is a permitted reply to
 * at least one of these calls.
 */
export function isOnlyOfUnknown({ onlyUnknown, expectations }: Cluster): boolean {
  return onlyUnknown && (expectations.has('absent') || expectations.has('accepted-or-absent'));
}

/**
 * Whether two clusters may have the same cause, because they have the same owner and concern the same stage of a call.
 */
export function isRelated(one: Cluster, other: Cluster): boolean {
  return (
    one !== other &&
    ownerOf(one.smallest.violation) === ownerOf(other.smallest.violation) &&
    one.smallest.violation.blame === other.smallest.violation.blame &&
    stageOf(one.rule.id) === stageOf(other.rule.id)
  );
}

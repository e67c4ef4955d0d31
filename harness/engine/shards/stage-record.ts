import type { OperationId } from '../../../contract/operation.js';
import type { BackendKind, RuleStatement } from '../../../rules/rule.js';
import type { SurfaceId } from '../../../surfaces/observation.js';
import type { Cluster } from '../group/cluster.js';
import { RelatedPlaces, type RelatedRecord } from '../group/related-places.js';
import type { ToleratedRecord } from '../group/tolerated.js';
import { TrialSet } from '../group/trial-set.js';
import { newTally, type Tally } from '../judge/tally.js';
import type { Stage, StageKind } from './stages.js';

/** A cluster of violations before the grouping steps, as JSON. */
export interface ClusterRecord
  extends
    Pick<Cluster, 'key' | 'smallest' | 'onlyUnexpected' | 'onlyResumed' | 'onlyUnknown' | 'occurrences' | 'firstIndex'>,
    Readonly<Record<'surfaces' | 'methods' | 'places' | 'members' | 'cells', readonly string[]>> {
  readonly rule: RuleStatement;
  readonly operations: readonly OperationId[];
  readonly backends: readonly BackendKind[];
  readonly expectations: readonly (Cluster['expectations'] extends Set<infer Kind> ? Kind : never)[];
  /** For each lane, the numbers of its trials as ranges, such as `0-5,9`. */
  readonly shown: Readonly<Record<string, string>>;
  readonly calls: Readonly<Record<string, string>>;
  readonly changed: Readonly<Record<string, string>>;
  readonly related: RelatedRecord;
}

/** The counted results of one operation on one surface, as JSON. */
export interface TallyRecord extends Pick<
  Tally,
  'cases' | 'accepted' | 'rejected' | 'refused' | 'inexpressible' | 'missed' | 'unjudged'
> {
  readonly surface: SurfaceId;
  readonly operation: OperationId;
  readonly refusals: readonly string[];
  readonly validRefused: Readonly<Record<string, number>>;
  readonly refusalTexts: Readonly<Record<string, string>>;
  readonly verified: Readonly<Record<string, number>>;
  readonly broken: Readonly<Record<string, number>>;
  readonly verifiedFor: readonly string[];
  readonly blocked: readonly string[];
}

export interface StageRecord {
  readonly backend: BackendKind;
  readonly stage: StageKind;
  readonly of?: NonNullable<Stage['of']>;
  readonly clusters: readonly ClusterRecord[];
  readonly enforced: Readonly<Record<string, readonly string[]>>;
  readonly tallies: readonly TallyRecord[];
  readonly tolerated: readonly ToleratedRecord[];
}

export function stageRecord({ backend, kind, of, clusters, tallies, tolerated }: Stage): StageRecord {
  return {
    backend,
    stage: kind,
    ...(of && { of }),
    clusters: clusters.inOrder().map(clusterRecord),
    enforced: Object.fromEntries([...clusters.enforced].map(([operation, known]) => [operation, [...known]])),
    tallies: [...tallies].flatMap(([surface, ofSurface]) =>
      [...ofSurface].map(([operation, tally]) => tallyRecord(surface, operation, tally)),
    ),
    tolerated: tolerated.records(),
  };
}

function clusterRecord(cluster: Cluster): ClusterRecord {
  const { key, rule, smallest, onlyUnexpected, onlyResumed, onlyUnknown, occurrences, firstIndex, related } = cluster;
  const { id, severity, statement, source, repair } = rule;
  return {
    key,
    rule: { id, severity, statement, source, repair },
    smallest,
    surfaces: [...cluster.surfaces],
    operations: [...cluster.operations],
    methods: [...cluster.methods],
    backends: [...cluster.backends],
    places: [...cluster.places],
    members: [...cluster.members],
    expectations: [...cluster.expectations],
    onlyUnexpected,
    onlyResumed,
    onlyUnknown,
    occurrences,
    firstIndex,
    shown: trialTexts(cluster.shown),
    calls: trialTexts(cluster.calls),
    changed: trialTexts(cluster.changed),
    cells: [...cluster.cells],
    related: related.record(),
  };
}

/**
 * Restores a cluster from its record. `rule` must be the same object for all clusters of a rule, because grouping
 * compares rules by identity.
 */
export function clusterOf(record: ClusterRecord, rule: RuleStatement): Cluster {
  const { key, smallest, onlyUnexpected, onlyResumed, onlyUnknown, occurrences, firstIndex } = record;
  return {
    key,
    rule,
    smallest,
    surfaces: new Set(record.surfaces),
    operations: new Set(record.operations),
    methods: new Set(record.methods),
    backends: new Set(record.backends),
    places: new Set(record.places),
    members: new Set(record.members),
    expectations: new Set(record.expectations),
    onlyUnexpected,
    onlyResumed,
    onlyUnknown,
    occurrences,
    firstIndex,
    evidence: new Map(),
    explained: [],
    shown: trialSets(record.shown),
    calls: trialSets(record.calls),
    changed: trialSets(record.changed),
    cells: new Set(record.cells),
    related: RelatedPlaces.of(record.related),
  };
}

function trialTexts(sets: ReadonlyMap<string, TrialSet>): Readonly<Record<string, string>> {
  return Object.fromEntries([...sets].map(([lane, trials]) => [lane, trials.text()]));
}

function trialSets(texts: Readonly<Record<string, string>>): Map<string, TrialSet> {
  return new Map(Object.entries(texts).map(([lane, text]) => [lane, TrialSet.of(text)]));
}

function tallyRecord(surface: SurfaceId, operation: OperationId, tally: Tally): TallyRecord {
  const { cases, accepted, rejected, refused, inexpressible, missed, unjudged } = tally;
  return {
    surface,
    operation,
    cases,
    accepted,
    rejected,
    refused,
    inexpressible,
    missed,
    unjudged,
    refusals: [...tally.refusals],
    validRefused: Object.fromEntries(tally.validRefused),
    refusalTexts: Object.fromEntries(tally.refusalTexts),
    verified: Object.fromEntries(tally.verified),
    broken: Object.fromEntries(tally.broken),
    verifiedFor: [...tally.verifiedFor],
    blocked: [...tally.blocked],
  };
}

/** Adds up the counted results of one operation on one surface. `undefined` if there are none. */
export function totalTally(records: readonly TallyRecord[]): Tally | undefined {
  if (records.length === 0) return undefined;
  const total = newTally();
  for (const record of records) {
    for (const count of ['cases', 'accepted', 'rejected', 'refused', 'inexpressible', 'missed', 'unjudged'] as const)
      total[count] += record[count];
    for (const list of ['refusals', 'verifiedFor', 'blocked'] as const)
      for (const item of record[list]) total[list].add(item);
    for (const counts of ['validRefused', 'verified', 'broken'] as const)
      for (const [name, count] of Object.entries(record[counts]))
        total[counts].set(name, (total[counts].get(name) ?? 0) + count);
    for (const [status, text] of Object.entries(record.refusalTexts)) total.refusalTexts.set(status, text);
  }
  return total;
}

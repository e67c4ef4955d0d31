import { coverageOf } from '../../../contract/coverage/contract-coverage.js';
import type { CellEntry, NoteEntry } from '../../../reports/report.js';
import type { BackendKind, RuleStatement } from '../../../rules/rule.js';
import { totalResets } from '../../backends/backend.js';
import type { Part } from '../entries/conclude.js';
import { trialFinding } from '../entries/findings.js';
import { unenforcedNotes } from '../entries/unenforced-note.js';
import { Clusters } from '../group/cluster.js';
import { toleratedNotes } from '../group/tolerated.js';
import { cell } from '../judge/cells.js';
import { minimisedFaults } from '../minimise/minimised-faults.js';
import { replayedAttempts } from '../minimise/recorded-attempts.js';
import { type StageRecord, clusterOf, totalTally } from '../shards/stage-record.js';
import { differencesToTry } from '../shards/stages.js';
import type { BackendRecord, ContractRecord } from './contract-record.js';

type Merged = Omit<Part, 'name'>;

/** The joint results of all shards for one contract, as if a single run had run all cases. */
export async function mergedContract(records: readonly ContractRecord[]): Promise<Merged> {
  const [first] = records;
  if (first === undefined) return { findings: [], notes: [] };
  const clusters = new Clusters();
  const counted = first.backends.map(({ backend }) => replayed(clusters, backend, records));
  const backends = records.flatMap((record) => record.backends);
  const isolated = new Set(backends.filter((each) => each.isolated).map(({ backend }) => backend));
  const attempts = replayedAttempts(records.flatMap((record) => record.attempts));
  const faults = await minimisedFaults(clusters, attempts, ({ smallest }) => isolated.has(smallest.backend));
  const coverages = records.flatMap(({ coverage }) => coverage ?? []);
  const [reached, ...others] = coverages;
  return {
    cells: first.backends.flatMap(({ backend }, index) => cellsOf(first, records, backend, counted[index] ?? [])),
    findings: backends.flatMap(({ findings }) => findings),
    found: faults.map((fault) => trialFinding(undefined, fault)),
    notes: [...backends.flatMap(({ notes }) => notes), ...countedNotes(first.backends, records, counted)],
    resets: totalResets(records.flatMap(({ resets }) => resets ?? [])),
    ...(reached && { coverage: { kind: 'coverage', contract: first.contract, ...coverageOf(reached, ...others) } }),
  };
}

/**
 * Adds the results of all shards on one backend to the clusters, in the order of a single run. A shard may have run
 * trials on further surfaces that a single run would not have run; they are left out. Returns the stages that were
 * added.
 */
function replayed(
  clusters: Clusters,
  backend: BackendKind,
  records: readonly ContractRecord[],
): readonly StageRecord[] {
  const all = records.flatMap((record) => record.stages).filter((stage) => stage.backend === backend);
  const counted: StageRecord[] = [];
  const add = (stage: StageRecord): void => {
    counted.push(stage);
    absorb(clusters, stage);
  };
  const rules = new Map<string, RuleStatement>();
  const absorb = (into: Clusters, { clusters: parts, enforced }: StageRecord): void => {
    for (const part of parts) {
      const rule = rules.get(part.rule.id) ?? known(into, part.rule);
      rules.set(part.rule.id, rule);
      into.absorb(clusterOf(part, rule));
    }
    for (const [operation, constraints] of Object.entries(enforced)) into.enforce(operation as never, constraints);
  };
  for (const stage of all.filter((each) => each.stage === 'cases')) add(stage);
  for (const { key, smallest } of differencesToTry(clusters, backend, false)) {
    const tried = all.find(({ of }) => of?.key === key && of.index === smallest.index);
    if (tried !== undefined) add(tried);
  }
  for (const stage of all.filter((each) => each.stage === 'sequences')) add(stage);
  return counted;
}

/**
 * Returns the rule object that the clusters already use for this rule, or else `rule`. Grouping compares rules by
 * identity, so all clusters of a rule must use the same object.
 */
function known(clusters: Clusters, rule: RuleStatement): RuleStatement {
  return clusters.inOrder().find((cluster) => cluster.rule.id === rule.id)?.rule ?? rule;
}

function cellsOf(
  { backends }: ContractRecord,
  records: readonly ContractRecord[],
  backend: BackendKind,
  stages: readonly StageRecord[],
): readonly CellEntry[] {
  const own = backends.find((each) => each.backend === backend);
  const tallies = stages.flatMap((stage) => stage.tallies);
  const rules = (records[0]?.rules ?? []).map(({ id, backends: on }) => ({ id, backends: new Set(on) }));
  return (own?.subjects ?? []).map((subject) => {
    const { surface, operation } = subject;
    const isHere = (other: { readonly surface: string; readonly operation: string }): boolean =>
      other.surface === surface && other.operation === operation;
    const tally = totalTally(tallies.filter(isHere));
    const stopped = records
      .flatMap((record) => record.backends.filter((each) => each.backend === backend))
      .flatMap(({ subjects }) => subjects.find(isHere)?.unavailable ?? []);
    const unavailable = tally === undefined || tally.missed > 0 ? stopped[0] : undefined;
    const acceptedBeside = tallies.some(
      (other) => other.operation === operation && other.surface !== surface && other.accepted > 0,
    );
    const refusedCreators = Object.values(subject.creators ?? {}).filter(
      (creator) =>
        !tallies.some((other) => other.operation === creator && other.surface === surface && other.accepted > 0),
    );
    return cell({ ...subject, tally, unavailable, acceptedBeside, refusedCreators, rules });
  });
}

function countedNotes(
  backends: readonly BackendRecord[],
  records: readonly ContractRecord[],
  counted: readonly (readonly StageRecord[])[],
): readonly NoteEntry[] {
  return backends.flatMap(({ backend }, index) => {
    const own = records.flatMap((record) => record.backends.filter((each) => each.backend === backend));
    return [
      ...toleratedNotes((counted[index] ?? []).flatMap(({ tolerated }) => tolerated)),
      ...unenforcedNotes(backend, [...new Set(own.flatMap(({ unenforced }) => unenforced))]),
    ];
  });
}

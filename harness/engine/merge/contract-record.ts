import type { Contract } from '../../../contract/contract.js';
import type { ContractCoverage, RemainingParts } from '../../../contract/coverage/contract-coverage.js';
import type { NoteEntry } from '../../../reports/report.js';
import type { Finding } from '../../../rules/finding.js';
import { TRIAL_RULES } from '../../../rules/catalogue/catalogue.js';
import type { BackendKind, TrialRule } from '../../../rules/rule.js';
import { describedPlace } from '../../../rules/described-place.js';
import { type ResetCosts, totalResets } from '../../backends/backend.js';
import type { CellSubject } from '../judge/cell-subject.js';
import type { AttemptRecord } from '../minimise/recorded-attempts.js';
import type { BackendRun } from '../drive/backend-run.js';
import { type StageRecord, stageRecord } from '../shards/stage-record.js';
import type { Stages } from '../shards/stages.js';

/** The results of one backend run in a shard, as JSON. The results of its stages are in separate records. */
export interface BackendRecord {
  readonly backend: BackendKind;
  readonly isolated: boolean;
  readonly subjects: readonly Omit<
    CellSubject,
    'tally' | 'elsewhere' | 'acceptedBeside' | 'refusedCreators' | 'rules'
  >[];
  /** Patterns of the contract that the backend does not enforce. */
  readonly unenforced: readonly string[];
  /** Notes that a merge copies unchanged. They contain no counts, which the merge would have to add up. */
  readonly notes: readonly NoteEntry[];
  /**
   * Findings from the comparison of two lists: the operations that a surface offers, and the operations of the
   * contract.
   */
  readonly findings: readonly Finding[];
}

/** The results of one contract in a shard, as JSON. Violations are not grouped yet. */
export interface ContractRecord {
  readonly contract: string;
  readonly rules: readonly { readonly id: string; readonly backends: readonly BackendKind[] }[];
  readonly backends: readonly BackendRecord[];
  readonly stages: readonly StageRecord[];
  readonly attempts: readonly AttemptRecord[];
  readonly coverage?: RemainingParts;
  readonly resets?: ResetCosts;
}

/** The results from which the record of one contract in this shard is made. */
export interface ShardResults {
  readonly contract: Contract;
  readonly rules: readonly TrialRule[] | undefined;
  readonly parts: readonly (Omit<BackendRecord, 'backend' | 'isolated' | 'subjects'> & {
    readonly subjects: readonly CellSubject[];
    readonly backendRun: BackendRun;
  })[];
  readonly stages: Stages;
  readonly attempts: readonly AttemptRecord[];
  readonly coverage: ContractCoverage | undefined;
}

export function contractRecord(results: ShardResults): ContractRecord {
  const { contract, rules = TRIAL_RULES, parts, stages, attempts, coverage } = results;
  const services = parts.map(({ backendRun }) => backendRun.options.backend);
  return {
    contract: contract.file,
    rules: rules.map(({ id, backends }) => ({ id, backends: [...backends] })),
    backends: parts.map(({ backendRun, subjects, unenforced, notes, findings }) => ({
      backend: backendRun.options.backend.kind,
      isolated: backendRun.context.isolated,
      subjects: subjects.map(withoutResults),
      unenforced,
      notes,
      findings,
    })),
    stages: stages.all.map(stageRecord),
    attempts,
    ...(coverage && { coverage: coverage.remaining() }),
    resets: totalResets(services.flatMap(({ resets }) => resets?.() ?? [])),
  };
}

/**
 * Adds to each attempt the place in the contract that describes the violated part. Done in the shard, because a merge
 * does not read the contract.
 */
export function located(contract: Contract, attempts: readonly AttemptRecord[]): readonly AttemptRecord[] {
  return attempts.map((attempt) => {
    const { reproduction } = attempt;
    const { violation, case: shown } = reproduction;
    const location = violation.location ?? describedPlace(contract, shown.operation, violation);
    return {
      ...attempt,
      reproduction: { ...reproduction, violation: { ...violation, ...(location && { location }) } },
    };
  });
}

function withoutResults(subject: CellSubject): BackendRecord['subjects'][number] {
  const {
    tally: _tally,
    elsewhere: _elsewhere,
    acceptedBeside: _beside,
    refusedCreators: _creators,
    rules: _rules,
    ...recorded
  } = subject;
  return recorded;
}

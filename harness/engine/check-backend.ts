import type { ContractCoverage } from '../../contract/coverage/contract-coverage.js';
import type { Contract } from '../../contract/contract.js';
import type { OperationId } from '../../contract/operation.js';
import type { CellEntry, NoteEntry } from '../../reports/report.js';
import { counted } from '../../reports/text/amounts.js';
import type { Finding } from '../../rules/finding.js';
import { REAL_SERVICE } from '../../rules/rule.js';
import type { SurfaceId } from '../../surfaces/observation.js';
import type { Backend } from '../backends/backend.js';
import { runsOnBackend } from './contract-cases.js';
import { serversFor } from './drive/backend-for.js';
import { type BackendRun, type BackendRunOptions, type DrivenSurface, openBackendRun } from './drive/backend-run.js';
import { driveBackend } from './drive/drive-backend.js';
import type { Turn } from './drive/turns.js';
import type { StreamedResults } from './entries/streamed.js';
import { unenforcedNotes } from './entries/unenforced-note.js';
import type { Clusters } from './group/cluster.js';
import type { CellSubject } from './judge/cell-subject.js';
import { cell } from './judge/cells.js';
import { fewAcceptedNotes } from './judge/few-accepted.js';
import type { Tally } from './judge/tally.js';
import { type ContractRun, type Run, has, isStopped, withShare } from './options/run.js';
import { inventoryPhase } from './phases/inventory-phase.js';
import { errorNote } from './phases/static-result.js';
import { type Bindings, boundBy, cellSubjects } from './plan-cells.js';
import type { CasePlan } from './plan/case-plan.js';
import { isOwn } from './plan/shard.js';
import type { Stages } from './shards/stages.js';

/** The results of one run on a backend, except its violations. Clusters in `Collectors` contain the violations. */
export interface BackendResults {
  readonly subjects: readonly CellSubject[];
  /**
   * Findings from the comparison of two lists: the operations that a surface offers, and the operations of the
   * contract.
   */
  readonly findings: readonly Finding[];
  readonly notes: readonly NoteEntry[];
  /** Notes with counts. A merge adds up the counts of all shards. */
  readonly counted: readonly NoteEntry[];
  /** The regular expressions (`pattern`) of the contract that the backend does not enforce. */
  readonly unenforced: readonly string[];
  readonly backendRun: BackendRun;
}

/**
 * Returns whether the report needs cells for this plan. It does if the plan has a case, a sequence, or an operation
 * that is not called because the run has no address of its server (`unserved`).
 */
export function hasCalls({ cases, sequences = [], unserved }: CasePlan): boolean {
  return cases.length > 0 || sequences.length > 0 || unserved !== undefined;
}

/** The maximum number of internal errors that are reported. One fault of the harness usually shows in every case. */
const MAX_FAULTS = 5;

/** Objects that collect the results of the runs on all backends. */
export interface Collectors {
  readonly clusters: Clusters;
  readonly interim: StreamedResults;
  readonly coverage?: ContractCoverage;
  /** Set in a shard. Records the results of each stage of the run, to be merged later. */
  readonly stages?: Stages;
}

/** One backend of a run, with the plan for this backend. */
export interface BackendPart {
  readonly backend: Backend;
  readonly plan: CasePlan;
  readonly bindings: Bindings;
  /**
   * Whether this is the first backend run of a contract. Only the first run compares the inventory with the contract.
   */
  readonly isFirst: boolean;
  /** Set in a quick run: see `BackendRunOptions`. */
  readonly tried?: BackendRunOptions['tried'];
  /**
   * Set if the run starts before earlier runs have finished. Its trials are judged after the trials of the earlier
   * runs.
   */
  readonly turn?: Turn;
}

/** The share of the time budget that single cases get. The rest is for sequences. */
const CASES_SHARE = 0.7;

/** Drives every surface on one backend. The new `BackendRun` is passed to `opened`; the caller must close it. */
export async function checkOnBackend(
  run: ContractRun,
  contract: Contract,
  { backend, plan, bindings, isFirst, tried, turn }: BackendPart,
  { clusters, coverage, interim, stages }: Collectors,
  opened: (backendRun: BackendRun) => void,
): Promise<BackendResults> {
  const bound = boundBy(bindings);
  const amount = `${counted(plan.cases.filter((planned) => isOwn(plan, planned)).length, 'case')} × ${counted(run.surfaces.length, 'surface')}`;
  const shown = shownInTurn(run, turn, backend.kind, `${contract.title}: ${amount}`);
  const isQuick = run.options.runs.kind === 'quick';
  const interimCells = (surface: SurfaceId, operation: OperationId, tally: Tally): readonly CellEntry[] => {
    const here = bindings.get(surface)?.filter((binding) => binding.operation === operation) ?? [];
    const result = { tallies: new Map([[surface, new Map([[operation, tally]])]]), givenUp: [] };
    return cellSubjects(plan, new Map([[surface, here]]), backendRun, result, isQuick).map(cell);
  };
  const single = withShare(run, (plan.sequences ?? []).length === 0 ? 1 : CASES_SHARE);
  const backendRun: BackendRun = await openBackendRun({
    contract,
    backend,
    plan,
    clusters,
    ...(coverage && { coverage }),
    ...(stages && { stages }),
    bound,
    runs: runsOnBackend(run, contract, backend.kind),
    ...(tried && { tried }),
    surfaces: drivenSurfaces(run),
    servers: serversFor(run.loaded, contract),
    token: run.loaded.token,
    credentials: run.loaded.credentials,
    ...(run.loaded.callHeaders && { callHeaders: run.loaded.callHeaders }),
    ...(run.loaded.headers && { addedHeaders: run.loaded.headers }),
    prefix: run.loaded.prefix,
    root: run.loaded.root,
    timeoutMs: run.loaded.timeoutMs,
    maxBodyBytes: run.loaded.maxBodyBytes,
    rules: run.loaded.rules,
    stopped: () => isStopped(run),
    enoughCases: () => isStopped(single),
    aborted: () => run.options.signal.aborted,
    signal: run.options.signal,
    judged: interim.ofBackendRun(() => backendRun, interimCells),
    called: (surface, operation, durationMs) =>
      run.times.add({ backend: backend.kind, surface, operation, calls: 1, durationMs }),
    progress: shown,
    ...(turn && { turn }),
  });
  opened(backendRun);
  for (const [surface, error] of backendRun.unavailable) run.events.entry(errorNote(error, surface));
  const inventory =
    has(run, 'inventory') && isFirst
      ? await inventoryPhase(backendRun, run.surfaces, offeredOn(run, contract), bound)
      : { findings: [], notes: [], unread: new Map<string, string>() };
  const result = await driveBackend(backendRun);
  const notes = [
    ...inventory.notes,
    ...[...backendRun.unavailable].map(([surface, error]) => errorNote(error, surface)),
    ...result.givenUp.map(({ surface, error }) => errorNote(error, surface)),
    ...result.faults.slice(0, MAX_FAULTS).map((fault) => errorNote(fault)),
    ...resetNotes(backendRun),
    ...notSentNotes(backendRun),
    ...(REAL_SERVICE.has(backend.kind) ? [...sequenceNotes(plan, backend), ...fewAcceptedNotes(result.tallies)] : []),
  ];
  const unenforced = backend.unenforced?.() ?? [];
  return {
    subjects: hasCalls(plan)
      ? cellSubjects(plan, bindings, backendRun, result, isQuick).map((each) => withInventory(each, inventory.unread))
      : [],
    findings: inventory.findings,
    notes,
    counted: [...result.tolerated, ...unenforcedNotes(backend.kind, unenforced)],
    unenforced,
    backendRun,
  };
}

function withInventory(subject: CellSubject, unread: ReadonlyMap<string, string>): CellSubject {
  const inventoryUnread = unread.get(subject.surface);
  return inventoryUnread === undefined ? subject : { ...subject, inventoryUnread };
}

/**
 * Reports the phase and its progress to the user. Only one phase is shown at a time. So a run that starts early reports
 * nothing until the earlier runs have finished.
 */
function shownInTurn(
  { events }: Run,
  turn: Turn | undefined,
  phase: string,
  detail: string,
): BackendRunOptions['progress'] {
  const latest = new Map<SurfaceId, readonly [done: number, total: number]>();
  const begin = (): void => {
    events.phase(phase, detail);
    for (const [surface, [done, total]] of latest) events.progress(phase, surface, done, total);
  };
  if (turn === undefined) begin();
  else void turn.come.then(begin);
  return (surface, done, total) => {
    if (turn?.isCome === false) latest.set(surface, [done, total]);
    else events.progress(phase, surface, done, total);
  };
}

/**
 * Returns whether a surface must offer an operation. All operations that are bound to the surface count, even if this
 * run selects only some of them.
 */
function offeredOn(run: Run, contract: Contract): (surface: string, operation: OperationId) => boolean {
  return (surface, operation) =>
    run.promised.bindings(surface, contract).some((binding) => binding.operation === operation);
}

/**
 * Notes about the sequences that run on a service: which facts about the contract were inferred to plan them, and what
 * cannot be verified without resets.
 */
function sequenceNotes(
  { sequenceNotes: inferred = [], sequences = [], collections = [] }: CasePlan,
  backend: Backend,
): readonly NoteEntry[] {
  const note = (message: string): NoteEntry => ({ kind: 'note', severity: 'info', code: 'sequences', message });
  const lists = collections.flatMap(({ list }) => list?.operation.id ?? []);
  if (backend.isolated || sequences.length === 0 || lists.length === 0) return inferred.map(note);
  const repair =
    "Configure `resetPath` or `reset` of the service. With `reset: 'restart'`, the service needs no change, but each reset takes as long as a start.";
  const message = `Without resets, other calls may change a list between two reads, so two reads of ${lists.slice(0, MAX_PLACES).join(', ')} are not compared. The run does not verify the default page size, totals, whether all page sizes give the same elements, and whether a filter loses matches.`;
  return [...inferred.map(note), { ...note(message), repair }];
}

/**
 * Notes about resets that do not restore the same values each time. If such a reset ran between two reads, the
 * difference is not blamed on a call.
 */
function resetNotes({ lanes }: BackendRun): readonly NoteEntry[] {
  const places = [...lanes.values()]
    .flat()
    .flatMap(({ unequalResets }) =>
      [...unequalResets].flatMap(([reader, pointers]) =>
        [...pointers].map((pointer) => `${reader} at ${pointer || '/'}`),
      ),
    );
  if (places.length === 0) return [];
  const named = [...new Set(places)].toSorted().slice(0, MAX_PLACES).join(', ');
  const message = `Two resets of the service restore different values: ${named}. Values before a refused call are therefore compared with values after it only if no reset ran in between.`;
  return [
    {
      kind: 'note',
      severity: 'info',
      code: 'reset',
      message,
      repair: 'Restore fixed values, so that every reset leads to the same state.',
    },
  ];
}

/** Notes that state how many calls were not sent, because they may change items that the check did not create. */
function notSentNotes({ guard }: BackendRun): readonly NoteEntry[] {
  const counts = [...(guard?.notSent ?? [])];
  if (counts.length === 0) return [];
  const sum = counts.reduce((total, [, count]) => total + count, 0);
  const named = counts.slice(0, MAX_PLACES).map(([operation, count]) => `${operation} (${count})`);
  const others = counts.length > MAX_PLACES ? ', …' : '';
  return [
    {
      kind: 'note',
      severity: 'info',
      code: 'not-sent',
      message: `${counted(sum, 'call')} ${sum === 1 ? 'was' : 'were'} not sent, because an identifier in the path may name an item that the check did not create: ${named.join(', ')}${others}.`,
      repair: 'Write a configuration, and name identifiers that the check may change under `values`.',
    },
  ];
}

const MAX_PLACES = 5;

export function drivenSurfaces({ surfaces, options }: ContractRun): readonly DrivenSurface[] {
  return options.runs.kind === 'quick' ? surfaces.map((surface) => ({ ...surface, isQuick: true })) : surfaces;
}

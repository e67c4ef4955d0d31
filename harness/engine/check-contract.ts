import { collectionsOf } from '../../contract/collections/collections.js';
import type { Contract } from '../../contract/contract.js';
import { ContractCoverage } from '../../contract/coverage/contract-coverage.js';
import type { OperationId } from '../../contract/operation.js';
import type { CellEntry, CoverageEntry, NoteEntry } from '../../reports/report.js';
import { counted } from '../../reports/text/amounts.js';
import type { Finding } from '../../rules/finding.js';
import { REAL_SERVICE } from '../../rules/rule.js';
import type { SurfaceDescription } from '../../surfaces/driver.js';
import type { SurfaceId } from '../../surfaces/observation.js';
import { type Backend, type ResetCosts, totalResets } from '../backends/backend.js';
import { scriptedReplies } from '../backends/script.js';
import { contractCases, runsOnBackend, sharded } from './contract-cases.js';
import type { CasePlan } from './plan/case-plan.js';
import { type Bindings, planCells } from './plan-cells.js';
import { planScripted } from './plan/scripted-plan.js';
import { unenforcedNotes } from './entries/unenforced-note.js';
import { trialFinding } from './entries/findings.js';
import { Clusters } from './group/cluster.js';
import type { Found } from './group/found.js';
import { minimise } from './minimise/minimise.js';
import { backendFor, serversFor } from './drive/backend-for.js';
import { type BackendRun, type DrivenSurface, openBackendRun } from './drive/backend-run.js';
import { driveBackend } from './drive/drive-backend.js';
import { StreamedResults } from './entries/streamed.js';
import type { Tally } from './judge/tally.js';
import { type ContractRun, type Run, has, isStopped } from './options/run.js';
import { errorNote, inventoryPhase } from './phases/static-phases.js';

export interface ContractResults {
  readonly cells: readonly CellEntry[];
  /** Findings of the inventory. */
  readonly findings: readonly Finding[];
  /** Findings of the trials. */
  readonly found: readonly Found[];
  readonly notes: readonly NoteEntry[];
  /** How the started surfaces describe themselves. */
  readonly descriptions: ReadonlyMap<string, SurfaceDescription>;
  /** The resets of the services. */
  readonly resets?: ResetCosts;
  /** The parts of the contract that the cases covered. */
  readonly coverage?: CoverageEntry;
}

const NOTHING: ContractResults = { cells: [], findings: [], found: [], notes: [], descriptions: new Map() };

/** Drives one contract's operations on every surface, once for each backend, and minimises the differences found. */
export async function checkContract(
  run: ContractRun,
  contract: Contract,
  chosen: (surface: string, id: OperationId) => boolean,
): Promise<ContractResults> {
  const bindings = new Map(
    run.surfaces.map(
      ({ id }) => [id, run.promised.bindings(id, contract).filter(({ operation }) => chosen(id, operation))] as const,
    ),
  );
  const operations = contract.operations.filter(({ id }) =>
    [...bindings.values()].some((bound) => bound.some(({ operation }) => operation === id)),
  );
  const collections = collectionsOf(contract, run.loaded.config.collections);
  const services = backends(run, contract);
  const plan = await contractCases(run, contract, operations, collections, services);
  const phases = new Set<string>(run.options.phases);
  const scripted = sharded(run, planScripted({ contract, maker: plan.maker }, operations, phases));
  // Nothing is started for a contract without a selected operation.
  const isAsked =
    contract.operations.length === 0 ||
    contract.operations.some(({ id }) => run.surfaces.some((surface) => chosen(surface.id, id)));
  const kinds = hasCalls(plan) || (has(run, 'inventory') && isAsked) ? services : [];
  if (kinds.length === 0 && scripted.cases.length === 0) return NOTHING;
  const clusters = new Clusters();
  const interim = new StreamedResults(run, contract, clusters);
  const coverage = new ContractCoverage(contract, operations);
  const backendRuns: BackendRun[] = [];
  const stopOnAbort = (): void => void Promise.allSettled(backendRuns.map((backendRun) => backendRun.close()));
  run.options.signal.addEventListener('abort', stopOnAbort, { once: true });
  try {
    const parts: ContractResults[] = [];
    for (const backend of kinds) {
      parts.push(
        await checkOnBackend(run, contract, plan, { clusters, coverage, interim }, backend, bindings, backendRuns),
      );
    }
    if (scripted.cases.length > 0) {
      const answered = new Map(
        [...bindings].map(([id, bound]) => [id, bound.filter(({ operation }) => isIn(scripted, operation))] as const),
      );
      // Scripted replies do not show what the service does, so they count for no coverage.
      parts.push(
        await checkOnBackend(
          run,
          contract,
          scripted,
          { clusters, interim },
          scriptedReplies(contract),
          answered,
          backendRuns,
        ),
      );
    }
    if (clusters.size > 0) run.events.phase('shrink', `${clusters.size} differences`);
    const faults = await minimise(clusters, {
      backendRuns,
      contract,
      plan,
      stopped: () => isStopped(run),
      minimised: (fault) => interim.minimised(fault),
    });
    return {
      cells: parts.flatMap(({ cells }) => cells),
      findings: parts.flatMap(({ findings }) => findings),
      found: faults.map((fault) => trialFinding(contract, fault)),
      notes: parts.flatMap(({ notes }) => notes),
      descriptions: new Map(backendRuns.flatMap((backendRun) => [...backendRun.descriptions])),
      resets: totalResets(kinds.flatMap(({ resets }) => resets?.() ?? [])),
      ...(plan.cases.length > 0 && { coverage: { kind: 'coverage', contract: contract.file, ...coverage.coverage() } }),
    };
  } finally {
    run.options.signal.removeEventListener('abort', stopOnAbort);
    await Promise.allSettled(backendRuns.map((backendRun) => backendRun.close()));
  }
}

function sequenceNote(message: string): NoteEntry {
  return { kind: 'note', severity: 'info', code: 'sequences', message };
}

/** Operations that cannot be called have cells, too. */
function hasCalls({ cases, sequences = [], unserved }: CasePlan): boolean {
  return cases.length > 0 || sequences.length > 0 || unserved !== undefined;
}

/** Most internal errors that are reported: one fault of the harness usually shows in every case. */
const MAX_FAULTS = 5;

/** Collectors that the runs on all backends share. */
interface Collectors {
  readonly clusters: Clusters;
  readonly interim: StreamedResults;
  readonly coverage?: ContractCoverage;
}

async function checkOnBackend(
  run: ContractRun,
  contract: Contract,
  plan: CasePlan,
  { clusters, coverage, interim }: Collectors,
  backend: Backend,
  bindings: Bindings,
  backendRuns: BackendRun[],
): Promise<ContractResults> {
  const bound = (surface: string, operation: OperationId): boolean =>
    bindings.get(surface)?.some((binding) => binding.operation === operation) ?? false;
  const amount = `${counted(plan.cases.length, 'case')} × ${counted(run.surfaces.length, 'surface')}`;
  run.events.phase(backend.kind, `${contract.title}: ${amount}`);
  const interimCells = (surface: SurfaceId, operation: OperationId, tally: Tally): readonly CellEntry[] => {
    const here = bindings.get(surface)?.filter((binding) => binding.operation === operation) ?? [];
    const result = { tallies: new Map([[surface, new Map([[operation, tally]])]]), givenUp: [] };
    return planCells(plan, new Map([[surface, here]]), backendRun, result);
  };
  const backendRun: BackendRun = await openBackendRun({
    contract,
    backend,
    plan,
    clusters,
    ...(coverage && { coverage }),
    bound,
    runs: runsOnBackend(run, contract, backend.kind),
    surfaces: drivenSurfaces(run),
    servers: serversFor(run.loaded, contract),
    token: run.loaded.token,
    credentials: run.loaded.credentials,
    prefix: run.loaded.prefix,
    root: run.loaded.root,
    timeoutMs: run.loaded.timeoutMs,
    maxBodyBytes: run.loaded.maxBodyBytes,
    rules: run.loaded.rules,
    stopped: () => isStopped(run),
    aborted: () => run.options.signal.aborted,
    signal: run.options.signal,
    judged: interim.ofBackendRun(() => backendRun, interimCells),
    progress: (surface, done, total) => run.events.progress(backend.kind, surface, done, total),
  });
  backendRuns.push(backendRun);
  for (const [surface, error] of backendRun.unavailable) run.events.entry(errorNote(error, surface));
  const inventory =
    has(run, 'inventory') && backendRuns.length === 1
      ? await inventoryPhase(backendRun, run.surfaces, offeredOn(run, contract), bound)
      : { findings: [], notes: [] };
  const result = await driveBackend(backendRun);
  const notes = [
    ...[...backendRun.unavailable].map(([surface, error]) => errorNote(error, surface)),
    ...result.givenUp.map(({ surface, error }) => errorNote(error, surface)),
    ...result.faults.slice(0, MAX_FAULTS).map((fault) => errorNote(fault)),
    ...result.tolerated,
    ...unenforcedNotes(backend),
    ...(REAL_SERVICE.has(backend.kind) ? (plan.sequenceNotes ?? []) : []).map(sequenceNote),
  ];
  return {
    cells: !hasCalls(plan) ? [] : planCells(plan, bindings, backendRun, result),
    findings: inventory.findings,
    found: [],
    notes: [...inventory.notes, ...notes],
    descriptions: backendRun.descriptions,
  };
}

/** A surface must offer every operation that is bound to it, even if only some operations are selected. */
function offeredOn(run: Run, contract: Contract): (surface: string, operation: OperationId) => boolean {
  return (surface, operation) =>
    run.promised.bindings(surface, contract).some((binding) => binding.operation === operation);
}

function isIn(plan: CasePlan, id: OperationId): boolean {
  return plan.cases.some(({ operation }) => operation.id === id);
}

function backends({ loaded, options }: Run, contract: Contract): readonly Backend[] {
  return options.backends.flatMap((kind) => backendFor(loaded, contract, kind) ?? []);
}

/** A quick run leaves out the extra cases of every surface. */
function drivenSurfaces({ surfaces, options }: ContractRun): readonly DrivenSurface[] {
  return options.runs.kind === 'quick' ? surfaces.map((surface) => ({ ...surface, isCostly: true })) : surfaces;
}

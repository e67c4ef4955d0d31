import { collectionsOf } from '../../contract/collections/collections.js';
import { notComparedNotes } from '../../contract/collections/pages/not-compared.js';
import type { Contract } from '../../contract/contract.js';
import { ContractCoverage } from '../../contract/coverage/contract-coverage.js';
import type { OperationId } from '../../contract/operation.js';
import type { NoteEntry } from '../../reports/report.js';
import { counted } from '../../reports/text/amounts.js';
import { type Backend, totalResets } from '../backends/backend.js';
import { scriptedReplies } from '../backends/script.js';
import { haveClient } from '../bindings/surfaces.js';
import { type BackendPart, checkOnBackend, drivenSurfaces, hasCalls } from './check-backend.js';
import { contractCases, planOnBackend, sharded, timed } from './contract-cases.js';
import { backendFor, serversFor } from './drive/backend-for.js';
import { refuseMissingBasePath } from './drive/base-path.js';
import { refuseUnusable } from './drive/first-replies.js';
import type { BackendRun, BackendRunOptions } from './drive/backend-run.js';
import { possibleCases } from './drive/cases-of-surface.js';
import { type Turn, lastAhead } from './drive/turns.js';
import type { Part } from './entries/conclude.js';
import { trialFinding } from './entries/findings.js';
import { withStoredCauses } from './entries/stored-causes.js';
import { withSwitchedOff } from './entries/switched-off.js';
import { StreamedResults } from './entries/streamed.js';
import { Clusters } from './group/cluster.js';
import { cell } from './judge/cells.js';
import { type ContractRecord, contractRecord, located } from './merge/contract-record.js';
import { type ContractRun, type Run, has, isStopped, mayStartEarly, withShare, withTimeKept } from './options/run.js';
import type { CasePlan } from './plan/case-plan.js';
import type { MinimiseOptions } from './minimise/minimise.js';
import { type Bindings, boundBy, unmadeCases } from './plan-cells.js';
import { withKeptScripts } from './plan/kept-plan.js';
import { planScripted } from './plan/replies/scripted-plan.js';
import { Stages } from './shards/stages.js';

export interface ContractResults extends Omit<Part, 'name'> {
  /** Set in a shard. Contains the results in the form that a merge reads. */
  readonly record?: ContractRecord;
}

/** The share of the remaining time that a backend may use if more backends follow. The first backend is the service. */
const BACKEND_SHARE = 0.6;

const NOTHING: ContractResults = { findings: [], notes: [] };

/**
 * Drives the operations of one contract on every surface, once for each backend, and then minimises the differences.
 * The work for one contract may start while the previous contract is still checked. Until `come` resolves, it only
 * makes the plan and runs the cases with scripted replies.
 */
export async function checkContract(
  run: ContractRun,
  contract: Contract,
  chosen: (surface: string, id: OperationId) => boolean,
  turn: Turn,
): Promise<ContractResults> {
  const began = performance.now();
  const bindings = new Map(
    run.surfaces.map(
      ({ id }) => [id, run.promised.bindings(id, contract).filter(({ operation }) => chosen(id, operation))] as const,
    ),
  );
  const operations = contract.operations.filter(({ id }) =>
    [...bindings.values()].some((bound) => bound.some(({ operation }) => operation === id)),
  );
  const { collections: corrections = {} } = run.loaded.config;
  const found = collectionsOf(contract, corrections);
  const collections = { ...found, notes: [...found.notes, ...notComparedNotes(contract, corrections, found.all)] };
  const services = backendsOf(run, contract);
  const plan = await contractCases(run, contract, operations, collections, services);
  const phases = new Set<string>(run.options.phases);
  const subject = { contract, operations, phases, maker: plan.maker };
  const scripts = haveClient(run.surfaces)
    ? withKeptScripts(planScripted(subject, operations, phases), subject, run.declared.kept)
    : { cases: [], maker: plan.maker };
  const scripted = sharded(run, contract, timed(run, scripts));
  const tried = run.tried?.bySurface;
  const bound = boundBy(bindings);
  if (services[0] !== undefined) addTried(run, bound, services[0], plan);
  addTried(run, bound, { kind: 'scripted' }, scripted);
  turn.planned();
  // Starts no backend if no operation of the contract is selected.
  const isAsked =
    contract.operations.length === 0 ||
    contract.operations.some(({ id }) => run.surfaces.some((surface) => chosen(surface.id, id)));
  const kinds = hasCalls(plan) || (has(run, 'inventory') && isAsked) ? services : [];
  const unmade = (): readonly NoteEntry[] => unmadeCases(plan, contract, operations, phases);
  if (kinds.length === 0 && scripted.cases.length === 0) return { ...NOTHING, notes: unmade() };
  const { signal } = run.options;
  const { service } = run.loaded.config;
  const first = { ...run.loaded, contract, backends: kinds, url: service?.url, signal };
  await refuseMissingBasePath({ ...first, servers: serversFor(run.loaded, contract) });
  await refuseUnusable({ ...first, operations });
  const order = run.surfaces.map(({ id }) => id);
  const clusters = new Clusters(order);
  const interim = new StreamedResults(run, contract, clusters);
  const coverage = new ContractCoverage(contract, operations);
  const stages = run.options.shard && new Stages(order);
  const opened: BackendRun[] = [];
  const stopOnAbort = (): void => void Promise.allSettled(opened.map((backendRun) => backendRun.close()));
  run.options.signal.addEventListener('abort', stopOnAbort, { once: true });
  try {
    const collectors = { clusters, coverage, interim, ...(stages && { stages }) };
    const backendParts = [
      ...kinds
        .map((backend) => ({ backend, plan: planOnBackend(run, contract, plan, backend.kind), bindings }))
        .filter((part) => part.plan === plan || hasCalls(part.plan)),
      ...(scripted.cases.length > 0 ? [scriptedPart(contract, scripted, bindings)] : []),
    ];
    const driving = withTimeKept(run, began);
    const parts = await lastAhead(
      backendParts.map((part, index) => (ahead) => {
        // Scripted replies are not made by the service, so they are not counted in the coverage.
        const { coverage: _, ...others } = collectors;
        const collecting = part.backend.kind === 'scripted' ? others : collectors;
        const own = { ...part, isFirst: index === 0, ...(tried && { tried }), ...(ahead && { turn: ahead }) };
        const shared = withShare(driving, index === backendParts.length - 1 ? 1 : BACKEND_SHARE);
        return checkOnBackend(shared, contract, own, collecting, (backendRun) => opened.push(backendRun));
      }),
      mayStartEarly(run) && scripted.cases.length > 0,
      turn.come,
    );
    const backendRuns = parts.map(({ backendRun }) => backendRun);
    if (clusters.size > 0) run.events.phase('shrink', counted(clusters.size, 'difference'));
    const shrinking = { backendRuns, contract, plan, stopped: () => isStopped(run), ...timeLimits(run) };
    // Imported here and not at the top of the file, so that loading these modules does not delay the first case.
    const { isolation, liveAttempts } = await import('./minimise/minimise.js');
    const { minimisedFaults } = await import('./minimise/minimised-faults.js');
    const { RecordedAttempts } = await import('./minimise/recorded-attempts.js');
    const attempts = new RecordedAttempts(liveAttempts(shrinking));
    const faults = await minimisedFaults(clusters, attempts, isolation(shrinking), (fault) => interim.minimised(fault));
    const notes = parts.flatMap((part) => part.notes);
    const results = {
      cells: parts.flatMap(({ subjects }) => subjects.map(cell)),
      findings: parts.flatMap(({ findings }) => findings),
      descriptions: new Map(backendRuns.flatMap((backendRun) => [...backendRun.descriptions])),
      resets: totalResets(kinds.flatMap(({ resets }) => resets?.() ?? [])),
    };
    const reached = plan.cases.length > 0 ? coverage : undefined;
    return {
      ...results,
      found: withSwitchedOff(
        withStoredCauses(
          contract,
          faults.map((fault) => ({ found: trialFinding(contract, fault), firstIndex: fault.cluster.firstIndex })),
          results.cells,
        ),
        results.cells,
      ),
      notes: [...notes, ...parts.flatMap((part) => part.counted), ...(results.cells.length === 0 ? unmade() : [])],
      ...(reached && { coverage: { kind: 'coverage', contract: contract.file, ...reached.coverage() } }),
      ...(stages && {
        record: contractRecord({
          contract,
          rules: run.loaded.rules,
          parts,
          stages,
          attempts: located(contract, await attempts.completed(clusters)),
          coverage: reached,
        }),
      }),
    };
  } finally {
    run.options.signal.removeEventListener('abort', stopOnAbort);
    await Promise.allSettled(opened.map((backendRun) => backendRun.close()));
  }
}

/** Adds the kinds of the cases to those that a quick run tries on each surface. */
function addTried(
  run: ContractRun,
  bound: BackendRunOptions['bound'],
  { kind }: Pick<Backend, 'kind'>,
  { cases }: CasePlan,
): void {
  const options = { bound, backend: { kind }, timeoutMs: run.loaded.timeoutMs };
  for (const surface of drivenSurfaces(run)) run.tried?.add(surface, possibleCases(options, surface, cases));
}

/** The remaining time and the duration of calls, for a run with a time budget. */
function timeLimits({ deadline, times }: Run): Pick<MinimiseOptions, 'left' | 'duration'> {
  if (deadline === Infinity) return {};
  return {
    left: () => deadline - performance.now(),
    duration: ({ smallest: { case: made, violation, backend } }) =>
      [...(made.precedingCalls ?? []), made].reduce(
        (sum, { operation }) => sum + times.mean({ backend, surface: violation.surface, operation }),
        0,
      ),
  };
}

function scriptedPart(
  contract: Contract,
  plan: CasePlan,
  bindings: Bindings,
): Pick<BackendPart, 'backend' | 'plan' | 'bindings'> {
  const answered = [...bindings].map(
    ([id, bound]) => [id, bound.filter(({ operation }) => isIn(plan, operation))] as const,
  );
  return { backend: scriptedReplies(contract), plan, bindings: new Map(answered) };
}

function isIn(plan: CasePlan, id: OperationId): boolean {
  return plan.cases.some(({ operation }) => operation.id === id);
}

/** The backends of the run for a contract, without the backend for scripted replies. */
export function backendsOf({ loaded, options }: Run, contract: Contract): readonly Backend[] {
  return options.backends.flatMap((kind) => backendFor(loaded, contract, kind) ?? []);
}

import type { CaseInput } from '../../contract/case.js';
import type { Collections } from '../../contract/collections/collection.js';
import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operation.js';
import { isSafeMethod } from '../../contract/wire/safe-method.js';
import { type BackendKind, REAL_SERVICE } from '../../rules/rule.js';
import type { Backend } from '../backends/backend.js';
import type { ServerAddresses } from '../backends/service/server-addresses.js';
import type { CaseOptions } from '../cases/case-options.js';
import { CaseMaker } from '../cases/make-cases.js';
import { firstInput } from '../cases/operations/first-input.js';
import type { FoundPaths, InitialItems } from '../cases/values/found-items.js';
import { hasService, serversFor } from './drive/backend-for.js';
import { DirectClient } from './drive/lane/direct-client.js';
import { bodyReferences } from './drive/body-references.js';
import { initialItems, needsItem } from './drive/initial-items.js';
import { ItemSearch } from './drive/item-search.js';
import { type ContractRun, type Run, isStopped, withShare } from './options/run.js';
import type { MakingTime } from './plan/making.js';
import { madeWords } from './plan/made-words.js';
import { CASE_PHASES, type CasePlan, type PlanSubject, planCasesUntil } from './plan/case-plan.js';
import type { PlannedCase } from './plan/planned/planned-case.js';
import { withFoundPaths } from './plan/found-cases.js';
import { withKeptCases } from './plan/kept-plan.js';
import { inRounds } from './plan/rounds.js';
import { knownValues } from './plan/known-values.js';
import { permittedCases } from './plan/permitted-cases.js';
import { refusedInStates } from './plan/sequences/states/existing-items.js';
import { measuredCosts } from './plan/measured-costs.js';
import type { CallCost } from './plan/shard.js';
import { withUnusedPaths } from './plan/running/unused-paths.js';
import { type SurfaceRuns, isWithin, surfaceRuns } from './plan/surface-runs.js';
import { drivenKind } from '../../surfaces/kinds/surface-kinds.js';

/** The cases and sequences of a contract that this run sends to its backends. */
export async function contractCases(
  run: ContractRun,
  contract: Contract,
  operations: readonly Operation[],
  collections: Collections,
  kinds: readonly Backend[],
): Promise<CasePlan> {
  const unserved = unservedOn(serversFor(run.loaded, contract), operations, kinds);
  const maySetUp = (operation: Operation): boolean =>
    !unserved.has(operation.id) && (run.loaded.safe !== true || isSafeMethod(operation.method));
  const subject = { contract, operations, phases: new Set(run.options.phases), collections, maySetUp };
  const keepsItems = kinds.some(({ kind, isolated }) => kind === 'live' && !isolated);
  const salt = keepsItems ? saltOf(run.options.seed) : undefined;
  const found = await initialPaths(run, subject, kinds);
  const options = { ...caseOptions(run, contract), ...found, ...(salt !== undefined && { salt }) };
  const all = await planCasesUntil(makingTime(run, subject), subject, options);
  const kept = withKeptCases(all, { ...subject, maker: all.maker }, run.declared.kept);
  const permitted = permittedPlan(run, kept, kinds, unserved);
  const cases = run.options.sends?.(contract, permitted.cases) ?? permitted.cases;
  const chosen = { ...permitted, cases };
  const hasOthersItems = kinds.some((backend) => backend.hasOthersItems === true);
  const sent = hasOthersItems ? withUnusedPaths(contract, chosen, salt ?? '') : chosen;
  const live = kinds.find(({ kind }) => kind === 'live');
  const listed = live === undefined ? new Map() : await foundPaths(run, contract, sent, live);
  return sharded(run, contract, timed(run, withFoundPaths(sent, listed)));
}

/** The share of the time budget in which cases are made. */
const MAKING_SHARE = 0.4;

/** Planning the sequences can take many seconds if a contract has at least this number of operations. */
const LARGE_CONTRACT = 50;

function makingTime(run: Run, { contract, operations }: PlanSubject): MakingTime {
  const { deadline } = withShare(run, MAKING_SHARE);
  const show = (words: string): void => run.events.phase('cases', `${contract.title}: ${words}`);
  const isLarge = operations.length >= LARGE_CONTRACT;
  return {
    stopped: () => isStopped(run),
    made: madeWords(operations.length, show),
    ...(isLarge && { beforeSequences: () => show('planning the sequences of calls') }),
    ...(deadline !== Infinity && { left: () => deadline - performance.now() }),
  };
}

/**
 * Finds the items that exist in the initial state of a service. Done only if the service is reset before each case.
 * Otherwise, a found item may no longer exist at the time of a call.
 */
async function initialPaths(
  run: ContractRun,
  { contract, operations, phases, maySetUp, collections }: PlanSubject,
  kinds: readonly Backend[],
): Promise<InitialItems> {
  const backend = kinds.find(({ kind, isolated }) => kind === 'reference' && isolated);
  const called = operations.filter((operation) => maySetUp?.(operation) !== false);
  if (backend === undefined || called.length === 0 || ![...CASE_PHASES, 'sequences'].some((name) => phases.has(name)))
    return {};
  const { signal, seed } = run.options;
  const values = knownValues(run.loaded, contract);
  const about = { contract, credentials: run.loaded, stopped: () => isStopped(run), signal };
  const maker = new CaseMaker(contract, { seed, runs: 1, values });
  const inputsOf = (operation: Operation): readonly CaseInput[] =>
    maker.make(operation, 'boundary').map(({ input }) => input);
  const inputOf = firstInputsOf(contract, values);
  const references = await bodyReferences({ ...about, operations: called, values, inputOf, inputsOf }, backend);
  const all = collections?.all ?? [];
  const refused = phases.has('sequences') ? refusedInStates({ contract, operations: called, collections: all }) : [];
  const reads = new Set([...refused].map(([{ operation }]) => operation));
  const subject = {
    ...about,
    operations: called.filter((operation) => operation.path.includes('{')),
    reads,
    values,
    inputOf: references.size === 0 ? inputOf : firstInputsOf(contract, new Map([...references, ...values])),
  };
  const items = await initialItems(subject, backend);
  const among = (chosen: readonly Operation[]): FoundPaths => {
    const ids = new Set(chosen.map(({ id }) => id));
    return new Map([...items].filter(([id]) => ids.has(id)));
  };
  const found = among(subject.operations.filter((operation) => needsItem(subject, operation)));
  const existing = among([...reads]);
  return {
    ...(found.size > 0 && { found }),
    ...(existing.size > 0 && { existing }),
    ...(references.size > 0 && { references }),
  };
}

/**
 * Text that makes strings unique. It is different in each run, because a running service keeps the items of earlier
 * runs.
 */
function saltOf(seed: number): string {
  return `${seed.toString(36)}${Date.now().toString(36).slice(-6)}`;
}

/** Returns a function that finds the first input of an operation. Each result is cached. */
function firstInputsOf(
  contract: Contract,
  values: CaseOptions['values'],
): (operation: Operation) => CaseInput | undefined {
  const inputs = new Map<Operation, CaseInput | undefined>();
  return (operation) => {
    if (!inputs.has(operation)) inputs.set(operation, firstInput(contract, operation, values));
    return inputs.get(operation);
  };
}

/** Removes the cases that may not be sent to a real service in this run. */
function permittedPlan({ loaded }: Run, plan: CasePlan, kinds: readonly Backend[], unserved: Unserved): CasePlan {
  if (!kinds.some(({ kind }) => REAL_SERVICE.has(kind))) return plan;
  const addsHeaders = (loaded.headers ?? []).length > 0;
  return permittedCases(plan, { isSafe: loaded.safe === true, credentials: loaded, addsHeaders, unserved });
}

type Unserved = ReadonlyMap<Operation['id'], string>;

/** The operations that are not called on a real service, because the run has no address of their server. */
function unservedOn(servers: ServerAddresses, operations: readonly Operation[], kinds: readonly Backend[]): Unserved {
  if (!kinds.some(({ kind }) => REAL_SERVICE.has(kind))) return new Map();
  return new Map(
    operations.flatMap((operation) => {
      const server = servers.serverOf(operation);
      return server === undefined || servers.addresses.get(server) !== undefined
        ? []
        : [[operation.id, server] as const];
    }),
  );
}

/**
 * Searches the service for existing items. Returns no items if the service cannot be reached; the lanes report this
 * fault later.
 */
async function foundPaths(run: Run, contract: Contract, { cases }: CasePlan, live: Backend): Promise<FoundPaths> {
  const found = new Map<Operation['id'], Awaited<ReturnType<ItemSearch['paths']>>>();
  const reads = new Set(cases.map(({ operation }) => operation).filter(readsItem));
  if (reads.size === 0) return found;
  const instance = await live.start(run.options.signal).catch(() => undefined);
  if (instance === undefined) return found;
  try {
    const client = new DirectClient({ ...run.loaded, contract }, instance.respond);
    const search = new ItemSearch(contract, client, firstInputs(cases), () => isStopped(run));
    for (const operation of reads) {
      const paths = await search.paths(operation);
      if (paths.length > 0) found.set(operation.id, paths);
    }
    return found;
  } finally {
    await instance.stop();
  }
}

function readsItem({ method, path }: Operation): boolean {
  return isSafeMethod(method) && path.includes('{');
}

/** Returns a function that finds the first valid input of an operation among the planned cases. */
function firstInputs(cases: readonly PlannedCase[]): (operation: Operation) => CaseInput | undefined {
  const first = new Map<Operation, CaseInput>();
  for (const { operation, case: made } of cases)
    if (made.raw === undefined && made.expect.kind.startsWith('accepted') && !first.has(operation))
      first.set(operation, made.input);
  return (operation) => first.get(operation);
}

function caseOptions(run: ContractRun, contract: Contract): CaseOptions {
  const { loaded, options, surfaces } = run;
  const runs = options.backends.flatMap((kind) => surfaces.map(({ id }) => id).map(runsOnBackend(run, contract, kind)));
  const most = Math.ceil(Math.max(0, ...runs.map(({ valid }) => valid)));
  return { seed: options.seed, runs: most, values: knownValues(loaded, contract), now: new Date() };
}

export function runsOnBackend(
  { options, surfaces, loaded }: ContractRun,
  contract: Contract,
  kind: BackendKind,
): SurfaceRuns {
  const target = isBesideService({ options, loaded }, contract, kind) ? 'mock-beside-service' : kind;
  return surfaceRuns(options.runs, surfaces, contract.operations.length, target);
}

/**
 * The plan for one backend. A gate case tests whether a surface asks for an approval before it sends a request. If the
 * run also has a real service, the mock gets no gate cases: the surface decides them before any request is sent, so the
 * mock would give the same result as the service.
 */
export function planOnBackend(run: ContractRun, contract: Contract, plan: CasePlan, kind: BackendKind): CasePlan {
  if (!isBesideService(run, contract, kind)) return plan;
  return { ...plan, cases: plan.cases.filter(({ case: made }) => made.provenance.kind !== 'gate') };
}

/** Whether the backend is the mock and the run also has a real service. */
function isBesideService(
  { options, loaded }: Pick<Run, 'options' | 'loaded'>,
  contract: Contract,
  kind: BackendKind,
): boolean {
  return kind === 'mock' && options.backends.includes('reference') && hasService(loaded, contract);
}

/**
 * Reorders the cases of a run with a time budget, so that every operation and every kind of case comes early. A shard
 * keeps the order of the plan.
 */
export function timed({ deadline, split }: Run, plan: CasePlan): CasePlan {
  return deadline === Infinity || split !== undefined ? plan : { ...plan, cases: inRounds(plan.cases) };
}

/** Marks the cases and sequences that other shards run. Without shards, the plan is unchanged. */
export function sharded(run: ContractRun, contract: Contract, plan: CasePlan): CasePlan {
  return run.split?.own(plan, contract.file, callCost(run, contract)) ?? plan;
}

/**
 * Estimates the duration of a call from the times in an earlier report. Without a report, the estimate for a surface is
 * `1 / n`, where `n` is the default number of generated cases for its kind. Kinds with slow calls run fewer cases, so
 * their estimate is higher.
 */
function callCost(run: ContractRun, contract: Contract): CallCost {
  const [backend = 'reference'] = run.options.backends;
  const runs = runsOnBackend(run, contract, backend);
  const estimates = new Map(
    run.surfaces.map(({ id, config }) => [id, 1 / drivenKind(config.driver).runs.whole] as const),
  );
  const costOf = measuredCosts(run.options.balance ?? [], (surface) => estimates.get(surface));
  const surfaces = run.surfaces.map(({ id }) => ({
    id,
    bound: new Set(run.promised.bindings(id, contract).map(({ operation }) => operation)),
  }));
  return ({ operation, case: made }) =>
    surfaces
      .filter(({ id, bound }) => bound.has(operation.id) && isWithin(runs(id), made))
      .reduce((sum, { id }) => sum + costOf(id, operation.id, estimates.get(id) ?? 1), 0);
}

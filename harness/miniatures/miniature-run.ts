import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Case } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import type { RequestMessage } from '../../contract/wire/message.js';
import { readContract } from '../../contract/reading/read-contract.js';
import type { Proof } from '../../rules/proof.js';
import type { BackendKind } from '../../rules/rule.js';
import { NETWORK_FAULTS } from '../../surfaces/network-faults.js';
import type { FailedResponse, WholeResponse } from '../../surfaces/exchange.js';
import type { Backend } from '../backends/backend.js';
import { CASE_PHASES, type CasePlan, planCases } from '../engine/plan/case-plan.js';
import { trialFinding } from '../engine/entries/findings.js';
import { type Cluster, Clusters } from '../engine/group/cluster.js';
import type { Found } from '../engine/group/found.js';
import { groupedClusters } from '../engine/group/steps/pipeline.js';
import { type BackendRun, openBackendRun } from '../engine/drive/backend-run.js';
import { type BackendRunResult, driveBackend } from '../engine/drive/drive-backend.js';
import { minimise } from '../engine/minimise/minimise.js';
import { recordProof } from '../engine/proof/record-proof.js';
import { showsViolation } from '../engine/proof/shows-violation.js';
import { planResponses } from '../engine/plan/response-plan.js';
import { planStreams } from '../engine/plan/stream-plan.js';
import { responseScript } from '../backends/response-script.js';
import { planFaults } from '../engine/plan/fault-plan.js';
import { faultScript } from '../backends/fault-scripts.js';
import { streamScript } from '../backends/stream-scripts.js';
import { JobsService } from './jobs-service.js';
import { KNOWN_IDS, NotesService, TOKEN } from './notes-service.js';
import { ShelfService } from './shelf-service.js';
import { FAITHFUL, type Steps, miniatureSurface } from './surface.js';

export type Reply = WholeResponse | FailedResponse;

/** Wraps a service, to change its requests or replies. `lane` counts from 0. */
export type Wrap = (
  respond: (request: RequestMessage) => Reply,
  lane: number,
) => (request: RequestMessage) => Reply | Promise<Reply>;

export interface MiniatureRun {
  /** Findings of the run, one cluster for each cause. */
  readonly found: readonly Cluster[];
  readonly result: BackendRunResult;
  /** The proof of each cluster. */
  readonly proofs: readonly (Proof | undefined)[];
}

export interface RecordedRun extends MiniatureRun {
  /**
   * Digest of the requests, replies and outcomes of the surface under test, without their order. It shows whether two
   * runs differ.
   */
  readonly digest: string;
}

export interface Setup {
  /**
   * The steps of the surface under test, or a function that makes them for each session. A faithful surface runs next
   * to it.
   */
  readonly surface?: Steps | (() => Steps);
  readonly service?: Wrap;
  readonly backend?: BackendKind;
  readonly timeoutMs?: number;
  /** Default: `notes`. */
  readonly workload?: WorkloadName;
}

/**
 * `gates`: the examples of notes and the decisions at their gates. `scripts`: the event streams of jobs, in every
 * spelling. `replies`: scripted replies to the operations of notes. `network`: jobs with faults of the network.
 */
export type WorkloadName = 'notes' | 'gates' | 'jobs' | 'scripts' | 'replies' | 'network' | 'shelf';

/** Workloads that the harness itself answers. */
const SCRIPTED: ReadonlySet<WorkloadName> = new Set(['scripts', 'replies', 'network']);

const PHASES: ReadonlySet<string> = new Set([...CASE_PHASES, 'sequences']);
/** The sequences that show each fault. Further ones create other items in the same way. */
const SEQUENCES: ReadonlySet<string> = new Set(['stored-0', 'pages', 'added', 'crossed']);

/** Surfaces of every run. The second is the one under test. */
export const SURFACES = ['faithful', 'tested'] as const;

/** A contract, all its cases, and a service that implements it. */
export interface Workload {
  readonly contract: Contract;
  readonly plan: CasePlan;
  /** Starts the faithful service of one lane, or a script in its place. */
  readonly serve: () => Served;
}

interface Served {
  readonly respond: (request: RequestMessage) => Reply;
  readonly reset: () => void;
  readonly prepare?: (toRun: Case) => void;
}

export async function workloads(): Promise<Readonly<Record<WorkloadName, Workload>>> {
  return {
    notes: await notesWorkload(),
    gates: await notesWorkload(['examples', 'gates']),
    jobs: await jobsWorkload(),
    scripts: await scriptsWorkload(),
    replies: await repliesWorkload(),
    network: await networkWorkload(),
    shelf: await shelfWorkload(),
  };
}

async function contractIn(name: string): Promise<Contract> {
  const reading = await readContract(join(import.meta.dirname, name), { root: import.meta.dirname, prefix: 'mini' });
  if (reading.kind === 'faults') throw new Error(JSON.stringify(reading.faults));
  return reading.contract;
}

async function jobsWorkload(): Promise<Workload> {
  const contract = await contractIn('jobs.openapi.yaml');
  const plan = fewSequences(planCases(contract, contract.operations, PHASES, { seed: 1, runs: 3, values: new Map() }));
  return { contract, plan, serve: () => served(new JobsService(contract)) };
}

async function scriptsWorkload(): Promise<Workload> {
  const { contract, plan } = await jobsWorkload();
  return { contract, plan: planStreams(plan, contract.operations), serve: () => scripted(streamScript(contract)) };
}

/** The most productive replies only, and each with its own name, to keep the run short. */
async function repliesWorkload(): Promise<Workload> {
  const { contract, plan } = await notesWorkload();
  const { cases } = planResponses({ contract, maker: plan.maker }, contract.operations);
  const short = { ...plan, cases: cases.filter(({ isExtra }) => isExtra !== true) };
  return { contract, plan: short, serve: () => scripted(responseScript(contract)) };
}

async function networkWorkload(): Promise<Workload> {
  const { contract, plan } = await jobsWorkload();
  const { maker } = plan;
  const serve = (): Served => ({ ...faultScript(contract), reset: () => undefined });
  return { contract, plan: planFaults({ contract, maker }, contract.operations), serve };
}

async function shelfWorkload(): Promise<Workload> {
  const contract = await contractIn('shelf.openapi.yaml');
  const plan = fewSequences(planCases(contract, contract.operations, PHASES, { seed: 1, runs: 3, values: new Map() }));
  return { contract, plan, serve: () => served(new ShelfService()) };
}

function fewSequences(plan: CasePlan): CasePlan {
  return plan.sequences === undefined
    ? plan
    : { ...plan, sequences: plan.sequences.filter(({ name }) => SEQUENCES.has(name)) };
}

function served(service: NotesService | JobsService | ShelfService): Served {
  return { respond: (request) => service.respond(request), reset: () => service.reset() };
}

function scripted(script: {
  readonly respond: (request: RequestMessage) => Reply;
  readonly prepare: (toRun: Case) => void;
}): Served {
  return { respond: script.respond, prepare: script.prepare, reset: () => undefined };
}

const NUMBERED = /^\d+$/;
/** The first boundary cases of an operation test one edge each, the first invalid ones a keyword each. */
const FIRST_CASES: Readonly<Partial<Record<string, number>>> = { boundary: 5, invalid: 10 };

/**
 * Keeps the first cases of each kind that counts in tens, and no fault of the network that lasts until a time limit.
 * Requests with a name of their own are kept, as each shows a different fault. `npm run nightly` keeps all cases.
 */
export function shortened(workload: Workload): Workload {
  if (process.env['PARITY_NIGHTLY'] === '1') return workload;
  const counts = new Map<string, number>();
  const cases = workload.plan.cases.filter(({ case: { operation, provenance } }) => {
    if (NETWORK_FAULTS.get(provenance.name)?.isEndless === true) return false;
    const most = FIRST_CASES[provenance.kind];
    if (most === undefined || (provenance.kind === 'invalid' && !NUMBERED.test(provenance.name))) return true;
    const key = `${provenance.kind} ${operation}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= most;
  });
  return { ...workload, plan: { ...workload.plan, cases } };
}

export async function notesWorkload(phases: Iterable<string> = PHASES): Promise<Workload> {
  const contract = await contractIn('notes.openapi.yaml');
  const values = new Map([['note_id', { known: KNOWN_IDS, only: false }]]);
  const plan = fewSequences(planCases(contract, contract.operations, new Set(phases), { seed: 1, runs: 3, values }));
  return { contract, plan, serve: () => served(new NotesService(contract)) };
}

/**
 * Runs every case of the contract through two surfaces, each with its own tap and service, and judges the results by
 * every rule.
 */
export function runMiniature(workload: Workload, setup: Setup): Promise<MiniatureRun> {
  return withBackendRun(workload, setup, () => undefined, driven);
}

/** Runs every case as `runMiniature` does, and takes the digest of what the surface under test sent and received. */
export async function recordMiniature(workload: Workload, setup: Setup): Promise<RecordedRun> {
  const records = new Set<string>();
  const record = (...parts: readonly unknown[]): void => void records.add(JSON.stringify(parts).replace(ASSIGNED, '…'));
  const run = await withBackendRun(workload, setup, record, driven);
  const sorted = [...records].toSorted().join('\n');
  return { ...run, digest: createHash('sha256').update(sorted).digest('hex') };
}

async function driven(run: BackendRun): Promise<MiniatureRun> {
  const result = await driveBackend(run);
  const found = groupedClusters(run.options.clusters);
  const proofs = await Promise.all(found.map((cluster) => proofOf(run, cluster)));
  return { found, result, proofs };
}

function proofOf(run: BackendRun, { rule, smallest }: Cluster): Promise<Proof | undefined> {
  const { case: shown, violation } = smallest;
  const shows = showsViolation(run.context, rule.id, violation);
  return recordProof(run, { case: shown, surface: violation.surface, shows, compare: violation.blame === 'surface' });
}

/**
 * Runs every case as `runMiniature` does, and returns the findings with their minimised cases, as a report contains
 * them.
 */
export function findings(workload: Workload, setup: Setup): Promise<readonly Found[]> {
  return withBackendRun(
    workload,
    setup,
    () => undefined,
    async (run) => {
      await driveBackend(run);
      const { contract, plan } = workload;
      const faults = await minimise(run.options.clusters, { backendRuns: [run], contract, plan, stopped: () => false });
      return faults.map(trialFinding);
    },
  );
}

async function withBackendRun<T>(
  { contract, plan, serve }: Workload,
  {
    surface = FAITHFUL,
    service = (respond) => respond,
    workload,
    backend = SCRIPTED.has(workload ?? 'notes') ? 'scripted' : 'reference',
    timeoutMs = 5000,
  }: Setup,
  record: Recorder,
  work: (run: BackendRun) => Promise<T>,
): Promise<T> {
  const run = await openBackendRun({
    contract,
    plan,
    clusters: new Clusters(),
    timeoutMs,
    backend: wrappedBackend(serve, backend, service, record),
    surfaces: [
      { id: SURFACES[0], driver: miniatureSurface(), lanes: 1 },
      { id: SURFACES[1], driver: miniatureSurface(surface, record), lanes: 1 },
    ],
    token: TOKEN,
    prefix: 'mini',
    root: '.',
    bound: () => true,
    stopped: () => false,
    aborted: () => false,
    progress: () => undefined,
  });
  try {
    return await work(run);
  } finally {
    await run.close();
  }
}

type Recorder = (...parts: readonly unknown[]) => void;

/** Values that differ from run to run: ids, times and ports. */
const ASSIGNED = /127\.0\.0\.1:\d+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z/g;

function wrappedBackend(serve: Workload['serve'], kind: BackendKind, wrap: Wrap, record: Recorder): Backend {
  let lanes = 0;
  return {
    kind,
    isolated: kind === 'reference',
    start: async () => {
      const service = serve();
      const lane = lanes;
      lanes += 1;
      const respond = wrap((request) => service.respond(request), lane);
      const recorded = async (request: RequestMessage): Promise<Reply> => {
        const reply = await respond(request);
        if (lane === 1) record(readable(request), readable(reply));
        return reply;
      };
      const prepare = service.prepare && { prepare: service.prepare };
      return { respond: recorded, ...prepare, reset: async () => service.reset(), stop: async () => undefined };
    },
  };
}

function readable(message: RequestMessage | Reply): object {
  return 'body' in message ? { ...message, body: Buffer.from(message.body).toString() } : message;
}

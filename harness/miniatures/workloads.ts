import { join } from 'node:path';
import type { Case } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import { contractAt } from '../../contract/fixtures/contracts.js';
import type { RequestMessage } from '../../contract/wire/message.js';
import { NETWORK_FAULTS } from '../../surfaces/network-faults.js';
import type { FailedResponse, WholeResponse } from '../../surfaces/exchange.js';
import { CASE_PHASES, type CasePlan, planCases } from '../engine/plan/case-plan.js';
import { planResponses } from '../engine/plan/replies/response-plan.js';
import { planStreams } from '../engine/plan/replies/stream-plan.js';
import { responseScript } from '../backends/response-script.js';
import { planFaults } from '../engine/plan/replies/fault-plan.js';
import { faultScript } from '../backends/fault-scripts.js';
import { streamScript } from '../backends/stream-scripts.js';
import { JobsService } from './jobs-service.js';
import { KNOWN_IDS, NotesService } from './notes-service.js';
import { RacksService } from './racks-service.js';
import { ShelfService } from './shelf-service.js';
import { TasksService } from './tasks-service.js';

export type Reply = WholeResponse | FailedResponse;

/**
 * The names of the workloads. Some need an explanation:
 * - `gates` runs the examples of notes with decisions at human gates.
 * - `scripts` runs event streams of jobs in every spelling.
 * - `replies` runs scripted replies to the operations of notes.
 * - `network` runs jobs with network faults.
 * - `overlap` runs concurrent calls of notes.
 */
export type WorkloadName =
  | 'notes'
  | 'gates'
  | 'jobs'
  | 'scripts'
  | 'replies'
  | 'network'
  | 'shelf'
  | 'tasks'
  | 'racks'
  | 'overlap';

/** Workloads in which the harness, and not a service, makes the replies. */
export const SCRIPTED: ReadonlySet<WorkloadName> = new Set(['scripts', 'replies', 'network']);

const PHASES: ReadonlySet<string> = new Set([...CASE_PHASES, 'sequences']);
/** Names of the sequences that run. Together, these sequences show every fault that needs a sequence. */
const SEQUENCES: ReadonlySet<string> = new Set([
  'stored-0',
  'pages',
  'added',
  'crossed',
  'resumed',
  'repeated',
  'conflict',
  'reproduced',
  'equal',
  'framed-createNote',
  'head-probeNote',
  'read-only',
  'wrong-tokens',
  'running',
]);

/** A contract, all its cases, and a service that implements it. */
export interface Workload {
  readonly contract: Contract;
  readonly plan: CasePlan;
  /** Starts an instance of the service, or of the script that makes the replies. */
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
    tasks: await tasksWorkload(),
    racks: await racksWorkload(),
    overlap: await overlapWorkload(),
  };
}

function contractIn(name: string): Promise<Contract> {
  return contractAt(join(import.meta.dirname, name), { root: import.meta.dirname, prefix: 'mini' });
}

/** The contract of notes without its cases, which take a second to make. */
export function notesContract(): Promise<Contract> {
  return contractIn('notes.openapi.yaml');
}

async function jobsWorkload(): Promise<Workload> {
  const contract = await contractIn('jobs.openapi.yaml');
  const plan = fewSequences(planCases(contract, contract.operations, PHASES, { seed: 1, runs: 3, values: new Map() }));
  return { contract, plan, serve: () => served(new JobsService(contract)) };
}

async function scriptsWorkload(): Promise<Workload> {
  const { contract, plan } = await jobsWorkload();
  return {
    contract,
    plan: planStreams({ contract, maker: plan.maker }, contract.operations),
    serve: () => scripted(streamScript(contract)),
  };
}

/** Scripted replies to the operations of notes. Cases that are marked as extra are removed, to keep the run short. */
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

/** The workload of tasks, which are changed after they are created. */
async function tasksWorkload(): Promise<Workload> {
  const contract = await contractIn('tasks.openapi.yaml');
  const phases = new Set(['examples', 'sequences']);
  const plan = planCases(contract, contract.operations, phases, { seed: 1, runs: 3, values: new Map() });
  const sequences = plan.sequences?.filter(({ name }) => CHANGES.test(name)) ?? [];
  return { contract, plan: { ...plan, sequences }, serve: () => served(new TasksService()) };
}

const CHANGES =
  /^(?:acted|conditional|content|modified|recreated|refused-after|removed|replaced|selected|timed|unknown|updated)/;

/** The workload of racks, and of the slots that a PUT creates in them. */
async function racksWorkload(): Promise<Workload> {
  const contract = await contractIn('racks.openapi.yaml');
  const phases = new Set(['examples', 'sequences']);
  const plan = planCases(contract, contract.operations, phases, { seed: 1, runs: 3, values: new Map() });
  return { contract, plan, serve: () => served(new RacksService()) };
}

async function overlapWorkload(): Promise<Workload> {
  const { plan, ...workload } = await notesWorkload(['sequences'], (all) => all);
  return {
    ...workload,
    plan: { ...plan, sequences: plan.sequences?.filter(({ isAtOnce }) => isAtOnce === true) ?? [] },
  };
}

function fewSequences(plan: CasePlan): CasePlan {
  return plan.sequences === undefined
    ? plan
    : { ...plan, sequences: plan.sequences.filter(({ name }) => SEQUENCES.has(name)) };
}

function served(service: NotesService | JobsService | ShelfService | TasksService | RacksService): Served {
  return { respond: (request) => service.respond(request), reset: () => service.reset() };
}

function scripted(script: {
  readonly respond: (request: RequestMessage) => Reply;
  readonly prepare: (toRun: Case) => void;
}): Served {
  return { respond: script.respond, prepare: script.prepare, reset: () => undefined };
}

const NUMBERED = /^\d+$/;
/**
 * For each kind of case, the number of cases that run for one operation. Each of the first boundary cases tests one
 * edge, and each of the first invalid cases tests one keyword.
 */
const FIRST_CASES: Readonly<Partial<Record<string, number>>> = { boundary: 5, invalid: 10 };

/**
 * Keeps only the first boundary cases and the first numbered invalid cases of each operation. Network faults that last
 * as long as a time limit are removed. `npm run nightly` keeps all cases.
 */
export function shortened(workload: Workload): Workload {
  if (process.env['PARITY_NIGHTLY'] === '1') return workload;
  const counts = new Map<string, number>();
  const cases = workload.plan.cases.filter(({ case: { operation, provenance } }) => {
    const fault = NETWORK_FAULTS.get(provenance.name);
    if ((fault?.isEndless ?? fault?.isLong ?? fault?.isIdle ?? fault?.isLate) === true) return false;
    const most = FIRST_CASES[provenance.kind];
    if (most === undefined || (provenance.kind === 'invalid' && !NUMBERED.test(provenance.name))) return true;
    const key = `${provenance.kind} ${operation}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= most;
  });
  return { ...workload, plan: { ...workload.plan, cases } };
}

export async function notesWorkload(
  phases: Iterable<string> = PHASES,
  selected: (plan: CasePlan) => CasePlan = fewSequences,
): Promise<Workload> {
  const contract = await notesContract();
  const values = new Map([['note_id', { known: KNOWN_IDS, only: false }]]);
  const plan = selected(planCases(contract, contract.operations, new Set(phases), { seed: 1, runs: 3, values }));
  return { contract, plan, serve: () => served(new NotesService(contract)) };
}

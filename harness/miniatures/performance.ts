import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Case } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import type { RequestMessage } from '../../contract/wire/message.js';
import { readContract } from '../../contract/reading/read-contract.js';
import type { Proof } from '../../rules/proof.js';
import type { BackendKind } from '../../rules/rule.js';
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
import { planStreams } from '../engine/plan/stream-plan.js';
import { streamScript } from '../backends/stream-scripts.js';
import { JobsService } from './jobs-service.js';
import { KNOWN_IDS, NotesService, TOKEN } from './notes-service.js';
import { ShelfService } from './shelf-service.js';
import { FAITHFUL, type Steps, miniatureSurface } from './surface.js';

export type Reply = WholeResponse | FailedResponse;

/** A service behind the faithful one: sees each request before it and each reply after it. `lane` counts from 0. */
export type Wrap = (respond: (request: RequestMessage) => Reply, lane: number) => (request: RequestMessage) => Reply | Promise<Reply>;

export interface Performance {
  /** What was found, one cause each, as a run would tell it. */
  readonly found: readonly Cluster[];
  readonly result: BackendRunResult;
  /** The proof of each that was found. */
  readonly proofs: readonly (Proof | undefined)[];
  /** Digest of what the surface under test sent, was sent and told, in no order: to see whether two performances differ. */
  readonly script: string;
}

export interface Cast {
  /** The steps of the surface under test, or what makes them for each session; a faithful one plays beside it. */
  readonly surface?: Steps | (() => Steps);
  readonly service?: Wrap;
  readonly backend?: BackendKind;
  readonly timeoutMs?: number;
  /** What is played. Default: `notes`. */
  readonly piece?: PieceName;
}

/** `scripts`: the streams of jobs, in every spelling. */
export type PieceName = 'notes' | 'jobs' | 'scripts' | 'shelf';

/** Surfaces of every performance: the second is the one under test. */
export const SURFACES = ['faithful', 'tested'] as const;

/** The piece: a contract and every case of it. */
export interface Piece {
  readonly contract: Contract;
  readonly plan: CasePlan;
  /** The faithful service of one lane, or what takes its place. */
  readonly serve: () => Served;
}

interface Served {
  readonly respond: (request: RequestMessage) => Reply;
  readonly reset: () => void;
  readonly prepare?: (toRun: Case) => void;
}

export async function pieces(): Promise<Readonly<Record<PieceName, Piece>>> {
  return { notes: await notesPiece(), jobs: await jobsPiece(), scripts: await scriptsPiece(), shelf: await shelfPiece() };
}

async function contractIn(name: string): Promise<Contract> {
  const reading = await readContract(join(import.meta.dirname, name), { root: import.meta.dirname, prefix: 'mini' });
  if (reading.kind === 'faults') throw new Error(JSON.stringify(reading.faults));
  return reading.contract;
}

async function jobsPiece(): Promise<Piece> {
  const contract = await contractIn('jobs.openapi.yaml');
  const plan = planCases(contract, contract.operations, new Set(CASE_PHASES), { seed: 1, runs: 3, values: new Map() });
  return { contract, plan, serve: () => served(new JobsService(contract)) };
}

async function scriptsPiece(): Promise<Piece> {
  const { contract, plan } = await jobsPiece();
  return { contract, plan: planStreams(plan, contract.operations), serve: () => scripted(contract) };
}

async function shelfPiece(): Promise<Piece> {
  const contract = await contractIn('shelf.openapi.yaml');
  const plan = planCases(contract, contract.operations, new Set(CASE_PHASES), { seed: 1, runs: 3, values: new Map() });
  return { contract, plan, serve: () => served(new ShelfService()) };
}

function served(service: NotesService | JobsService | ShelfService): Served {
  return { respond: (request) => service.respond(request), reset: () => service.reset() };
}

function scripted(contract: Contract): Served {
  const script = streamScript(contract);
  return { respond: script.respond, prepare: script.prepare, reset: () => undefined };
}

export async function notesPiece(): Promise<Piece> {
  const contract = await contractIn('notes.openapi.yaml');
  const plan = planCases(contract, contract.operations, new Set(CASE_PHASES), {
    seed: 1,
    runs: 3,
    values: new Map([['note_id', { known: KNOWN_IDS, only: false }]]),
  });
  return { contract, plan, serve: () => served(new NotesService(contract)) };
}

/** Every case of the contract through two surfaces, taps and services, judged by every rule. */
export function perform(piece: Piece, cast: Cast): Promise<Performance> {
  return onStage(piece, cast, async (pass, script) => {
    const result = await driveBackend(pass);
    const sent = [...script].toSorted().join('\n');
    const found = groupedClusters(pass.options.clusters);
    const proofs = await Promise.all(found.map((cluster) => proofOf(pass, cluster)));
    return { found, result, proofs, script: createHash('sha256').update(sent).digest('hex') };
  });
}

function proofOf(pass: BackendRun, { rule, smallest }: Cluster): Promise<Proof | undefined> {
  const { case: shown, violation } = smallest;
  const shows = showsViolation(pass.context, rule.id, violation);
  return recordProof(pass, { case: shown, surface: violation.surface, shows, compare: violation.blame === 'surface' });
}

/** The same, as a run would tell it: with the smallest cases. */
export function findings(piece: Piece, cast: Cast): Promise<readonly Found[]> {
  return onStage(piece, cast, async (pass) => {
    await driveBackend(pass);
    const { contract, plan } = piece;
    const faults = await minimise(pass.options.clusters, { backendRuns: [pass], contract, plan, stopped: () => false });
    return faults.map(trialFinding);
  });
}

async function onStage<T>(
  { contract, plan, serve }: Piece,
  {
    surface = FAITHFUL,
    service = (respond) => respond,
    piece,
    backend = piece === 'scripts' ? 'scripted' : 'reference',
    timeoutMs = 5000,
  }: Cast,
  play: (pass: BackendRun, script: ReadonlySet<string>) => Promise<T>,
): Promise<T> {
  const script = new Set<string>();
  const note = (...told: readonly unknown[]): void => void script.add(JSON.stringify(told).replace(ASSIGNED, '…'));
  const pass = await openBackendRun({
    contract,
    plan,
    clusters: new Clusters(),
    timeoutMs,
    backend: wrappedBackend(serve, backend, service, note),
    surfaces: [
      { id: SURFACES[0], driver: miniatureSurface(), lanes: 1 },
      { id: SURFACES[1], driver: miniatureSurface(surface, note), lanes: 1 },
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
    return await play(pass, script);
  } finally {
    await pass.close();
  }
}

/** What differs from one performance to the next: identifiers, times and ports. */
const ASSIGNED = /127\.0\.0\.1:\d+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z/g;

function wrappedBackend(serve: Piece['serve'], kind: BackendKind, wrap: Wrap, note: (...told: readonly unknown[]) => void): Backend {
  let lanes = 0;
  return {
    kind,
    isolated: kind === 'reference',
    start: async () => {
      const service = serve();
      const lane = lanes;
      lanes += 1;
      const respond = wrap((request) => service.respond(request), lane);
      const noted = async (request: RequestMessage): Promise<Reply> => {
        const reply = await respond(request);
        if (lane === 1) note(readable(request), readable(reply));
        return reply;
      };
      const prepare = service.prepare && { prepare: service.prepare };
      return { respond: noted, ...prepare, reset: async () => service.reset(), stop: async () => undefined };
    },
  };
}

function readable(message: RequestMessage | Reply): object {
  return 'body' in message ? { ...message, body: Buffer.from(message.body).toString() } : message;
}

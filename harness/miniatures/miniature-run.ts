import { createHash } from 'node:crypto';
import type { RequestMessage } from '../../contract/wire/message.js';
import type { Proof } from '../../rules/proof.js';
import type { BackendKind } from '../../rules/rule.js';
import type { Backend } from '../backends/backend.js';
import type { Responder } from '../tap/tap.js';
import { trialFinding } from '../engine/entries/findings.js';
import { entryFaults } from '../engine/entries/fixtures/entry-faults.js';
import { type Cluster, Clusters } from '../engine/group/cluster.js';
import type { Found } from '../engine/group/found.js';
import { groupedClusters } from '../engine/group/steps/pipeline.js';
import { type BackendRun, openBackendRun } from '../engine/drive/backend-run.js';
import { type BackendRunResult, driveBackend } from '../engine/drive/drive-backend.js';
import { minimise } from '../engine/minimise/minimise.js';
import { recordProof } from '../engine/proof/record-proof.js';
import { showsViolation } from '../engine/proof/shows-violation.js';
import { TOKEN } from './notes-service.js';
import { FAITHFUL, type Steps, miniatureSurface } from './surface.js';
import { type Reply, type Workload, type WorkloadName, SCRIPTED } from './workloads.js';

/**
 * Wraps a service to change its requests or replies. `lane` is the number of the service instance, from 0. `rest`
 * resolves when the whole request body has arrived.
 */
export type Wrap = (
  respond: (request: RequestMessage) => Reply,
  lane: number,
) => (request: RequestMessage, rest?: Promise<void>) => Reply | Promise<Reply>;

export interface MiniatureRun {
  /** The violations of the run, grouped by cause. */
  readonly found: readonly Cluster[];
  readonly result: BackendRunResult;
  /** The proof of each group in `found`, in the same order. */
  readonly proofs: readonly (Proof | undefined)[];
}

export interface RecordedRun extends MiniatureRun {
  /**
   * A digest of what the surface under test sent, received and returned, independent of the order. Two runs with
   * different digests differ.
   */
  readonly digest: string;
}

export interface Setup {
  /**
   * The steps of the surface under test, or a function that makes them for each session. A faithful surface runs at the
   * same time.
   */
  readonly surface?: Steps | (() => Steps);
  readonly service?: Wrap;
  readonly backend?: BackendKind;
  readonly timeoutMs?: number;
  /** The option `unknownMembers` of `SurfaceConfig`, for the surface under test. */
  readonly unknownMembers?: 'lost';
  /** The workload to run. Default: `notes`. */
  readonly workload?: WorkloadName;
}

/** The surfaces of each run. The second surface is under test. */
export const SURFACES = ['faithful', 'tested'] as const;

/**
 * Runs every case of the contract through two surfaces, each with its own tap and service, and judges the results by
 * every rule.
 */
export function runMiniature(workload: Workload, setup: Setup): Promise<MiniatureRun> {
  return withBackendRun(workload, setup, () => undefined, driven);
}

/** Runs the miniature, and computes the digest of what the surface under test sent and received. */
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

/** Runs the miniature, and returns the findings with their minimised cases, as a report contains them. */
export function findings(workload: Workload, setup: Setup): Promise<readonly Found[]> {
  return withBackendRun(
    workload,
    setup,
    () => undefined,
    async (run) => {
      await driveBackend(run);
      const { contract, plan } = workload;
      const faults = await minimise(run.options.clusters, { backendRuns: [run], contract, plan, stopped: () => false });
      const all = faults.map((fault) => trialFinding(contract, fault));
      const invalid = all.flatMap(({ finding }) => entryFaults(finding));
      if (invalid.length > 0) throw new Error(`the report is invalid: ${invalid.join(', ')}`);
      return all;
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
    unknownMembers,
  }: Setup,
  record: Recorder,
  work: (run: BackendRun) => Promise<T>,
): Promise<T> {
  const run = await openBackendRun({
    contract,
    plan,
    clusters: new Clusters(SURFACES),
    timeoutMs,
    backend: wrappedBackend(serve, backend, service, record),
    surfaces: [
      { id: SURFACES[0], driver: miniatureSurface(), lanes: 1 },
      {
        id: SURFACES[1],
        driver: miniatureSurface(surface, record),
        lanes: 1,
        ...(unknownMembers && { unknownMembers }),
      },
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

/** Matches values that differ from run to run: ids, times and ports. */
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
      const recorded: Responder = async (request, { upload } = {}) => {
        upload?.begun();
        const reply = await respond(request, upload?.rest);
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

import type { ContractCoverage } from '../../../contract/coverage/contract-coverage.js';
import type { Contract } from '../../../contract/contract.js';
import type { OperationId } from '../../../contract/operation.js';
import { ParityError } from '../../../contract/parity-error.js';
import { mayEndWithSlash } from '../../../contract/server-urls.js';
import type { HeaderPair } from '../../../contract/wire/message.js';
import type { Credentials } from '../../../contract/wire/request/credentials.js';
import { type AssignedMembers, REAL_SERVICE, type TrialContext, type TrialRule } from '../../../rules/rule.js';
import type { Driver } from '../../../surfaces/driver.js';
import type { SurfaceDescription, SurfaceId } from '../../../surfaces/observation.js';
import type { Backend } from '../../backends/backend.js';
import type { RequestServers } from '../../backends/service/server-addresses.js';
import type { CasePlan } from '../plan/case-plan.js';
import type { Effort } from '../plan/planned/planned-case.js';
import type { TriedKinds } from '../plan/quick-plan.js';
import type { SurfaceRuns } from '../plan/surface-runs.js';
import type { Clusters } from '../group/cluster.js';
import type { Stages } from '../shards/stages.js';
import { InstanceCalls, assignedMembers } from './assigned-members.js';
import { UnansweredCalls } from './lane/direct-client.js';
import { ItemGuard } from './lane/item-guard.js';
import { Lane, type LaneOptions } from './lane/lane.js';
import { ServiceWatch } from './lane/service-watch.js';
import type { Turn } from './turns.js';
import { ReturnedItems } from './lane/returned-items.js';
import { SpareBackends } from './spare-backends.js';
import { untilStopped } from './lane/stopping.js';
import type { Tallies } from '../judge/tally.js';

export interface DrivenSurface extends Effort {
  readonly id: SurfaceId;
  readonly driver: Driver;
  readonly lanes: number;
  /** Path that the generated client appends to its base URL. */
  readonly basePath?: string;
  /** The option `servers` of `SurfaceConfig`. */
  readonly servers?: 'each' | 'one';
  /**
   * For each operation, the permitted reasons for which the surface may be unable to express an input. Each is a text
   * from the configuration; a reason that the driver reports is permitted if it contains one of these texts.
   */
  readonly inexpressible?: ReadonlyMap<OperationId, readonly string[]>;
  /** The option `unknownMembers` of `SurfaceConfig`. */
  readonly unknownMembers?: 'lost';
}

export interface BackendRunOptions extends Credentials {
  readonly contract: Contract;
  readonly backend: Backend;
  readonly surfaces: readonly DrivenSurface[];
  /** Surfaces that run no cases of their own. They only make calls in sequences that need a second surface. */
  readonly companions?: readonly DrivenSurface[];
  readonly plan: CasePlan;
  /** The servers that the contract lists for only some operations, in addition to the main server. */
  readonly servers?: RequestServers;
  readonly clusters: Clusters;
  /** Set in a shard: collects the results of each stage of the run. */
  readonly stages?: Stages;
  /** Records which cases ran and which replies were received. */
  readonly coverage?: ContractCoverage;
  /** Headers that are added to each request after it was recorded. The curl command of a finding must send them too. */
  readonly addedHeaders?: readonly HeaderPair[];
  readonly prefix: string;
  readonly root: string;
  readonly timeoutMs: number;
  readonly maxBodyBytes?: number;
  /** The rules to apply. Default: the rules of the catalogue. */
  readonly rules?: readonly TrialRule[];
  /** Whether the operation is bound to the surface, which means that the surface must offer it. */
  readonly bound: (surface: SurfaceId, operation: OperationId) => boolean;
  /** Limits the cases that each surface runs. If omitted, each surface runs every case. */
  readonly runs?: SurfaceRuns;
  /** The kinds of cases that each surface tries on earlier contracts of a quick run (see `leftToEarlier`). */
  readonly tried?: TriedKinds['bySurface'];
  /**
   * Set if the trials of other runs are judged first. A shard does not need it, because it records its results in the
   * order of the runs.
   */
  readonly turn?: Turn;
  readonly stopped: () => boolean;
  /** Whether single cases have used up their share of the time budget, so that the sequences begin. Default: never. */
  readonly enoughCases?: () => boolean;
  readonly aborted: () => boolean;
  /** Aborts when the run is stopped. Calls in progress and surfaces that are still starting are then abandoned. */
  readonly signal?: AbortSignal;
  /** Called after each batch of judged trials, with the tallies of all trials so far. */
  readonly judged?: (tallies: Tallies) => void;
  /** Called after each call of an operation. */
  readonly called?: LaneOptions['called'];
  readonly progress: (surface: SurfaceId, done: number, total: number) => void;
}

export interface BackendRun {
  readonly options: BackendRunOptions;
  readonly context: TrialContext;
  readonly lanes: ReadonlyMap<SurfaceId, readonly Lane[]>;
  readonly descriptions: ReadonlyMap<SurfaceId, SurfaceDescription>;
  /** Surfaces that could not be started, each with its error. */
  readonly unavailable: ReadonlyMap<SurfaceId, ParityError>;
  readonly unanswered: UnansweredCalls;
  /**
   * The items that create operations have returned so far. Omitted if the lanes do not share the state of the service.
   */
  readonly returned?: ReturnedItems;
  /** Set if the service may contain items that the check did not create. It states which calls were not sent. */
  readonly guard?: ItemGuard;
  /** Set if the service is never reset: detects that the service stops or refuses the token. */
  readonly watch?: ServiceWatch;
  /** Instances of the service whose sessions have ended. After a reset, new sessions use them again. */
  readonly spares: SpareBackends;
  close(): Promise<void>;
}

/**
 * Starts all lanes of all surfaces on one backend in parallel. A surface that does not start is listed in
 * `unavailable`.
 */
export async function openBackendRun(options: BackendRunOptions): Promise<BackendRun> {
  const lanes = new Map<SurfaceId, readonly Lane[]>();
  const unavailable = new Map<SurfaceId, ParityError>();
  const unanswered = new UnansweredCalls();
  const returned = options.backend.isolated ? undefined : returnedItems(options);
  const { backend, contract, plan } = options;
  const guard = backend.hasOthersItems && new ItemGuard(contract, plan.maker.options.values);
  const watch = backend.isolated || !REAL_SERVICE.has(backend.kind) ? undefined : new ServiceWatch();
  const shared = {
    options,
    unanswered,
    ...(returned && { returned }),
    ...(guard && { guard }),
    ...(watch && { watch }),
  };
  // The instances for the lanes are started before all others, because tests identify an instance by its number.
  const opening = Promise.all(
    options.surfaces.map(async (surface) => {
      const opened = await Promise.allSettled(Array.from({ length: surface.lanes }, () => openLane(shared, surface)));
      const failed = opened.find((result) => result.status === 'rejected');
      const started = opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      if (failed === undefined) lanes.set(surface.id, started);
      else {
        await Promise.allSettled(started.map((lane) => lane.close()));
        unavailable.set(surface.id, asParityError(failed.reason, surface.id));
      }
    }),
  );
  const spares = new SpareBackends(options.backend);
  const learning = assignedOn(options, spares);
  // `learning` is awaited after the lanes are open, so that the lanes are closed even if `learning` fails. Until then,
  // its rejection must not count as unhandled.
  learning.catch(() => undefined);
  await opening;
  const inOrder = new Map(
    options.surfaces.flatMap(({ id }) => (lanes.has(id) ? [[id, lanes.get(id) ?? []] as const] : [])),
  );
  const learned = await learning;
  const assigned = inOrder.size < 2 ? undefined : learned;
  const sessions = [...inOrder].flatMap(([id, [lane]]) => (lane === undefined ? [] : [[id, lane.session] as const]));
  return {
    ...shared,
    lanes: inOrder,
    unavailable,
    spares,
    descriptions: new Map(sessions.map(([id, session]) => [id, session.description])),
    context: {
      contract: options.contract,
      backend: options.backend.kind,
      observes: new Map(sessions.map(([id, session]) => [id, session.observes])),
      inexpressible: new Map(
        options.surfaces.flatMap(({ id, inexpressible }) => (inexpressible === undefined ? [] : [[id, inexpressible]])),
      ),
      losesUnknown: new Set(
        options.surfaces.filter(({ unknownMembers }) => unknownMembers !== undefined).map(({ id }) => id),
      ),
      token: options.token,
      ...(options.credentials !== undefined && { credentials: options.credentials }),
      ...(options.rules && { rules: options.rules.filter(({ backends }) => backends.has(options.backend.kind)) }),
      collections: options.plan.collections ?? [],
      ...(assigned && { assigned }),
      isolated: options.backend.isolated,
    },
    close: async () => {
      const closing = [...inOrder.values()].flat().map((lane) => lane.close());
      await Promise.allSettled([...closing, spares.close()]);
    },
  };
}

/**
 * Finds the members whose values the service assigns. The comparison of replies ignores these members. `undefined` if
 * replies are not compared, because only one surface runs or the surfaces share the same state. The search uses
 * separate instances of the service. If it used the instance of a lane, a fault that depends on all earlier calls of
 * the lane might not be reproduced later.
 */
async function assignedOn(options: BackendRunOptions, spares: SpareBackends): Promise<AssignedMembers | undefined> {
  const { backend, plan, surfaces, stopped, signal } = options;
  if (surfaces.length < 2 || !backend.isolated || !REAL_SERVICE.has(backend.kind) || plan.cases.length === 0)
    return undefined;
  const starting = await Promise.allSettled([spares.take(signal), spares.take(signal)]);
  const instances = starting.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  try {
    for (const result of starting) if (result.status === 'rejected') throw result.reason;
    const [one, other] = instances.map((instance) => new InstanceCalls(options, instance));
    return one && other && (await assignedMembers([one, other], plan.cases, stopped));
  } catch (error) {
    // If the service does not start, the lanes report the error.
    if (error instanceof ParityError) return undefined;
    throw error;
  } finally {
    await Promise.allSettled(instances.map((instance) => instance.stop()));
  }
}

/**
 * Opens one more lane of a surface, with a new session. If `service` is `spare`, the lane may use a reset instance of
 * the service that an earlier session has used. The caller must close the lane.
 */
export function freshLane(backendRun: BackendRun, surface: SurfaceId, service: 'new' | 'spare'): Promise<Lane> {
  const found = surfaceNamed(backendRun.options, surface);
  return service === 'new'
    ? openLane(backendRun, found)
    : openLane(backendRun, found, (signal) => backendRun.spares.take(signal));
}

function surfaceNamed({ surfaces, companions = [] }: BackendRunOptions, surface: SurfaceId): DrivenSurface {
  const found = [...surfaces, ...companions].find(({ id }) => id === surface);
  if (found !== undefined) return found;
  throw new ParityError(
    'surface-unknown',
    `unknown surface ${surface}`,
    'Add the surface to the configuration: the case makes one of its earlier calls on this surface.',
  );
}

function openLane(
  {
    options,
    unanswered,
    returned = returnedItems(options),
    guard,
    watch,
  }: Pick<BackendRun, 'options' | 'unanswered' | 'returned' | 'guard' | 'watch'>,
  surface: DrivenSurface,
  start: Backend['start'] = (signal) => options.backend.start(signal),
): Promise<Lane> {
  const probes =
    surface.id === options.surfaces[0]?.id && options.backend.isolated && REAL_SERVICE.has(options.backend.kind);
  const openCompanion: LaneOptions['openCompanion'] = async (id, service) => {
    return Lane.open(laneOptionsOf(options, surfaceNamed(options, id)), async () => service);
  };
  const { unserved } = options.plan;
  const own = {
    probes,
    unanswered,
    returned,
    openCompanion,
    ...(unserved && { unserved }),
    ...(guard && { guard }),
    ...(watch && { watch }),
  };
  const open = (): Promise<Lane> => Lane.open({ ...laneOptionsOf(options, surface), ...own }, start);
  return untilStopped(options.signal, open, (lane) => void lane.close());
}

function returnedItems({ plan: { collections = [] } }: BackendRunOptions): ReturnedItems {
  return new ReturnedItems(collections);
}

function laneOptionsOf(
  { servers: all, ...options }: BackendRunOptions,
  { id, driver, basePath, servers }: DrivenSurface,
): LaneOptions {
  return {
    ...options,
    surface: id,
    driver,
    ...(basePath !== undefined && { basePath }),
    ...(options.backend.kind === 'scripted' && mayEndWithSlash(options.contract.document) && { isUrlWithSlash: true }),
    ...(servers === 'each' && all && { servers: all }),
  };
}

export function asParityError(reason: unknown, surface: SurfaceId): ParityError {
  if (reason instanceof ParityError) return reason;
  const message = reason instanceof Error ? reason.message : String(reason);
  return new ParityError(
    'surface-unavailable',
    `${surface} could not be started: ${message}`,
    'Start the surface by hand, with the command of the configuration, and fix the errors that it reports.',
    { cause: reason },
  );
}

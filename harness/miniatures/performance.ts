import { join } from 'node:path';
import type { Contract } from '../../contract/contract.js';
import type { RequestMessage } from '../../contract/wire/message.js';
import { readContract } from '../../contract/read-contract.js';
import type { BackendKind } from '../../rules/rule.js';
import type { FailedResponse, WireResponse } from '../../surfaces/exchange.js';
import type { Backend } from '../backends/backend.js';
import { CASE_PHASES, planCases } from '../engine/case-plan.js';
import { type Cluster, Clusters } from '../engine/cluster.js';
import { type PassResult, openPass, runPass } from '../engine/pass.js';
import { KNOWN_IDS, NotesService, TOKEN } from './notes-service.js';
import { FAITHFUL, type Steps, miniatureSurface } from './surface.js';

export type Reply = WireResponse | FailedResponse;

/** A service behind the faithful one: sees each request before it and each reply after it. `lane` counts from 0. */
export type Wrap = (respond: (request: RequestMessage) => Reply, lane: number) => (request: RequestMessage) => Reply | Promise<Reply>;

export interface Performance {
  /** What was found, one cause each, as a run would tell it. */
  readonly found: readonly Cluster[];
  readonly result: PassResult;
}

export interface Cast {
  /** The steps of the surface under test; a faithful one plays beside it. */
  readonly surface?: Steps;
  readonly service?: Wrap;
  readonly backend?: BackendKind;
  readonly timeoutMs?: number;
}

/** Surfaces of every performance: the second is the one under test. */
export const SURFACES = ['faithful', 'tested'] as const;

export async function notesContract(): Promise<Contract> {
  const reading = await readContract(join(import.meta.dirname, 'notes.openapi.yaml'), { root: import.meta.dirname, prefix: 'mini' });
  if (reading.kind === 'faults') throw new Error(JSON.stringify(reading.faults));
  return reading.contract;
}

/** Every case of the contract through two surfaces, taps and services, judged by every rule. */
export async function perform(contract: Contract, { surface = FAITHFUL, service = (respond) => respond, backend = 'reference', timeoutMs = 5000 }: Cast): Promise<Performance> {
  const clusters = new Clusters();
  const pass = await openPass({
    contract, clusters, timeoutMs,
    backend: notesBackend(contract, backend, service),
    surfaces: [
      { id: SURFACES[0], driver: miniatureSurface(), lanes: 1 },
      { id: SURFACES[1], driver: miniatureSurface(surface), lanes: 1 },
    ],
    plan: planCases(contract, contract.operations, new Set(CASE_PHASES), { seed: 1, runs: 6, values: new Map([['note_id', { known: KNOWN_IDS, only: false }]]) }),
    token: TOKEN, prefix: 'mini', root: '.',
    bound: () => true, stopped: () => false, aborted: () => false, progress: () => undefined,
  });
  try {
    const result = await runPass(pass);
    return { found: clusters.merged(), result };
  } finally {
    await pass.close();
  }
}

function notesBackend(contract: Contract, kind: BackendKind, wrap: Wrap): Backend {
  let lane = 0;
  return {
    kind,
    isolated: kind === 'reference',
    start: async () => {
      const service = new NotesService(contract);
      const respond = wrap((request) => service.respond(request), lane);
      lane += 1;
      return { respond, reset: async () => service.reset(), stop: async () => undefined };
    },
  };
}

import { ParityError } from '../../../../contract/parity-error.js';
import type { SurfaceId } from '../../../../surfaces/observation.js';
import type { BackendInstance } from '../../../backends/backend.js';
import type { Responder } from '../../../tap/tap.js';

/**
 * Opens a lane of a surface on a service that an earlier lane started. Only the earlier lane resets and stops the
 * service.
 */
export type OpenCompanion<Lane> = (surface: SurfaceId, service: BackendInstance) => Promise<Lane>;

function noCompanion(surface: SurfaceId): Promise<never> {
  const repair = 'Report this error to the maintainers of contract-parity, with the contract.';
  return Promise.reject(
    new ParityError(
      'surface-unknown',
      `${surface} cannot be connected to the service instance that another surface uses`,
      repair,
    ),
  );
}

/**
 * Additional sessions on the service of one lane. Their surface is the surface of the lane or another one. Each session
 * is opened when it is first needed.
 */
export class Companions<Lane extends { close(): Promise<void> }> {
  private readonly opened = new Map<string, Promise<Lane>>();

  constructor(
    private readonly service: BackendInstance,
    private readonly open: OpenCompanion<Lane> = noCompanion,
  ) {}

  /** Returns the additional session of a surface. If a surface needs several sessions, `lane` distinguishes them. */
  async lane(surface: SurfaceId, respond: Responder, lane = 0): Promise<Lane> {
    const key = `${surface} ${lane}`;
    const known = this.opened.get(key) ?? this.open(surface, this.shared(respond));
    this.opened.set(key, known);
    try {
      return await known;
    } catch (error) {
      this.opened.delete(key);
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.opened.values()].map(async (opened) => (await opened).close()));
  }

  private shared(respond: Responder): BackendInstance {
    const writes = this.service.writes && { writes: this.service.writes };
    return { respond, ...writes, prepare: (toRun) => this.service.prepare?.(toRun), stop: () => Promise.resolve() };
  }
}

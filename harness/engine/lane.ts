import type { Case } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operation.js';
import { ParityError } from '../../contract/parity-error.js';
import type { Driver, DriverSession, InventoryEntry } from '../../surfaces/driver.js';
import type { Observation, SurfaceId } from '../../surfaces/observation.js';
import type { BackendInstance } from '../backends/backend.js';
import { Tap } from '../tap/tap.js';

export interface LaneOptions {
  readonly surface: SurfaceId;
  readonly driver: Driver;
  readonly contract: Contract;
  readonly token: string;
  readonly prefix: string;
  readonly timeoutMs: number;
  readonly root: string;
}

/** One started surface on a tap and a backend of its own: performs one case at a time, each from the same fresh state. */
export class Lane {
  private closed = false;

  private constructor(
    private readonly options: LaneOptions,
    private readonly tap: Tap,
    private readonly backend: BackendInstance,
    readonly session: DriverSession,
  ) {}

  static async open(options: LaneOptions, start: () => Promise<BackendInstance>): Promise<Lane> {
    const backend = await start();
    const tap = await Tap.open(backend.respond);
    try {
      const session = await options.driver.start({ ...options, baseUrl: tap.baseUrl });
      return new Lane(options, tap, backend, session);
    } catch (error) {
      await Promise.allSettled([tap.close(), backend.stop()]);
      throw error;
    }
  }

  async run(operation: Operation, toRun: Case): Promise<Observation> {
    if (this.tap.dirty) {
      await this.backend.reset?.();
      this.tap.dirty = false;
    }
    // Closed meanwhile: a driver that were called now might start anew what nobody would stop.
    if (this.closed) throw new ParityError('lane-closed', `${this.options.surface} was stopped`, 'Run the check again.');
    const outcome = await this.session.run({ operation, input: toRun.input, token: this.tokenFor(toRun), gate: toRun.gate });
    return { surface: this.options.surface, case: toRun, outcome, exchanges: await this.tap.take() };
  }

  /** What the surface offers; the requests it takes to find out are nobody's case. */
  async inventory(): Promise<readonly InventoryEntry[]> {
    try {
      return await this.session.inventory();
    } finally {
      await this.tap.take();
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.session.stop();
    await Promise.allSettled([this.tap.close(), this.backend.stop()]);
  }

  private tokenFor(toRun: Case): string | undefined {
    switch (toRun.token) {
      case 'configured':
        return this.options.token;
      case 'missing':
        return undefined;
      case 'wrong':
        return 'not-the-token-of-this-service';
      default:
        return toRun.token satisfies never;
    }
  }
}

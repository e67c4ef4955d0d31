import type { Case } from '../../../../contract/case.js';
import { inputText } from '../../../../contract/input-text.js';
import type { Operation } from '../../../../contract/operation.js';
import type { Exchange } from '../../../../surfaces/exchange.js';
import {
  ENDLESS_LIMIT_MS,
  IDLE_MS,
  KEPT_OPEN,
  NETWORK_FAULTS,
  UNDISTURBED,
} from '../../../../surfaces/network-faults.js';
import type { Observation } from '../../../../surfaces/observation.js';
import type { Outcome } from '../../../../surfaces/outcome.js';
import type { BackendInstance } from '../../../backends/backend.js';
import type { Tap } from '../../../tap/tap.js';

/** The maximum number of attempts for a call that should succeed. On a busy machine, a single attempt may time out. */
const ATTEMPTS = 3;

/**
 * Runs the cases with a network fault on one lane. Before and after each case, the same call is made without the fault.
 */
export class DisturbedCalls {
  readonly #known = new Map<string, Seen>();

  constructor(
    private readonly tap: Tap,
    private readonly backend: BackendInstance,
    private readonly call: (operation: Operation, toRun: Case, timeoutMs?: number) => Promise<Outcome>,
    private readonly timeoutMs: number,
    private readonly startsProcesses = false,
  ) {}

  async observe(
    operation: Operation,
    toRun: Case,
  ): Promise<Pick<Observation, 'outcome' | 'exchanges' | 'undisturbed'>> {
    const { outcome: before, exchanges: sent } = await this.#once(UNDISTURBED, operation, toRun);
    const requests = sent.length;
    // If the call fails even without the network fault, the case shows nothing. Other phases report this failure.
    if (!isSuccess(before)) return { outcome: before, exchanges: [], undisturbed: { before, requests } };
    const { name } = toRun.provenance;
    const { outcome, exchanges } = await this.#disturbed(operation, toRun, name);
    const after = await this.#after(operation, toRun, name);
    // If the surface no longer works after the network fault, the results of earlier calls are not reused.
    if (!isSuccess(after)) this.#known.clear();
    const isCaught = outcome.kind === 'crash' && outcome.raised === true;
    const refused = isCaught ? (await this.#once('refused', operation, toRun)).outcome : undefined;
    return { outcome, exchanges, undisturbed: { before, requests, after, ...(refused && { refused }) } };
  }

  /**
   * Makes a call whose result does not depend on the network fault of the case. The call is made only once, and its
   * result is reused for other cases.
   */
  async #once(name: string, operation: Operation, toRun: Case): Promise<Seen> {
    const key = JSON.stringify([name, operation.id, toRun.token, toRun.bodyWay, inputText(toRun.input)]);
    return this.#remembered(key, () => this.#disturbed(operation, toRun, name));
  }

  async #remembered(key: string, make: () => Promise<Seen>): Promise<Seen> {
    const known = this.#known.get(key) ?? (await make());
    this.#known.set(key, known);
    return known;
  }

  async #disturbed(operation: Operation, toRun: Case, name: string): Promise<Seen> {
    if (name === 'refused') return this.#whileRefusing(operation, toRun);
    // On a busy machine, a call with a short time limit may exceed it by chance.
    for (let attempts = isShort(name) ? ATTEMPTS : 1; ; attempts -= 1) {
      await this.#idle(operation, toRun, name);
      const outcome = await this.#run(operation, toRun, name);
      const exchanges = await this.tap.take();
      if (attempts === 1 || isSuccess(outcome)) return { outcome, exchanges };
    }
  }

  /**
   * Prepares a network fault that needs an idle connection. Makes a call that leaves its connection open, and then
   * waits for the idle time or closes the idle connections. Other network faults need no preparation.
   */
  async #idle(operation: Operation, toRun: Case, name: string): Promise<void> {
    const isKept = NETWORK_FAULTS.get(name)?.isIdle === true;
    if (name !== 'idle-closed' && !isKept) return;
    await this.#run(operation, toRun, KEPT_OPEN, limitOf(name));
    await (isKept ? new Promise((resolve) => setTimeout(resolve, IDLE_MS)) : this.tap.closeIdle());
  }

  async #whileRefusing(operation: Operation, toRun: Case): Promise<Seen> {
    this.tap.refuse();
    try {
      return { outcome: await this.#run(operation, toRun, 'refused'), exchanges: [] };
    } finally {
      await this.tap.listen();
    }
  }

  /**
   * Makes the call that follows a network fault. If each call starts a new process, one such call is enough for all
   * faults with the same effect.
   */
  async #after(operation: Operation, toRun: Case, name: string): Promise<Outcome> {
    const make = (): Promise<Seen> => this.#undisturbedAfter(operation, toRun, name);
    const key = JSON.stringify(['after', NETWORK_FAULTS.get(name)?.effect, operation.id]);
    const { outcome } = await (this.startsProcesses ? this.#remembered(key, make) : make());
    return outcome;
  }

  async #undisturbedAfter(operation: Operation, toRun: Case, name: string): Promise<Seen> {
    for (let attempt = 1; ; attempt += 1) {
      // The time limit is the same as for the call with the network fault, because a driver may need another client for
      // another limit.
      const outcome = await this.#run(operation, toRun, UNDISTURBED, limitOf(name));
      const exchanges = await this.tap.take();
      if (outcome.kind !== 'timeout' || attempt === ATTEMPTS) return { outcome, exchanges };
    }
  }

  async #run(operation: Operation, toRun: Case, name: string, limitMs = limitOf(name)): Promise<Outcome> {
    const named: Case = { ...toRun, provenance: { kind: 'fault', name } };
    await this.backend.prepare?.(named);
    const outcome = await this.call(operation, named, Math.min(limitMs, this.timeoutMs));
    if (name === KEPT_OPEN) await this.tap.take();
    return outcome;
  }
}

function isSuccess({ kind }: Outcome): boolean {
  return kind === 'value' || kind === 'events';
}

interface Seen {
  readonly outcome: Outcome;
  readonly exchanges: readonly Exchange[];
}

/** Whether a call with this network fault should succeed within the short time limit. */
function isShort(name: string): boolean {
  const fault = NETWORK_FAULTS.get(name);
  return fault?.isLong === true || fault?.isIdle === true;
}

function limitOf(name: string): number {
  return NETWORK_FAULTS.get(name)?.isEndless === true || isShort(name) ? ENDLESS_LIMIT_MS : Infinity;
}

import { ParityError } from '../../../contract/parity-error.js';
import { RestartLimit } from '../../process/restart-limit.js';
import type { Call, DriverContext, DriverSession, InventoryEntry } from '../../driver.js';
import type { Observable, SurfaceDescription } from '../../observation.js';
import type { Outcome } from '../../outcome.js';
import { callOrder, inexpressibleReason } from './call-order.js';
import { describeModule } from './module-description.js';
import type { Answer, Ended, SdkProcess } from './sdk-process.js';
import type { SdkTypescriptOptions } from './config.js';

const STOPPED: Outcome = { kind: 'crash', detail: 'the session was stopped before this call' };
const CUT: Outcome = { kind: 'crash', detail: 'the session was stopped during this call' };
/**
 * How much longer than the time limit of the client the driver waits. The client can then report the timeout itself,
 * with a more detailed error.
 */
const GRACE_MS = 250;
/** How long clients may take to close at the end of a session. */
const CLOSE_MS = 1000;

/** A session with one SDK in a separate process. If the process ends or hangs, the next call starts a new one. */
export class SdkSession implements DriverSession {
  readonly description: SurfaceDescription;
  readonly observes: ReadonlySet<Observable>;
  readonly #restartLimit: RestartLimit;
  #process: SdkProcess | undefined;
  #last: SdkProcess;
  #starting: Promise<SdkProcess | undefined> | undefined;
  #stopping: Promise<void> | undefined;

  constructor(
    private readonly options: SdkTypescriptOptions,
    private readonly context: DriverContext,
    private readonly start: () => Promise<SdkProcess>,
    first: SdkProcess,
  ) {
    this.description = describeModule(options.module, context.root);
    this.#restartLimit = new RestartLimit(context.surface);
    this.observes = new Set(['value', 'problem', 'events', 'arguments', ...first.observes]);
    this.#process = first;
    this.#last = first;
  }

  async run(call: Call): Promise<Outcome> {
    if (this.#stopping !== undefined) return STOPPED;
    const reason = inexpressibleReason(call);
    if (reason !== undefined) return { kind: 'inexpressible', reason };
    this.#restartLimit.assertNotReached(call.operation.id);
    try {
      const running = await this.#running();
      return running === undefined ? STOPPED : await this.#performCall(running, call);
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      this.#restartLimit.count(call.operation.id, detail);
      return { kind: 'crash', detail };
    }
  }

  /** Returns the log of the process that ran the last call. The log is kept when the process has ended. */
  takeLog(): string {
    return this.#last.takeLog();
  }

  async inventory(): Promise<readonly InventoryEntry[]> {
    const running = await this.#running();
    const answer = await running?.ask(
      { kind: 'inventory', token: this.context.token },
      this.context.timeoutMs + GRACE_MS,
    );
    if (answer?.kind === 'reply' && answer.reply.kind === 'inventory') return answer.reply.entries;
    const message = `${this.context.surface}: the client cannot be created to list its methods (${whyNot(answer)})`;
    throw new ParityError(
      'inventory-unavailable',
      message,
      'Make the constructor of the client return without calling the service.',
    );
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#end();
    return this.#stopping;
  }

  async #end(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    await running?.ask({ kind: 'stop' }, CLOSE_MS);
    await Promise.all([running?.end(), this.#starting?.catch(() => undefined)]);
  }

  /**
   * Returns the running process, and starts it first if needed. Returns `undefined` if the session was stopped during
   * the start; the new process is then stopped as well.
   */
  async #running(): Promise<SdkProcess | undefined> {
    if (this.#process !== undefined || this.#stopping !== undefined) return this.#process;
    this.#starting = this.start().then(async (started) => {
      if (this.#stopping === undefined) return started;
      await started.end();
      return undefined;
    });
    this.#process = await this.#starting;
    return this.#process;
  }

  async #performCall(running: SdkProcess, call: Call): Promise<Outcome> {
    const { timeoutMs } = this.context;
    this.#last = running;
    const when = running.hasEnded ? 'between two calls' : 'during this call';
    const answer = await running.ask(callOrder(call, this.options, this.context.token), timeoutMs + GRACE_MS);
    if (this.#stopping !== undefined) return CUT;
    if (answer.kind === 'reply' && answer.reply.kind === 'outcome') {
      this.#restartLimit.reset(call.operation.id);
      return answer.reply.outcome;
    }
    this.#process = undefined;
    // A pending request of this process must not arrive at the tap of the next case.
    await running.end();
    if (answer.kind === 'silence') return { kind: 'timeout', afterMs: timeoutMs, forced: true };
    this.#restartLimit.count(call.operation.id, whyNot(answer));
    // If the process ended between two calls, no call caused its end. The end would still affect users, so the next
    // call reports it once.
    return { kind: 'crash', detail: `the process of the SDK ended ${when}: ${whyNot(answer)}`, ...signal(answer) };
  }
}

/** How a process ended: the class of its uncaught error, or its exit code. */
function signal(answer: Answer): Pick<Extract<Outcome, { kind: 'crash' }>, 'native'> {
  if (answer.kind !== 'ended') return {};
  const { error, exitCode }: Ended = answer;
  if (error !== undefined) return { native: { error } };
  return exitCode === undefined ? {} : { native: { exitCode } };
}

function whyNot(answer: Answer | undefined): string {
  if (answer === undefined) return 'the session was stopped';
  if (answer.kind === 'silence') return 'the process did not reply in time';
  if (answer.kind === 'ended') return answer.how;
  return answer.reply.kind === 'failed'
    ? answer.reply.reason
    : `the process sent an unexpected reply of kind ${answer.reply.kind}`;
}

import { EVENT_STREAM_BOUNDS, type StreamEvent } from '../../contract/wire/event-stream.js';
import { parseJsonText } from '../../contract/wire/request/split-request.js';
import type { Call, DriverContext, DriverSession, InventoryEntry, Observable, SurfaceDescription } from '../driver.js';
import { Deaths } from '../deaths.js';
import type { Outcome } from '../outcome.js';
import type { LogTail } from '../process/log-tail.js';
import { isOversized } from '../shown-json.js';
import type { Begun } from './begin.js';
import type { Line, NextLine } from './line-process.js';
import type { CallLine, RunOrder, ToldOutcome } from './messages.js';
import { noiseText, readCallLine } from './read-message.js';

const STOPPED: Outcome = { kind: 'crash', detail: 'the session was stopped before this call' };
/** A driver that hangs is asked by itself to tell so first. */
const GRACE_MS = 1000;

/**
 * One driver process, one call at a time. A driver that dies is started again for the next call.
 */
export class ProtocolSession implements DriverSession {
  readonly description: SurfaceDescription;
  readonly observes: ReadonlySet<Observable>;
  #begun: Begun | undefined;
  /** Of the last call, also once its process is gone. */
  #log: LogTail;
  #beginning: Promise<Begun | undefined> | undefined;
  #seq = 0;
  readonly #deaths: Deaths;
  #stopping: Promise<void> | undefined;

  constructor(
    readonly context: DriverContext,
    private readonly begin: () => Promise<Begun>,
    first: Begun,
  ) {
    this.#deaths = new Deaths(context.surface);
    this.description = first.greeting.surface;
    this.observes = new Set(first.greeting.observes);
    this.operations = first.greeting.operations;
    this.#begun = first;
    this.#log = first.process.log;
  }

  private readonly operations: Begun['greeting']['operations'];

  async run(call: Call): Promise<Outcome> {
    if (this.#stopping !== undefined) return STOPPED;
    this.#deaths.assertViable(call.operation.id);
    try {
      this.#begun ??= await this.#begunAnew();
      if (this.#begun === undefined) return STOPPED;
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      this.#deaths.died(call.operation.id, detail);
      return { kind: 'crash', detail };
    }
    return this.#perform(this.#begun, call);
  }

  takeLog(): string {
    return this.#log.take();
  }

  /** What the driver said when it was first started. */
  async inventory(): Promise<readonly InventoryEntry[]> {
    return this.operations.map((entry) => (typeof entry === 'string' ? { name: entry } : { name: entry.operation, inputs: entry.inputs }));
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#end();
    return this.#stopping;
  }

  async #end(): Promise<void> {
    const begun = this.#begun;
    this.#begun = undefined;
    begun?.process.send({ cmd: 'stop' });
    await Promise.all([begun?.process.stop(), this.#beginning?.catch(() => undefined)]);
  }

  /** `undefined`: the session was stopped meanwhile, and what was started with it. */
  async #begunAnew(): Promise<Begun | undefined> {
    this.#beginning = this.begin().then(async (begun) => {
      if (this.#stopping === undefined) return begun;
      await begun.process.stop();
      return undefined;
    });
    return this.#beginning;
  }

  async #perform(begun: Begun, call: Call): Promise<Outcome> {
    this.#seq += 1;
    this.#log = begun.process.log;
    const { timeoutMs } = this.context;
    begun.process.send(runOrder(this.#seq, call, timeoutMs));
    const reply = new Reply(this.#seq);
    const deadline = performance.now() + timeoutMs + GRACE_MS;
    for (;;) {
      const next = await begun.process.next(Math.max(0, deadline - performance.now()));
      const end = next.kind === 'line' ? reply.take(next) : this.#silence(next, timeoutMs);
      if (end === undefined) continue;
      if (end.kind === 'told') {
        this.#deaths.survived(call.operation.id);
        return end.outcome;
      }
      return this.#abandon(begun, call, end.outcome);
    }
  }

  #silence(next: Exclude<NextLine, { kind: 'line' }>, timeoutMs: number): End {
    if (next.kind === 'nothing') return { kind: 'unsound', outcome: { kind: 'timeout', afterMs: timeoutMs } };
    return { kind: 'unsound', outcome: { kind: 'crash', detail: `the driver died: ${next.how}` } };
  }

  /** Whatever such a driver says next might belong to this call. */
  async #abandon(begun: Begun, { operation }: Call, outcome: Outcome): Promise<Outcome> {
    this.#begun = undefined;
    if (outcome.kind === 'crash') this.#deaths.died(operation.id, outcome.detail);
    begun.process.kill();
    await begun.process.stop();
    return outcome;
  }
}

/** `unsound`: the driver did not keep to the protocol, and is not spoken to any more. */
type End = { readonly kind: 'told' | 'unsound'; readonly outcome: Outcome };

/** Gathers what a driver says of one call. */
class Reply {
  private readonly events: StreamEvent[] = [];
  private bytes = 0;

  constructor(private readonly seq: number) {}

  /** `undefined` until there is an outcome. */
  take(line: Line): End | undefined {
    if (isOversized(line.text) && isCallLine(line.text)) return { kind: 'told', outcome: oversizedOutcome(line.text) };
    const read = readCallLine(line);
    if (read.kind === 'noise') return unsound(noiseText(line, read.reason));
    const { message } = read;
    if (message.seq !== this.seq) return unsound(noiseText(line, `its seq is ${message.seq}, and the call has ${this.seq}`));
    return 'event' in message ? this.takeEvent(message) : this.end(message.outcome);
  }

  private takeEvent({ event }: Extract<CallLine, { event: StreamEvent }>): End | undefined {
    this.bytes += event.data.length + event.event.length + (event.id?.length ?? 0);
    this.events.push(event);
    const isMuch = this.events.length > EVENT_STREAM_BOUNDS.events || this.bytes > EVENT_STREAM_BOUNDS.bytes;
    return isMuch ? unsound(`it told more than ${EVENT_STREAM_BOUNDS.events} events or ${EVENT_STREAM_BOUNDS.bytes} characters of them`) : undefined;
  }

  private end(outcome: ToldOutcome): End {
    if (outcome.kind === 'events') return { kind: 'told', outcome: { ...outcome, events: this.events } };
    if (this.events.length === 0) return { kind: 'told', outcome: outcome.kind === 'inexpressible' ? { ...outcome, by: 'surface' } : outcome };
    return unsound(`it told ${this.events.length} events and then the outcome ${outcome.kind}, which has none`);
  }
}

/** Of a line that is too much to be read only its beginning is looked at. */
function oversizedOutcome(text: string): Outcome {
  const isProblem = /"kind"\s*:\s*"problem"/.test(text.slice(0, LINE_HEAD));
  return { kind: isProblem ? 'problem' : 'value', oversized: true };
}

/** Whether a long line is JSON is only found out where that takes little memory. */
function isCallLine(text: string): boolean {
  return text.slice(0, LINE_HEAD).includes('"seq"') && (text.length > MOST_PARSED || parseJsonText(text) !== undefined);
}

const LINE_HEAD = 1000;
const MOST_PARSED = 1024 * 1024;

function unsound(detail: string): End {
  return { kind: 'unsound', outcome: { kind: 'crash', detail } };
}

function runOrder(seq: number, { operation, input, token, gate }: Call, timeoutMs: number): RunOrder {
  return { cmd: 'run', seq, operation: operation.id, input, token: token ?? null, gate, timeoutMs };
}

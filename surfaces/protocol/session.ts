import type { CaseInput } from '../../contract/case.js';
import { EVENT_STREAM_BOUNDS } from '../../contract/wire/event-stream.js';
import { parseJsonText } from '../../contract/wire/request/split-request.js';
import type { Call, DriverContext, DriverSession, InventoryEntry } from '../driver.js';
import type { Observable, SurfaceDescription } from '../observation.js';
import { RestartLimit } from '../process/restart-limit.js';
import type { Outcome, ReportedEvent } from '../outcome.js';
import type { LogTail } from '../process/log-tail.js';
import { isOversized } from '../shown-json.js';
import type { Begun } from './begin.js';
import type { Line, NextLine } from './line-process.js';
import type { CallLine, RunOrder, ReportedOutcome } from './messages.js';
import { noiseText, readCallLine } from './read-message.js';

const STOPPED: Outcome = { kind: 'crash', detail: 'the session was stopped before this call' };
/**
 * How much longer than the time limit of a call the harness waits, so that the driver program can report the timeout of
 * its surface itself.
 */
const GRACE_MS = 1000;

/**
 * A session with one process of the driver program. It runs one call at a time. If the process ends, the next call
 * starts a new one.
 */
export class ProtocolSession implements DriverSession {
  readonly description: SurfaceDescription;
  readonly observes: ReadonlySet<Observable>;
  #begun: Begun | undefined;
  /** The log of the process that ran the last call. It is kept when the process has ended. */
  #log: LogTail;
  #beginning: Promise<Begun | undefined> | undefined;
  #seq = 0;
  readonly #restartLimit: RestartLimit;
  #stopping: Promise<void> | undefined;

  constructor(
    readonly context: DriverContext,
    private readonly begin: () => Promise<Begun>,
    first: Begun,
  ) {
    this.#restartLimit = new RestartLimit(context.surface);
    this.description = first.greeting.surface;
    this.observes = new Set(first.greeting.observes);
    this.operations = first.greeting.operations;
    this.#begun = first;
    this.#log = first.process.log;
  }

  private readonly operations: Begun['greeting']['operations'];

  async run(call: Call): Promise<Outcome> {
    if (this.#stopping !== undefined) return STOPPED;
    this.#restartLimit.assertNotReached(call.operation.id);
    const input = sentInput(call);
    if (typeof input === 'string') return { kind: 'inexpressible', reason: input };
    try {
      this.#begun ??= await this.#begunAnew();
      if (this.#begun === undefined) return STOPPED;
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      this.#restartLimit.count(call.operation.id, detail);
      return { kind: 'crash', detail };
    }
    return this.#performCall(this.#begun, { ...call, input });
  }

  takeLog(): string {
    return this.#log.take();
  }

  /** The operations that the first process listed in its greeting. */
  async inventory(): Promise<readonly InventoryEntry[]> {
    return this.operations.map((entry) =>
      typeof entry === 'string' ? { name: entry } : { name: entry.operation, inputs: entry.inputs },
    );
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

  /**
   * Starts the driver program again. Returns `undefined` if the session was stopped during the start; the new process
   * is then stopped as well.
   */
  async #begunAnew(): Promise<Begun | undefined> {
    this.#beginning = this.begin().then(async (begun) => {
      if (this.#stopping === undefined) return begun;
      await begun.process.stop();
      return undefined;
    });
    return this.#beginning;
  }

  async #performCall(begun: Begun, call: Call): Promise<Outcome> {
    this.#seq += 1;
    this.#log = begun.process.log;
    const { timeoutMs } = this.context;
    begun.process.send(runOrder(this.#seq, call, call.timeoutMs ?? timeoutMs));
    const reply = new Reply(this.#seq);
    const deadline = performance.now() + timeoutMs + GRACE_MS;
    for (;;) {
      const next = await begun.process.next(Math.max(0, deadline - performance.now()));
      const end = next.kind === 'line' ? reply.take(next) : this.#silence(next, timeoutMs);
      if (end === undefined) continue;
      if (end.kind === 'reported') {
        this.#restartLimit.reset(call.operation.id);
        return end.outcome;
      }
      return this.#abandon(begun, call, end.outcome);
    }
  }

  #silence(next: Exclude<NextLine, { kind: 'line' }>, timeoutMs: number): End {
    if (next.kind === 'nothing')
      return { kind: 'unsound', outcome: { kind: 'timeout', afterMs: timeoutMs, forced: true } };
    return { kind: 'unsound', outcome: { kind: 'crash', detail: `the driver ended during a call: ${next.how}` } };
  }

  /**
   * Ends the driver program after a call without a valid outcome, because its later output might still belong to this
   * call.
   */
  async #abandon(begun: Begun, { operation }: Call, outcome: Outcome): Promise<Outcome> {
    this.#begun = undefined;
    if (outcome.kind === 'crash') this.#restartLimit.count(operation.id, outcome.detail);
    begun.process.kill();
    await begun.process.stop();
    return outcome;
  }
}

/** How a call ended. `unsound`: the driver program broke the protocol, so its process runs no further call. */
type End = { readonly kind: 'reported' | 'unsound'; readonly outcome: Outcome };

/** Collects the lines that the driver program sends about one call. */
class Reply {
  private readonly events: ReportedEvent[] = [];
  private bytes = 0;

  constructor(private readonly seq: number) {}

  /** Reads the next line. Returns `undefined` as long as the outcome of the call has not arrived. */
  take(line: Line): End | undefined {
    if (isOversized(line.text) && isCallLine(line.text))
      return { kind: 'reported', outcome: oversizedOutcome(line.text) };
    const read = readCallLine(line);
    if (read.kind === 'noise') return unsound(noiseText(line, read.reason), read.strayOutput);
    const { message } = read;
    if (message.seq !== this.seq)
      return unsound(noiseText(line, `the seq of the line is ${message.seq}, but the seq of the call is ${this.seq}`));
    return 'event' in message ? this.takeEvent(message) : this.end(message.outcome);
  }

  private takeEvent({ event }: Extract<CallLine, { event: ReportedEvent }>): End | undefined {
    this.bytes += event.data.length + event.event.length + (event.id?.length ?? 0);
    this.events.push(event);
    const isMuch = this.events.length > EVENT_STREAM_BOUNDS.events || this.bytes > EVENT_STREAM_BOUNDS.bytes;
    return isMuch
      ? unsound(
          `the driver sent more than ${EVENT_STREAM_BOUNDS.events} events or ${EVENT_STREAM_BOUNDS.bytes} characters in events`,
        )
      : undefined;
  }

  private end(outcome: ReportedOutcome): End {
    if (outcome.kind === 'events') return { kind: 'reported', outcome: { ...outcome, events: this.events } };
    const isFailure = outcome.kind === 'problem' || outcome.kind === 'crash';
    if (this.events.length === 0 || isFailure) return { kind: 'reported', outcome: reported(outcome) };
    return unsound(
      `the driver sent ${this.events.length} events, but the outcome of the call is ${outcome.kind}; only the outcome "events" or a failure may follow events`,
    );
  }
}

/**
 * Converts a reported outcome. If a driver program reports a crash of its surface, the program itself still runs, so
 * the crash is marked as `raised`.
 */
function reported(outcome: Exclude<ReportedOutcome, { kind: 'events' }>): Outcome {
  if (outcome.kind === 'inexpressible') {
    const { kind, reason, by } = outcome;
    return { kind, reason, ...(by !== 'driver' && { by: 'surface' }) };
  }
  return outcome.kind === 'crash' ? { ...outcome, raised: true } : outcome;
}

/**
 * The outcome in a line that is too long to be parsed. Only the beginning of the line is read, to distinguish a problem
 * from a value.
 */
function oversizedOutcome(text: string): Outcome {
  const isProblem = /"kind"\s*:\s*"problem"/.test(text.slice(0, LINE_HEAD));
  return { kind: isProblem ? 'problem' : 'value', oversized: true };
}

/**
 * True if a line is a message about a call. A long line is not parsed as JSON, because this would need too much memory.
 */
function isCallLine(text: string): boolean {
  return text.slice(0, LINE_HEAD).includes('"seq"') && (text.length > MOST_PARSED || parseJsonText(text) !== undefined);
}

const LINE_HEAD = 1000;
const MOST_PARSED = 1024 * 1024;

function unsound(detail: string, strayOutput?: true): End {
  return { kind: 'unsound', outcome: { kind: 'crash', detail, ...(strayOutput && { strayOutput }) } };
}

/**
 * The input that is sent to the driver program. An XML body is sent as the text of its document. If the value cannot be
 * written as XML, returns the reason as a string.
 */
function sentInput({ operation, input }: Call): CaseInput | string {
  const contents = operation.requestBody?.content ?? [];
  const content = contents.find(({ mediaType }) => mediaType === (input.mediaType ?? contents[0]?.mediaType));
  if (input.body === undefined || content?.xml === undefined) return input;
  const written = content.xml.write(input.body);
  return typeof written === 'string' ? written : { ...input, body: written.text };
}

function runOrder(seq: number, { operation, input, token, gate }: Call, timeoutMs: number): RunOrder {
  return { cmd: 'run', seq, operation: operation.id, input, token: token ?? null, gate, timeoutMs };
}

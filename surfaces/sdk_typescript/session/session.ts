import { type Argument, givenArguments } from '../../../contract/arguments.js';
import { type Json, ownValue } from '../../../contract/json/json.js';
import type { MediaContent } from '../../../contract/operation.js';
import { ParityError } from '../../../contract/parity-error.js';
import { bodyFault } from '../../../contract/wire/body/encode-body.js';
import { concreteMediaType, contentKind } from '../../../contract/wire/message.js';
import { bytePlaces } from '../../byte-places.js';
import { RestartLimit } from '../../restart-limit.js';
import type { Call, DriverContext, DriverSession, InventoryEntry, SurfaceDescription } from '../../driver.js';
import { oneCredentialFault } from '../../one-credential.js';
import type { Outcome } from '../../outcome.js';
import { simpleBodyFault } from '../../simple-body.js';
import { describeModule } from './module-description.js';
import type { Answer, Ended, SdkProcess } from './sdk-process.js';
import type { SdkTypescriptOptions } from './config.js';
import type { CallOrder } from '../worker/worker-messages.js';

const STOPPED: Outcome = { kind: 'crash', detail: 'the session was stopped before this call' };
const CUT: Outcome = { kind: 'crash', detail: 'the session was stopped during this call' };
/** Longer than the client's own time limit, because the client's error has more detail. */
const GRACE_MS = 250;
/** Time for the clients to close. */
const CLOSE_MS = 1000;

/** One SDK in a separate process. A process that ends or hangs is replaced for the next call. */
export class SdkSession implements DriverSession {
  readonly description: SurfaceDescription;
  readonly observes = new Set(['value', 'problem', 'events', 'arguments'] as const);
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
    this.#process = first;
    this.#last = first;
  }

  async run(call: Call): Promise<Outcome> {
    if (this.#stopping !== undefined) return STOPPED;
    const reason = oneCredentialFault(call) ?? bodyReason(call);
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

  /** Log of the process of the last call, even after it has ended. */
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

  /** `undefined`: the session was stopped in the meantime, with the process that was starting. */
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
    const answer = await running.ask(callOrder(call, this.options), timeoutMs + GRACE_MS);
    if (this.#stopping !== undefined) return CUT;
    if (answer.kind === 'reply' && answer.reply.kind === 'outcome') {
      this.#restartLimit.reset(call.operation.id);
      return answer.reply.outcome;
    }
    this.#process = undefined;
    // A pending request must not reach the tap of the next case.
    await running.end();
    if (answer.kind === 'silence') return { kind: 'timeout', afterMs: timeoutMs, forced: true };
    this.#restartLimit.count(call.operation.id, whyNot(answer));
    // An end between two calls belongs to neither, but users are affected: the next call reports it once.
    return { kind: 'crash', detail: `the process of the SDK ended ${when}: ${whyNot(answer)}`, ...signal(answer) };
  }
}

/** The visible signals of the end: an error class or an exit code. */
function signal(answer: Answer): Pick<Extract<Outcome, { kind: 'crash' }>, 'native'> {
  if (answer.kind !== 'ended') return {};
  const { error, exitCode }: Ended = answer;
  if (error !== undefined) return { native: { error } };
  return exitCode === undefined ? {} : { native: { exitCode } };
}

function whyNot(answer: Answer | undefined): string {
  if (answer === undefined) return 'the session was stopped';
  if (answer.kind === 'silence') return 'no reply in time';
  if (answer.kind === 'ended') return answer.how;
  return answer.reply.kind === 'failed' ? answer.reply.reason : `the reply was ${answer.reply.kind}`;
}

function callOrder({ operation, input, token, timeoutMs }: Call, options: SdkTypescriptOptions): CallOrder {
  const [content] = operation.requestBody?.content ?? [];
  const given = givenArguments(operation, input).map(
    ([argument, value]) => [argument, argument.parameter === undefined ? bodyArgument(content, value) : value] as const,
  );
  const bytes = content === undefined || input.body === undefined ? [] : bytePlaces(content);
  const method = ownValue(options.methods ?? {}, operation.id);
  return {
    kind: 'call',
    operation: typeof method === 'string' ? method : operation.id,
    args: options.arguments === 'grouped' ? grouped(given) : named(given),
    ...(bytes.length > 0 && { bytes }),
    ...(token !== undefined && { token }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
}

type Given = readonly (readonly [Argument, Json])[];
type Arguments = CallOrder['args'];

function named(given: Given): Arguments {
  // `fromEntries` defines own members, even for an argument called `__proto__`.
  return Object.fromEntries(given.map(([{ name }, value]) => [name, value]));
}

/** The parameters of each location with their names in the contract, and the body. Empty groups are omitted. */
function grouped(given: Given): Arguments {
  const groups = (['path', 'query', 'header', 'cookie'] as const).flatMap((location) => {
    const own = given.flatMap(([argument, value]) =>
      argument.in === location && argument.parameter ? [[argument.parameter.name, value] as const] : [],
    );
    return own.length === 0 ? [] : [[location, Object.fromEntries(own)] as const];
  });
  const body = given.flatMap(([argument, value]) => (argument.in === 'body' ? [['body', value] as const] : []));
  return Object.fromEntries<Json>([...groups, ...body]);
}

/** The XML document itself is the argument: generated methods take it as a text. */
function bodyArgument(content: MediaContent | undefined, body: Json): Json {
  const document = content?.xml?.write(body);
  return typeof document === 'object' ? document.text : body;
}

/** An SDK method sends the first documented media type: JSON, text, a form as an object, or bytes. */
function bodyReason({ operation, input }: Call): string | undefined {
  const [content] = operation.requestBody?.content ?? [];
  if (input.body === undefined || content === undefined) return undefined;
  const { mediaType } = content;
  if (input.mediaType !== undefined && input.mediaType !== mediaType)
    return `the SDK has no way to choose the media type ${input.mediaType}`;
  const isSimple =
    content.xml === undefined && (contentKind(mediaType) !== 'bytes' || concreteMediaType(mediaType) !== mediaType);
  return isSimple ? simpleBodyFault(mediaType, input.body) : bodyFault(content, input.body);
}

import { givenArguments } from '../../contract/arguments.js';
import type { Call, Driver, DriverContext, DriverSession, InventoryEntry, SurfaceDescription } from '../driver.js';
import type { Outcome } from '../outcome.js';
import { collectEvents, isAsyncIterable } from './collect-events.js';
import { oneCredentialFault } from '../one-credential.js';
import { plainBodyFault } from '../plain-body.js';
import { type ClientClass, type SdkClient, type SdkTypescriptOptions, describeModule, loadClientClass } from './client-class.js';
import { clientMethods } from './inventory.js';
import { asJson, thrownOutcome } from './thrown-outcome.js';

/**
 * Drives an SDK in this process: `new Client({baseUrl, token, timeoutMs})`, then `client[operationId](flatArguments)`
 * with omitted arguments absent. A success shows its value and not its status, so that `status` is not observed;
 * an error does carry one.
 */
export function sdkTypescriptDriver(options: SdkTypescriptOptions): Driver {
  return {
    gates: false,
    start: async (context) => new SdkSession(await loadClientClass(options, context), options, context),
  };
}

class SdkSession implements DriverSession {
  readonly description: SurfaceDescription;
  readonly observes = new Set(['value', 'problem', 'events'] as const);
  #stopped = false;
  readonly #clients = new Map<string | undefined, SdkClient>();

  constructor(
    readonly clientClass: ClientClass,
    options: SdkTypescriptOptions,
    readonly context: DriverContext,
  ) {
    this.description = describeModule(options, context);
  }

  async run(call: Call): Promise<Outcome> {
    // A client that were made now would be nobody's to close.
    if (this.#stopped) return { kind: 'crash', detail: 'the session was stopped before this call' };
    const reason = oneCredentialFault(call) ?? bodyReason(call);
    if (reason !== undefined) return { kind: 'inexpressible', reason };
    try {
      return await this.#perform(call);
    } catch (thrown) {
      return thrownOutcome(thrown, this.context.timeoutMs);
    }
  }

  async inventory(): Promise<readonly InventoryEntry[]> {
    return clientMethods(this.#client(this.context.token));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const clients = [...this.#clients.values()];
    this.#clients.clear();
    await this.#withDeadline(Promise.allSettled(clients.map(async (client) => client.close?.())));
  }

  async #perform({ operation, input, token }: Call): Promise<Outcome> {
    // `fromEntries` defines members, so that an argument called `__proto__` is one.
    const args = Object.fromEntries(givenArguments(operation, input).map(([argument, value]) => [argument.name, value]));
    const client = this.#client(token);
    const method = client[operation.id];
    if (typeof method !== 'function') return { kind: 'crash', detail: `the client has no method ${operation.id}` };
    const returned: unknown = Reflect.apply(method, client, [args]);
    if (isAsyncIterable(returned)) return this.#events(returned);
    const settled = await this.#withDeadline(Promise.resolve(returned).then((value: unknown) => ({ value })));
    if (settled === undefined) return { kind: 'timeout', afterMs: this.context.timeoutMs };
    const value = asJson(settled.value);
    return value === undefined ? { kind: 'value' } : { kind: 'value', value };
  }

  async #events(iterable: AsyncIterable<unknown>): Promise<Outcome> {
    const stop = new AbortController();
    const events = await this.#withDeadline(collectEvents(iterable, stop.signal));
    stop.abort();
    return events === undefined ? { kind: 'timeout', afterMs: this.context.timeoutMs } : { kind: 'events', events };
  }

  #client(token: string | undefined): SdkClient {
    const known = this.#clients.get(token);
    if (known !== undefined) return known;
    const { baseUrl, timeoutMs } = this.context;
    const client = new this.clientClass({ baseUrl, timeoutMs, ...(token !== undefined && { token }) });
    this.#clients.set(token, client);
    return client;
  }

  /** A little more than the client's own deadline, whose error says more; `undefined` when even that has passed. */
  async #withDeadline<Value>(work: Promise<Value>): Promise<Value | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, this.context.timeoutMs + GRACE_MS, undefined);
    });
    try {
      return await Promise.race([work, deadline]);
    } finally {
      clearTimeout(timer);
    }
  }
}

const GRACE_MS = 250;

/** An SDK method sends the first documented media type, as JSON or as text. */
function bodyReason({ operation, input }: Call): string | undefined {
  const first = operation.requestBody?.content[0]?.mediaType;
  if (input.body === undefined || first === undefined) return undefined;
  if (input.mediaType !== undefined && input.mediaType !== first) return `the SDK has no way to choose the media type ${input.mediaType}`;
  return plainBodyFault(first, input.body);
}

import type { Json } from '../../../contract/json/json.js';
import type { InventoryEntry } from '../../driver.js';
import type { Outcome } from '../../outcome.js';
import { OVERSIZED } from '../../shown-json.js';
import { withBytes } from './byte-arguments.js';
import { changedArguments } from './changed-arguments.js';
import type { ClientSettings, Loaded, SdkClient } from './client-class.js';
import { collectEvents, isAsyncIterable } from './collect-events.js';
import { clientMethods } from './client-methods.js';
import { readBytes } from './byte-results.js';
import { jsonText, thrownOutcome } from './thrown-outcome.js';
import type { CallOrder } from './worker-messages.js';

/** How much longer than the time limit of a call the time limit of a client is that must not apply. */
const LONGER = 10;

/**
 * Makes calls inside the worker process: `client[operationId](arguments)`. Calls with a different token or time limit
 * use a different client. If the SDK is generated, calls also use the other features of its clients. Calls with a body:
 * the client gets its tokens from a function, and the time limit, headers and an abort signal are options of the call.
 * Calls without a body: the header with a token other than the configured one is a header of the client. Calls that
 * need no arguments have none.
 */
export class ClientCalls {
  readonly #clients = new Map<string, SdkClient>();
  #token: string | undefined;

  constructor(
    private readonly loaded: Pick<Extract<Loaded, { kind: 'loaded' }>, 'clientClass' | 'exports' | 'isGenerated'>,
    private readonly settings: Omit<ClientSettings, 'token'>,
  ) {}

  /**
   * Makes a call and returns its outcome as JSON text. `line`, the JSON text of `order`, is parsed again after the
   * call, to find the arguments that the call changed.
   */
  async outcomeText(order: CallOrder, line: string): Promise<string> {
    const args = withBytes(order.args, order.bytes ?? []);
    const { outcome, value } = await this.#outcome(order, args);
    const given = withBytes((JSON.parse(line) as CallOrder).args, order.bytes ?? []);
    const changed = changedArguments(given as Json, args);
    const text = JSON.stringify(changed.length === 0 ? outcome : withChanges(outcome, changed));
    return value === undefined ? text : `${text.slice(0, -1)},"value":${value}}`;
  }

  /** The methods of a client. If the constructor of the client throws, its error is thrown here. */
  inventory(token: string): readonly InventoryEntry[] {
    return clientMethods(this.#client(token));
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#clients.values()].map(async (client) => client.close?.()));
  }

  async #outcome(order: CallOrder, args: Record<string, unknown>): Promise<Seen> {
    try {
      return await this.#performCall(order, args);
    } catch (thrown) {
      const { exports, isGenerated } = this.loaded;
      const timeoutMs = order.timeoutMs ?? this.settings.timeoutMs;
      return { outcome: thrownOutcome(thrown, timeoutMs, exports, isGenerated) };
    }
  }

  async #performCall(order: CallOrder, args: Record<string, unknown>): Promise<Seen> {
    const { operation } = order;
    const usesFeatures = this.loaded.isGenerated && args['body'] !== undefined;
    const client = usesFeatures ? this.#renewing(order) : this.#plain(order);
    const method = client[operation];
    if (typeof method !== 'function')
      return { outcome: { kind: 'crash', detail: `the client has no method ${operation}` } };
    const given = usesFeatures ? [args, this.#options(order)] : order.isBare && this.loaded.isGenerated ? [] : [args];
    const returned: unknown = Reflect.apply(method, client, given);
    if (isAsyncIterable(returned)) return { outcome: { kind: 'events', events: await collectEvents(returned) } };
    const result = await readBytes(await returned);
    const value = jsonText(result);
    if (value === OVERSIZED) return { outcome: { kind: 'value', oversized: true } };
    const native = result instanceof Uint8Array ? { native: { bytes: true } as const } : {};
    return { outcome: { kind: 'value', ...native }, value };
  }

  #plain({ token, timeoutMs, headers }: CallOrder): SdkClient {
    return headers !== undefined && this.loaded.isGenerated
      ? this.#client(undefined, timeoutMs, headers)
      : this.#client(token, timeoutMs);
  }

  /**
   * The client that gets the tokens from a function. Its own time limit is too long for any call. The headers of a call
   * must replace its own headers.
   */
  #renewing({ token, headers, replacedHeaders }: CallOrder): SdkClient {
    if (headers === undefined) this.#token = token;
    return this.#client(async () => this.#token, this.settings.timeoutMs * LONGER, replacedHeaders);
  }

  /** The options of a call. The signal never ends the call, so the time limit must remain valid beside it. */
  #options({ headers, timeoutMs = this.settings.timeoutMs }: CallOrder): object {
    return { timeoutMs, signal: new AbortController().signal, ...(headers && { headers }) };
  }

  #client(
    token: ClientSettings['token'],
    timeoutMs = this.settings.timeoutMs,
    headers?: ClientSettings['headers'],
  ): SdkClient {
    const key = JSON.stringify([typeof token === 'function' || (token ?? null), timeoutMs, headers ?? {}]);
    const known = this.#clients.get(key);
    if (known !== undefined) return known;
    const client = new this.loaded.clientClass({
      ...this.settings,
      timeoutMs,
      ...(token !== undefined && { token }),
      ...(headers !== undefined && { headers }),
    });
    this.#clients.set(key, client);
    return client;
  }
}

function withChanges(outcome: Outcome, changed: readonly string[]): Outcome {
  if (outcome.kind === 'timeout' || outcome.kind === 'inexpressible') return outcome;
  return { ...outcome, native: { ...outcome.native, changedArguments: changed } };
}

interface Seen {
  readonly outcome: Outcome;
  /** The value as JSON text. The worker does not parse it; the driver does. */
  readonly value?: string | undefined;
}

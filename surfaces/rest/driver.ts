import type { Contract } from '../../contract/contract.js';
import { ParityError } from '../../contract/parity-error.js';
import {
  operationToken,
  schemesToMeet,
  withConfiguredCredentials,
  withCredentials,
} from '../../contract/wire/request/credentials.js';
import { encodeRequest } from '../../contract/wire/request/encode.js';
import { streamOf } from '../../contract/stream-of.js';
import type { HeaderPair, RequestMessage } from '../../contract/wire/message.js';
import { MAX_BODY_BYTES } from '../http/body-excerpt.js';
import type { Call, Driver, DriverContext, DriverSession, ExpectedEntry } from '../driver.js';
import { type HttpBounds, type HttpReply, exchangeHttp } from '../http/http-exchange.js';
import type { Outcome } from '../outcome.js';
import { listRoutes } from './inventory.js';
import { readOutcome } from './read-outcome.js';
import { readStream } from './read-stream.js';
import { Pool } from '../http/undici-core.js';

/**
 * Sends the request of each case as the encoder of the contract writes it. Between the encoder and the service, there
 * is no client code except that of undici.
 */
export function restDriver(): Driver {
  return { gates: false, sendsRaw: true, limitsCalls: true, readsPastEnd: true, atOnce: 'sessions', start };
}

/**
 * The operations that the service should offer, by method and path, such as `GET /items`. No inputs are listed, because
 * a service does not list the inputs of its routes.
 */
export function restExpectedInventory(contract: Contract): readonly ExpectedEntry[] {
  return contract.operations.map(({ id, method, path }) => ({
    name: `${method.toUpperCase()} ${path}`,
    operation: id,
  }));
}

async function start(context: DriverContext): Promise<DriverSession> {
  const base = parseBase(context);
  // With one connection and one request at a time, the exchanges of a lane are in the order of its calls. undici does
  // not repeat requests.
  const pool = new Pool(base.origin, {
    connections: 1,
    pipelining: 1,
    connect: { timeout: context.timeoutMs },
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const bounds = { timeoutMs: context.timeoutMs, maxBodyBytes: context.maxBodyBytes ?? MAX_BODY_BYTES };
  const { exchange } = context;
  const target: Target = { pool, prefix: base.pathname.replace(/\/+$/, ''), bounds, exchange };
  let stopped: Promise<void> | undefined;
  return {
    description: { name: 'HTTP by undici', language: 'TypeScript' },
    observes: new Set(['status', 'value', 'problem', 'events', 'reply']),
    run: (call) => perform(target, context, call),
    inventory: () =>
      listRoutes(served(context), (request, operation) =>
        send(target, withConfiguredCredentials(request, operation, context)),
      ),
    stop: () => (stopped ??= pool.destroy()),
  };
}

function served({ contract, unserved }: DriverContext): Contract {
  return { ...contract, operations: contract.operations.filter(({ id }) => unserved?.has(id) !== true) };
}

interface Target {
  readonly pool: Pool;
  /** The path of the base URL without a trailing slash. */
  readonly prefix: string;
  readonly bounds: HttpBounds;
  readonly exchange: DriverContext['exchange'];
}

function send(
  { pool, prefix, bounds, exchange }: Target,
  request: RequestMessage,
  timeoutMs = bounds.timeoutMs,
): Promise<HttpReply> {
  const reply = exchange?.(request, timeoutMs);
  if (reply !== undefined) return reply;
  const { target, ...message } = request;
  return exchangeHttp(pool, { ...message, path: prefix + target }, { ...bounds, timeoutMs });
}

async function perform(target: Target, context: DriverContext, call: Call): Promise<Outcome> {
  try {
    const { operation, input, raw } = call;
    if (raw !== undefined) return readOutcome(await send(target, raw));
    const request = encodeRequest(operation, input);
    if (request.kind === 'inexpressible') return request;
    const isStream = streamOf(operation) !== undefined;
    // For a stream, the time limit of the call is a limit on pauses. This client can only limit the total time, so it
    // uses the time limit of the session.
    const timeoutMs = isStream ? context.timeoutMs : call.timeoutMs;
    const exchange = (message: RequestMessage): Promise<HttpReply> =>
      send(target, authorised(message, context, call), timeoutMs);
    if (isStream) return await readStream(operation, (more) => exchange(withHeaders(request, more)));
    return readOutcome(await exchange(request));
  } catch (error) {
    return { kind: 'crash', detail: error instanceof Error ? error.message : String(error) };
  }
}

/** Adds headers to a request. Headers that have the same names are replaced. */
function withHeaders(request: RequestMessage, more: readonly HeaderPair[]): RequestMessage {
  const replaced = new Set(more.map(([name]) => name.toLowerCase()));
  return { ...request, headers: [...request.headers.filter(([name]) => !replaced.has(name.toLowerCase())), ...more] };
}

/**
 * Adds the credentials of a call to a request. If the call has the configured token, each security scheme gets the
 * credential that is configured for it. Any other token is wrong on purpose, and every security scheme gets this token.
 */
function authorised(request: RequestMessage, context: DriverContext, { operation, token }: Call): RequestMessage {
  if (token === operationToken(operation, context)) return withConfiguredCredentials(request, operation, context);
  // If the operation has no security scheme, no case omits credentials. A missing token then only means that none is
  // configured.
  const isPlain = token === undefined && schemesToMeet(operation).length === 0;
  if (token === undefined) return isPlain ? withConfiguredCredentials(request, operation, context) : request;
  return withCredentials(request, operation, () => token);
}

function parseBase({ baseUrl, surface }: DriverContext): URL {
  if (URL.canParse(baseUrl) && /^https?:$/.test(new URL(baseUrl).protocol)) return new URL(baseUrl);
  throw new ParityError(
    'surface-unavailable',
    `${surface}: '${baseUrl}' is not an http(s) URL`,
    'Set an absolute base URL, such as http://127.0.0.1:8080/v1.',
  );
}

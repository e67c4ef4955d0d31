import { Pool } from 'undici';
import type { Contract } from '../../contract/contract.js';
import { ParityError } from '../../contract/parity-error.js';
import { encodeRequest } from '../../contract/wire/encode.js';
import { streamOf } from '../../contract/stream-of.js';
import type { HeaderPair, RequestMessage } from '../../contract/wire/message.js';
import type { Call, Driver, DriverContext, DriverSession, ExpectedEntry } from '../driver.js';
import { type HttpReply, exchangeHttp } from '../http-exchange.js';
import type { Outcome } from '../outcome.js';
import { listRoutes } from './inventory.js';
import { readOutcome } from './read-outcome.js';
import { readStream } from './read-stream.js';

/** Far beyond any reply of a service under test. */
const LONGEST_BODY = 16 * 1024 * 1024;

/** Performs a case as the request that our own encoder makes of it; undici sends it and nothing clever stands in between. */
export function restDriver(): Driver {
  return { gates: false, start };
}

/** Every operation as `GET /items`; a service does not tell what its routes take. */
export function restExpectedInventory(contract: Contract): readonly ExpectedEntry[] {
  return contract.operations.map(({ id, method, path }) => ({ name: `${method.toUpperCase()} ${path}`, operation: id }));
}

async function start(context: DriverContext): Promise<DriverSession> {
  const base = parseBase(context);
  // One connection, one request at a time: a lane's exchanges stay in the order of its calls. undici repeats nothing by itself.
  const pool = new Pool(base.origin, { connections: 1, pipelining: 1, connect: { timeout: context.timeoutMs }, headersTimeout: 0, bodyTimeout: 0 });
  const target: Target = { pool, prefix: base.pathname.replace(/\/+$/, ''), timeoutMs: context.timeoutMs };
  let stopped: Promise<void> | undefined;
  return {
    description: { name: 'HTTP by undici', language: 'TypeScript' },
    observes: new Set(['status', 'value', 'problem', 'events']),
    run: (call) => perform(target, call),
    inventory: () => listRoutes(context.contract, (request) => send(target, request, context.token)),
    stop: () => (stopped ??= pool.destroy()),
  };
}

interface Target {
  readonly pool: Pool;
  /** Path of the base URL, without a trailing slash. */
  readonly prefix: string;
  readonly timeoutMs: number;
}

function send({ pool, prefix, timeoutMs }: Target, message: RequestMessage, token: string | undefined): Promise<HttpReply> {
  const { method, target, headers, body } = message;
  const all = token === undefined ? headers : [...headers, ['authorization', `Bearer ${token}`] as const];
  return exchangeHttp(pool, { method, path: prefix + target, headers: all, body }, { timeoutMs, maxBodyBytes: LONGEST_BODY });
}

async function perform(target: Target, { operation, input, token }: Call): Promise<Outcome> {
  try {
    const request = encodeRequest(operation, input);
    if (request.kind === 'inexpressible') return request;
    if (streamOf(operation) !== undefined) return await readStream(operation, (more) => send(target, withHeaders(request, more), token));
    return readOutcome(await send(target, request, token));
  } catch (error) {
    return { kind: 'crash', detail: error instanceof Error ? error.message : String(error) };
  }
}

/** The headers in place of those of the same names. */
function withHeaders(request: RequestMessage, more: readonly HeaderPair[]): RequestMessage {
  const replaced = new Set(more.map(([name]) => name.toLowerCase()));
  return { ...request, headers: [...request.headers.filter(([name]) => !replaced.has(name.toLowerCase())), ...more] };
}

function parseBase({ baseUrl, surface }: DriverContext): URL {
  if (URL.canParse(baseUrl) && /^https?:$/.test(new URL(baseUrl).protocol)) return new URL(baseUrl);
  throw new ParityError('surface-unavailable', `${surface}: '${baseUrl}' is not an http(s) URL`,
    'Give an absolute base URL, such as http://127.0.0.1:8080/v1.');
}

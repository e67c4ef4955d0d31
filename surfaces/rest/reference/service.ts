import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { routes } from '../generated/routes.js';
import { schemas } from '../generated/schemas.js';
import { type Answer, createAnswer } from './answer.js';
import { bearerAuthenticator } from './authentication.js';
import { readFixture } from './fixture.js';
import { createInputChecker, createSchemaChecker } from './input-checker.js';
import { type ItemStore, openItemStore } from './item-store.js';
import { listen, originOf, stopListening } from './listening.js';
import { problemReply } from './problem.js';
import { resetHook } from './reset-hook.js';
import { sendReply } from './send-reply.js';

export interface ServiceOptions {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** What clients have to send as their bearer token. */
  readonly token: string;
  /** `''`, or begins with a slash and does not end with one. */
  readonly basePath: string;
  /** A file, or `:memory:`. */
  readonly database: string;
  readonly fixture?: string;
  /** Outside the base path. Absent: there is no such hook. */
  readonly resetPath?: string;
  /** Bytes. */
  readonly bodyLimit: number;
  /** How long a client may take to send the head of a request, and a whole one. */
  readonly headTimeoutMs: number;
  readonly requestTimeoutMs: number;
}

/** All but the token; the limit of a body is the contract's. */
export const SERVICE_DEFAULTS = {
  host: '127.0.0.1',
  port: 0,
  basePath: '',
  database: ':memory:',
  bodyLimit: 65_536,
  headTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
} as const satisfies Partial<ServiceOptions>;

export interface RunningService {
  /** With the base path, without a trailing slash. */
  readonly url: string;
  /** Answers what is under way, then closes everything. Idempotent. */
  stop(): Promise<void>;
}

/** Rejects with a `ParityError` where the port, the fixture or the database cannot be used. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const store = openItemStore(options.database);
  try {
    loadFixture(store, options.fixture);
    const server = await listen(createHttpServer(store, options), options.host, options.port);
    let stopped: Promise<void> | undefined;
    const stop = (): Promise<void> => (stopped ??= stopListening(server).finally(() => store.close()));
    return { url: `${originOf(server)}${options.basePath}`, stop };
  } catch (error) {
    store.close();
    throw error;
  }
}

/** The items that the store has already stay as they are, so that a service on a file can be started again. */
function loadFixture(store: ItemStore, fixture: string | undefined): void {
  const schema = routes.find(({ operationId }) => operationId === 'getItem')?.success.schema ?? 'Item';
  if (fixture !== undefined) for (const item of readFixture(fixture, createSchemaChecker(schemas, schema))) store.add(item);
  store.mark();
}

function createHttpServer(store: ItemStore, options: ServiceOptions): Server {
  const { basePath, bodyLimit, headTimeoutMs, requestTimeoutMs } = options;
  const check = createInputChecker(routes, schemas);
  const answer = createAnswer({ store, check, authenticate: bearerAuthenticator(options.token), basePath, bodyLimit });
  const hooked = options.resetPath === undefined ? answer : resetHook(options.resetPath, store, answer);
  const listener = (request: IncomingMessage, response: ServerResponse): void => void respond(hooked, request, response, bodyLimit);
  const timeouts = { headersTimeout: headTimeoutMs, requestTimeout: requestTimeoutMs, keepAliveTimeout: 60_000 };
  const server = createServer({ ...timeouts, connectionsCheckingInterval: Math.min(headTimeoutMs, requestTimeoutMs) / 4 }, listener);
  server.maxConnections = 512;
  // A body that waits to be asked for is asked for only once the request is known to deserve it (RFC 9110 §10.1.1).
  return server.on('checkContinue', listener);
}

async function respond(answer: Answer, request: IncomingMessage, response: ServerResponse, bodyLimit: number): Promise<void> {
  const reply = await answer(request, response).catch((error: unknown) => {
    process.stderr.write(`internal error: ${error instanceof Error ? error.message : String(error)}\n`);
    return problemReply('internal-error');
  });
  if (reply === undefined) response.destroy();
  else sendReply(request, response, reply, bodyLimit);
}

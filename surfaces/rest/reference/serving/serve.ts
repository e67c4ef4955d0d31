import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { NamedSchemas } from '../../closed-schemas.js';
import type { Route } from '../../runtime/route.js';
import { type Answer, type Handle, createAnswer } from './answer.js';
import { bearerAuthenticator } from './authentication.js';
import { createInputChecker } from '../input/input-checker.js';
import { listen, originOf, stopListening } from './listening.js';
import { problemReply } from '../reply/problem.js';
import { resetHook } from './reset-hook.js';
import { sendReply, sendStream } from './send-reply.js';

/** The options that all example services share. */
export interface ServeOptions {
  readonly host: string;
  /** The port to listen on; 0 selects a free port. */
  readonly port: number;
  /** The bearer token that clients must send. */
  readonly token: string;
  /** The path before all paths of the contract: `''`, or a path with a leading slash and without a trailing slash. */
  readonly basePath: string;
  /** The path of the reset hook, which is not below the base path. If omitted, the service has no reset hook. */
  readonly resetPath?: string;
  /** Maximum size of a body in bytes. */
  readonly bodyLimit: number;
  /**
   * How long a client may take to send the head of a request. `requestTimeoutMs` is the limit for the whole request.
   */
  readonly headTimeoutMs: number;
  readonly requestTimeoutMs: number;
}

/** Defaults of all options except the token. The maximum size of a body is the size that the contracts state. */
export const SERVE_DEFAULTS = {
  host: '127.0.0.1',
  port: 0,
  basePath: '',
  bodyLimit: 65_536,
  headTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
} as const satisfies Partial<ServeOptions>;

/** What differs between the example services: the generated code of the contract, and its operations. */
export interface Application {
  /** The realm in the challenge of a 401 (RFC 9110 §11.5). */
  readonly realm: string;
  readonly routes: readonly Route[];
  readonly schemas: NamedSchemas;
  readonly handle: Handle;
  /** Restores the state that the service had after its start. */
  reset(): void;
  /** Closes the store of the application. Idempotent. */
  close(): void;
}

export interface RunningService {
  /** The URL of the service with the base path and without a trailing slash. */
  readonly url: string;
  /** Finishes pending requests, and then closes all connections and the application. Idempotent. */
  stop(): Promise<void>;
}

/** Starts a service. Rejects with a `ParityError` if the application cannot be opened or the port cannot be used. */
export async function serve(options: ServeOptions, open: () => Application): Promise<RunningService> {
  const application = open();
  try {
    const server = await listen(createHttpServer(application, options), options.host, options.port);
    let stopped: Promise<void> | undefined;
    const stop = (): Promise<void> => (stopped ??= stopListening(server).finally(() => application.close()));
    return { url: `${originOf(server)}${options.basePath}`, stop };
  } catch (error) {
    application.close();
    throw error;
  }
}

function createHttpServer(application: Application, options: ServeOptions): Server {
  const { basePath, bodyLimit, headTimeoutMs, requestTimeoutMs } = options;
  const { routes, schemas, realm, handle } = application;
  const check = createInputChecker(routes, schemas);
  const answer = createAnswer({
    routes,
    handle,
    check,
    authenticate: bearerAuthenticator(options.token, realm),
    basePath,
    bodyLimit,
  });
  const hooked =
    options.resetPath === undefined ? answer : resetHook(options.resetPath, () => application.reset(), answer);
  const listener = (request: IncomingMessage, response: ServerResponse): void =>
    void respond(hooked, request, response, bodyLimit);
  const timeouts = { headersTimeout: headTimeoutMs, requestTimeout: requestTimeoutMs, keepAliveTimeout: 60_000 };
  const server = createServer(
    { ...timeouts, connectionsCheckingInterval: Math.min(headTimeoutMs, requestTimeoutMs) / 4 },
    listener,
  );
  server.maxConnections = 512;
  // The listener also gets requests that wait for 100 Continue. The 100 is sent only after all other checks have passed
  // (RFC 9110 §10.1.1).
  return server.on('checkContinue', listener);
}

async function respond(
  answer: Answer,
  request: IncomingMessage,
  response: ServerResponse,
  bodyLimit: number,
): Promise<void> {
  const reply = await answer(request, response).catch((error: unknown) => {
    report(error);
    return problemReply('internal-error');
  });
  if (reply === undefined) response.destroy();
  else if (reply.kind === 'stream') await sendStream(response, reply).catch(report);
  else sendReply(request, response, reply, bodyLimit);
}

function report(error: unknown): void {
  process.stderr.write(`internal error: ${error instanceof Error ? error.message : String(error)}\n`);
}

import { once } from 'node:events';
import { createServer as createNetServer } from 'node:net';
import { ParityError } from '../../contract/parity-error.js';
import type { RequestMessage } from '../../contract/wire/message.js';
import { decodePercent } from '../../contract/wire/percent.js';
import type { FailedResponse, WireResponse } from '../../surfaces/exchange.js';
import { Connections } from '../tap/connections.js';
import { type Forwarder, forwardTo } from '../tap/forward.js';
import type { Passing } from '../tap/tap.js';
import type { Backend, BackendInstance } from './backend.js';
import { removeRiskyPatterns } from './prism-patterns.js';
import { addBinaryExamples } from './prism-replies.js';
import { indexedRoute } from './prism-route.js';

/**
 * Prism, running in this process. With Prism, surfaces can be checked before a service exists. Prism answers with the
 * examples of the contract, so rules about state and effects do not apply to its replies (see `backends` of each rule).
 */
export function mockBackend(file: string, timeoutMs: number): Backend {
  const turns = new Turns();
  let unenforced: readonly string[] = [];
  return {
    kind: 'mock',
    isolated: false,
    unenforced: () => unenforced,
    start: async () => {
      const { instance, patterns } = await startMock(file, Math.min(timeoutMs, PRISM_MS), turns);
      unenforced = patterns;
      return instance;
    },
  };
}

/**
 * Time limit of a request to Prism. Prism usually needs milliseconds. It needs seconds on a busy machine, or to compile
 * a large schema.
 */
const PRISM_MS = 6000;

/**
 * Starts one mock for all parallel lanes. The mock answers one request at a time. If Prism throws an error, the error
 * therefore belongs to the current request, and only this request fails. Concurrent requests would not be faster,
 * because Prism answers all requests on this thread.
 */
async function startMock(
  file: string,
  timeoutMs: number,
  turns: Turns,
): Promise<{ readonly instance: BackendInstance; readonly patterns: readonly string[] }> {
  let underWay: { thrown?: string } | undefined;
  const prism = await startPrism(file, 0, (error) => {
    if (underWay === undefined) return;
    underWay.thrown = error.message;
    // Without this call, the request would wait for a reply until the timeout.
    void forwarder.close();
    forwarder = forward();
  });
  // Prism has no state, so any request may be repeated.
  const forward = (): Forwarder =>
    forwardTo(prism.url, timeoutMs, new Connections(new URL(prism.url).origin, 'resend'));
  let forwarder = forward();
  const answer = async (request: RequestMessage, passing?: Passing): Promise<WireResponse | FailedResponse> => {
    const call: { thrown?: string } = {};
    underWay = call;
    const reply = await forwarder.respond(request, passing);
    underWay = undefined;
    return call.thrown === undefined ? reply : { kind: 'failed', reason: `Prism threw: ${call.thrown}` };
  };
  const instance: BackendInstance = {
    writes: true,
    respond: (request, passing) =>
      /^[!-~]*$/.test(request.target) && decodePercent(request.target) !== undefined
        ? turns.take(() => answer(request, passing))
        : UNREADABLE,
    stop: async () => {
      await forwarder.close();
      await prism.close();
    },
  };
  return { instance, patterns: prism.unenforced };
}

/** Runs tasks one after the other. */
class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}

/**
 * The reply to a request whose target is not a valid URI. Such a request is not passed to Prism: Prism would decode the
 * target without catching errors, and the process would end.
 */
const UNREADABLE: FailedResponse = {
  kind: 'failed',
  reason: 'Prism cannot read a request target that is not a valid URI (RFC 3986)',
};

/**
 * Matches a stack frame in Prism: in the packages of Prism, or in the bundle of these packages that the build makes.
 */
const PRISM_FRAME = /@stoplight|backends[/\\]prism\.js/;

/**
 * Passes each unhandled promise rejection of Prism to `threw`. Without this handler, the rejection would end the
 * process. Each rejection leaves one request without a reply. Returns a function that removes the handler.
 */
function outliveRejections(threw: (error: Error) => void): () => void {
  const onRejection = (reason: unknown): void => {
    if (!(reason instanceof Error) || !PRISM_FRAME.test(reason.stack ?? '')) throw reason;
    threw(reason);
  };
  process.on('unhandledRejection', onRejection);
  return () => void process.off('unhandledRejection', onRejection);
}

export interface Prism {
  readonly url: string;
  /** Regular expressions that the mock does not enforce, because matching them could block the process. */
  readonly unenforced: readonly string[];
  close(): Promise<void>;
}

/**
 * Starts a Prism server on a loopback port; port 0 selects a free port. `threw` is called if Prism throws an error and
 * leaves a request without a reply.
 */
export async function startPrism(
  file: string,
  port: number,
  threw: (error: Error) => void = () => undefined,
): Promise<Prism> {
  if (port !== 0) await refuseTaken(port);
  // Prism is imported on demand, because the import takes time and most commands do not use the mock.
  const { createLogger, createServer, getHttpOperationsFromSpec, route } = await import('./prism.js');
  try {
    // Prism gets the path of the contract and not the parsed document, because Prism may modify the document.
    const operations = await getHttpOperationsFromSpec(file);
    const unenforced = removeRiskyPatterns(operations);
    addBinaryExamples(operations);
    for (const operation of operations) operation.security = requirements(operation.security);
    const server = createServer(operations, {
      cors: false,
      config: {
        isProxy: false,
        validateRequest: true,
        // The rules of the harness judge the replies. If Prism validated replies, it would compile most of the contract
        // again for each reply.
        validateResponse: false,
        checkSecurity: true,
        errors: false,
        upstreamProxy: undefined,
        mock: { dynamic: false },
      },
      components: { logger: createLogger('prism', { level: 'silent' }), route: indexedRoute(route, operations) },
    });
    const url = await server.listen(port, '127.0.0.1');
    const release = outliveRejections(threw);
    return { url, unenforced, close: () => server.close().finally(release) };
  } catch (error) {
    // Prism does not always reject with an `Error`.
    const reason = error instanceof Error ? error.message : String(error);
    throw new ParityError(
      'mock-unavailable',
      `Prism cannot mock ${file}: ${reason}`,
      'Correct the contract, or remove `mock` from `backends`.',
      { cause: error },
    );
  }
}

/**
 * Removes a list of security requirements whose only entry permits calls without credentials (`security: [{}]`). Such a
 * list does not forbid credentials (OpenAPI 3.1 §4.8.30), but Prism would answer 401 to a call with a credential.
 */
function requirements<Requirement>(security: Requirement[][] = []): Requirement[][] {
  return security.every((alternative) => alternative.length === 0) ? [] : security;
}

/** Throws if the port is in use. Prism itself does not report why it cannot listen. */
async function refuseTaken(port: number): Promise<void> {
  const probe = createNetServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
  } catch (error) {
    throw new ParityError(
      'port-taken',
      `cannot listen on port ${port}: ${(error as Error).message}`,
      'Stop the program that uses this port, or choose another port with `--port`.',
      { cause: error },
    );
  }
  probe.close();
  await once(probe, 'close');
}

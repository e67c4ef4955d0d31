import { once } from 'node:events';
import { createServer as createNetServer } from 'node:net';
import { ParityError } from '../../contract/parity-error.js';
import type { RequestMessage } from '../../contract/wire/message.js';
import { decodePercent } from '../../contract/wire/percent.js';
import type { FailedResponse, WireResponse } from '../../surfaces/exchange.js';
import type { OnLongReply } from '../../surfaces/http/http-exchange.js';
import { Connections } from '../tap/connections.js';
import { type Forwarder, forwardTo } from '../tap/forward.js';
import type { Backend, BackendInstance } from './backend.js';
import { removeRiskyPatterns } from './prism-patterns.js';

/**
 * Prism, in this process: surfaces can be checked before there is a service. It answers with the examples of the
 * contract, so state and effects cannot be judged on it (see the rules' `backends`).
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

/** Prism answers within milliseconds, or never; on a machine under load, and where it compiles a large schema first, within seconds. */
const PRISM_MS = 6000;

/**
 * One request at a time, whatever lane it is of: all are answered on this one thread, so that nothing is lost by it, and
 * what Prism throws then belongs to the one that is under way. That request is ended at once, with the reason.
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
    // Its connection would be waited for until the time is over.
    void forwarder.close();
    forwarder = forward();
  });
  // It keeps nothing, so that any request may be sent again.
  const forward = (): Forwarder => forwardTo(prism.url, timeoutMs, new Connections(new URL(prism.url).origin, 'resend'));
  let forwarder = forward();
  const answer = async (request: RequestMessage, onLongReply?: OnLongReply): Promise<WireResponse | FailedResponse> => {
    const call: { thrown?: string } = {};
    underWay = call;
    const reply = await forwarder.respond(request, onLongReply);
    underWay = undefined;
    return call.thrown === undefined ? reply : { kind: 'failed', reason: `Prism threw: ${call.thrown}` };
  };
  const instance: BackendInstance = {
    respond: (request, onLongReply) =>
      /^[!-~]*$/.test(request.target) && decodePercent(request.target) !== undefined ? turns.take(() => answer(request, onLongReply)) : UNREADABLE,
    stop: async () => {
      await forwarder.close();
      await prism.close();
    },
  };
  return { instance, patterns: prism.unenforced };
}

/** Each begins when the one before it has ended. */
class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}

/** Prism decodes the target where nobody catches: what is no valid URI would take the whole process down. */
const UNREADABLE: FailedResponse = { kind: 'failed', reason: 'Prism cannot take a target that is no valid URI (RFC 3986)' };

/** Rejections that nobody handles end a process. One of Prism's leaves one request without a reply. */
function outliveRejections(threw: (error: Error) => void): () => void {
  const onRejection = (reason: unknown): void => {
    if (!(reason instanceof Error) || reason.stack?.includes('@stoplight') !== true) throw reason;
    threw(reason);
  };
  process.on('unhandledRejection', onRejection);
  return () => void process.off('unhandledRejection', onRejection);
}

export interface Prism {
  readonly url: string;
  /** Patterns that it does not enforce: they could hang it. */
  readonly unenforced: readonly string[];
  close(): Promise<void>;
}

/** One Prism server on a loopback port; port 0 is any free one. `threw`: some request will have no reply. */
export async function startPrism(file: string, port: number, threw: (error: Error) => void = () => undefined): Promise<Prism> {
  if (port !== 0) await refuseTaken(port);
  const [{ createServer }, { getHttpOperationsFromSpec }, { createLogger }] = await Promise.all([
    // About a second of import, which only those who mock should pay.
    import('@stoplight/prism-http-server'),
    import('@stoplight/prism-http'),
    import('@stoplight/prism-core'),
  ]);
  try {
    // Given the path and not a parsed document: Prism may change what it is given.
    const operations = await getHttpOperationsFromSpec(file);
    const unenforced = removeRiskyPatterns(operations);
    const server = createServer(operations, {
      cors: false,
      config: {
        isProxy: false,
        validateRequest: true,
        // Our rules judge the replies. Prism would compile most of the description anew for each of them.
        validateResponse: false,
        checkSecurity: true,
        errors: false,
        upstreamProxy: undefined,
        mock: { dynamic: false },
      },
      components: { logger: createLogger('prism', { level: 'silent' }) },
    });
    const url = await server.listen(port, '127.0.0.1');
    const release = outliveRejections(threw);
    return { url, unenforced, close: () => server.close().finally(release) };
  } catch (error) {
    // Prism rejects with whatever it has at hand, not always an error.
    const reason = error instanceof Error ? error.message : String(error);
    throw new ParityError(
      'mock-unavailable',
      `Prism cannot mock ${file}: ${reason}`,
      'Correct the description, or leave `mock` out of `backends`.',
      { cause: error },
    );
  }
}

/** Prism does not say why it cannot listen, so the port is tried first. */
async function refuseTaken(port: number): Promise<void> {
  const probe = createNetServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
  } catch (error) {
    throw new ParityError(
      'port-taken',
      `port ${port} is taken or not ours to take: ${(error as Error).message}`,
      'End what listens there, or name another port with `--port`.',
      { cause: error },
    );
  }
  probe.close();
  await once(probe, 'close');
}

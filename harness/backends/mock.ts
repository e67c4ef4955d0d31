import { once } from 'node:events';
import { createServer as createNetServer } from 'node:net';
import { ParityError } from '../../contract/parity-error.js';
import { decodePercent } from '../../contract/wire/percent.js';
import type { FailedResponse } from '../../surfaces/exchange.js';
import { forwardTo } from '../tap/forward.js';
import type { Backend, BackendInstance } from './backend.js';

/**
 * Prism, in this process: surfaces can be checked before there is a service. It answers with the examples of the
 * contract, so state and effects cannot be judged on it (see the rules' `backends`).
 */
export function mockBackend(file: string, timeoutMs: number): Backend {
  return { kind: 'mock', isolated: false, start: () => startMock(file, timeoutMs) };
}

/** Prism answers within milliseconds, or never: where it throws, nobody replies. */
const PRISM_MS = 2000;

async function startMock(file: string, timeoutMs: number): Promise<BackendInstance> {
  const prism = await startPrism(file, 0);
  const forwarder = forwardTo(prism.url, Math.min(timeoutMs, PRISM_MS));
  return {
    respond: (request) =>
      /^[!-~]*$/.test(request.target) && decodePercent(request.target) !== undefined ? forwarder.respond(request) : UNREADABLE,
    stop: async () => {
      await forwarder.close();
      await prism.close();
    },
  };
}

/** Prism decodes the target where nobody catches: what is no valid URI would take the whole process down. */
const UNREADABLE: FailedResponse = { kind: 'failed', reason: 'Prism cannot take a target that is no valid URI (RFC 3986)' };

/** Rejections that nobody handles end a process. One of Prism's leaves one request without a reply, which the tap tells. */
function outliveRejections(): () => void {
  const onRejection = (reason: unknown): void => {
    if (!(reason instanceof Error) || reason.stack?.includes('@stoplight') !== true) throw reason;
  };
  process.on('unhandledRejection', onRejection);
  return () => void process.off('unhandledRejection', onRejection);
}

/** One Prism server on a loopback port; port 0 is any free one. */
export async function startPrism(file: string, port: number): Promise<{ readonly url: string; close(): Promise<void> }> {
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
    const release = outliveRejections();
    return { url, close: () => server.close().finally(release) };
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

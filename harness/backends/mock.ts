import { ParityError } from '../../contract/parity-error.js';
import { forwardTo } from '../tap/forward.js';
import type { Backend, BackendInstance } from './backend.js';

/**
 * Prism, in this process: surfaces can be checked before there is a service. It answers with the examples of the
 * contract, so state and effects cannot be judged on it (see the rules' `backends`).
 */
export function mockBackend(file: string, timeoutMs: number): Backend {
  return { kind: 'mock', isolated: false, start: () => startMock(file, timeoutMs) };
}

async function startMock(file: string, timeoutMs: number): Promise<BackendInstance> {
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
      config: { isProxy: false, validateRequest: true, validateResponse: true, checkSecurity: true, errors: false, upstreamProxy: undefined, mock: { dynamic: false } },
      components: { logger: createLogger('prism', { level: 'silent' }) },
    });
    const forwarder = forwardTo(await server.listen(0, '127.0.0.1'), timeoutMs);
    return {
      respond: forwarder.respond,
      stop: async () => {
        await forwarder.close();
        await server.close();
      },
    };
  } catch (error) {
    throw new ParityError('mock-unavailable', `Prism cannot mock ${file}: ${(error as Error).message}`, 'Correct the description, or leave `mock` out of `backends`.', { cause: error });
  }
}

import { once } from 'node:events';
import { connect } from 'node:net';
import { ParityError } from '../../../contract/parity-error.js';

/** Maximum time to connect to a running service. */
const CONNECT_MS = 5000;

/** Rejects if nothing accepts a connection at the URL. Used for services that should already be running. */
export async function refuseUnreachable(url: string): Promise<void> {
  const { hostname, port, protocol } = new URL(url);
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
  });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_MS) });
  } catch (error) {
    throw new ParityError(
      'service-unavailable',
      `nothing answers at ${url}: ${socketFault(error)}`,
      'Start the service, or correct `--url`.',
      { cause: error },
    );
  } finally {
    socket.destroy();
  }
}

function socketFault(error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException;
  return name === 'AbortError' ? `no connection within ${CONNECT_MS / 1000} s` : (code ?? 'no connection');
}

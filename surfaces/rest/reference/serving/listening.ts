import type { Server } from 'node:http';
import { ParityError } from '../../../../contract/parity-error.js';

/** Listens on a host and port. Rejects with a `ParityError` (`port-taken`, `address-unusable`). */
export function listen(server: Server, host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException): void => reject(cannotListen(host, port, cause));
    server.once('error', fail);
    server.listen(port, host, () => resolve(server.off('error', fail)));
  });
}

function cannotListen(host: string, port: number, cause: NodeJS.ErrnoException): ParityError {
  if (cause.code === 'EADDRINUSE') {
    return new ParityError(
      'port-taken',
      `port ${port} of ${host} is already in use`,
      'Stop the process that listens on this port, or set --port to a different port. 0 selects a free port.',
      { cause },
    );
  }
  return new ParityError(
    'address-unusable',
    `the service cannot listen on ${host}:${port}: ${cause.message}`,
    'Set --host to an address of this machine and --port to a port that you may use.',
    { cause },
  );
}

export function originOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new ParityError(
      'address-unusable',
      'the server does not listen on a port',
      'Call originOf only while the server listens.',
    );
  }
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}

/** How long pending requests may still take after the server was asked to stop. */
const STOP_MS = 2000;

/** Stops accepting connections, waits for pending requests up to the time limit, and then closes all connections. */
export async function stopListening(server: Server): Promise<void> {
  // `close` also closes idle connections.
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const timer = setTimeout(() => server.closeAllConnections(), STOP_MS);
  await closed;
  clearTimeout(timer);
}

import type { Server } from 'node:http';
import { ParityError } from '../../../../contract/parity-error.js';

/** Listens on the address. Rejects with a `ParityError` (`port-taken`, `address-unusable`). */
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
      'Stop the process that listens there, or choose another port; 0 takes a free one.',
      { cause },
    );
  }
  return new ParityError(
    'address-unusable',
    `the service cannot listen on ${host}:${port}: ${cause.message}`,
    'Choose an address of this machine and a port that you may use.',
    { cause },
  );
}

export function originOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new ParityError(
      'address-unusable',
      'the service does not listen on a port',
      'Call this only while the service listens.',
    );
  }
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}

/** Time for pending requests to finish after the server is asked to stop. */
const STOP_MS = 2000;

/** Stops accepting connections, waits for pending requests, and then closes the remaining connections. */
export async function stopListening(server: Server): Promise<void> {
  // Closes idle connections as well.
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const timer = setTimeout(() => server.closeAllConnections(), STOP_MS);
  await closed;
  clearTimeout(timer);
}

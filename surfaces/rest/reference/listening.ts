import type { Server } from 'node:http';
import { ParityError } from '../../../contract/parity-error.js';

/** Rejects with a `ParityError` (`port-taken`, `address-unusable`). */
export function listen(server: Server, host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException): void => reject(cannotListen(host, port, cause));
    server.once('error', fail);
    server.listen(port, host, () => resolve(server.off('error', fail)));
  });
}

function cannotListen(host: string, port: number, cause: NodeJS.ErrnoException): ParityError {
  if (cause.code === 'EADDRINUSE') {
    return new ParityError('port-taken', `port ${port} of ${host} is already in use`,
      'Stop what listens there, or choose another port; 0 takes a free one.', { cause });
  }
  return new ParityError('address-unusable', `${host}:${port} cannot be listened on: ${cause.message}`,
    'Choose an address of this machine and a port that you may use.', { cause });
}

export function originOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new ParityError('address-unusable', 'the service does not listen on a port', 'Ask only while it listens.');
  }
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}

/** How long the requests under way may still take once the server is told to stop. */
const STOP_MS = 2000;

/** Takes no more connections, lets what is under way end, and cuts what does not. */
export async function stopListening(server: Server): Promise<void> {
  // Closes idle connections as well.
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const timer = setTimeout(() => server.closeAllConnections(), STOP_MS);
  await closed;
  clearTimeout(timer);
}

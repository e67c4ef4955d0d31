import { once } from 'node:events';
import { createServer } from 'node:net';
import { PORTS_OF_PROGRAMS, listenInRange } from '../../surfaces/http/listening.js';

/** Returns a TCP port for a program that is started later. Nothing listens on it now. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listenInRange(probe, PORTS_OF_PROGRAMS);
  probe.close();
  await once(probe, 'close');
  return port;
}

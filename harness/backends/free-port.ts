import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { PORTS_OF_PROGRAMS, listenInRange } from '../../surfaces/http/listening.js';

const [FIRST, END] = PORTS_OF_PROGRAMS;
/** The number of ports that were tried, from a random start, so that several runs on a machine try different ports. */
let tried = randomInt(END - FIRST);

/**
 * Returns a TCP port for a program that is started later. Nothing listens on it now. The ports are tried in order:
 * random ports would sometimes be the same for two programs that start at the same time.
 */
export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listenInRange(probe, PORTS_OF_PROGRAMS, () => FIRST + (tried++ % (END - FIRST)));
  probe.close();
  await once(probe, 'close');
  return port;
}

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { ParityError } from '../../contract/parity-error.js';

/**
 * Returns a TCP port on which nothing listens. The port is below the range from which the system assigns free ports
 * (RFC 6335 §6; on Linux from 32768). The system could assign a port in that range to another socket before the service
 * starts.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < MAX_PORTS; attempt += 1) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT);
    const probe = createServer();
    const free = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!free) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
  throw new ParityError(
    'port-taken',
    `no free port was found in ${MAX_PORTS} tries`,
    'Stop programs that listen on ports from 20000 to 32767, or set `service.url` to a URL with a fixed port.',
  );
}

const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 32_768;
const MAX_PORTS = 100;

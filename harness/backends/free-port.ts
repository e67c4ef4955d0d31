import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { ParityError } from '../../contract/parity-error.js';

/**
 * Returns a port without a listener. The port is below the range from which a system chooses ports for port 0 (RFC 6335
 * §6; on Linux from 32768), because the system could assign a port of that range to another socket before the service
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

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:net';
import { ParityError } from '../../contract/parity-error.js';

/**
 * The TCP ports from `first` to `end - 1`. They are tried in order, from a random start: programs that start at the
 * same time get different ports, and several runs on a machine rarely try the same ones. The ranges are below the ports
 * that systems assign to connections (RFC 6335 §6; on Linux from 32768): while a server does not listen, no connection
 * takes its port. They start at 20000, because reports replace loopback ports from there on (`CHOSEN_PORT`).
 */
export class PortRange {
  #tried: number;

  constructor(
    readonly first: number,
    readonly end: number,
  ) {
    this.#tried = randomInt(end - first);
  }

  next(): number {
    this.#tried += 1;
    return this.first + (this.#tried % (this.end - this.first));
  }
}

/** The ports of servers of this process, which may stop listening for some time. */
const OWN_PORTS = new PortRange(26_000, 32_768);
/** The ports for programs that are started with a port. No server of this process takes one before the program does. */
export const PORTS_OF_PROGRAMS = new PortRange(20_000, 26_000);
const MAX_PORTS = 100;

/** Listens on the next free port of 127.0.0.1 in the range, and returns the port. Throws `port-taken`. */
export async function listenInRange(server: Server, range = OWN_PORTS): Promise<number> {
  let reason: unknown;
  for (let attempt = 0; attempt < MAX_PORTS; attempt += 1) {
    const port = range.next();
    try {
      await listenOn(server, port);
      return port;
    } catch (error) {
      reason = error;
    }
  }
  throw new ParityError(
    'port-taken',
    `no free port was found in ${MAX_PORTS} tries: ${(reason as Error).message}`,
    `Stop programs that listen on ports from ${range.first} to ${range.end - 1} of 127.0.0.1.`,
    { cause: reason },
  );
}

/** Listens on the port of 127.0.0.1. Rejects if this is impossible, for example because the port is in use. */
export async function listenOn(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

import type { Socket } from 'node:net';
import type { WireStep } from '../../surfaces/exchange.js';

/** The maximum duration of a reply to a client that never disconnects. */
const LONGEST_MS = 30_000;
/** The time to wait before a connection reset, because a reset discards bytes that have not been sent. */
const FLUSH_MS = 20;
/**
 * The time that the client has to close its side of the connection. If the tap did not wait, it would reset the
 * connection at the end of a reply.
 */
const CLOSE_MS = 1000;

/** Writes a reply to the connection step by step, and closes the connection. Ends early if the client disconnects. */
export async function playSteps(socket: Socket, steps: readonly WireStep[]): Promise<void> {
  const until = performance.now() + LONGEST_MS;
  socket.setNoDelay(true);
  for (const step of steps) {
    if (socket.destroyed) return;
    await play(socket, step, until);
  }
  if (socket.destroyed) return;
  socket.end();
  await untilClosed(socket, CLOSE_MS);
  socket.destroy();
}

async function play(socket: Socket, step: WireStep, until: number): Promise<void> {
  switch (step.kind) {
    case 'write':
      socket.write(step.bytes);
      return;
    case 'pause':
      return untilClosed(socket, Math.min(step.ms, until - performance.now()));
    case 'drip':
      while (!socket.destroyed && performance.now() < until) {
        socket.write(step.bytes);
        await untilClosed(socket, step.everyMs);
      }
      return;
    case 'silence':
      return untilClosed(socket, until - performance.now());
    case 'reset':
      await untilClosed(socket, FLUSH_MS);
      return void socket.resetAndDestroy();
    default:
      return step satisfies never;
  }
}

/** Waits until the connection is closed, at most for the given time in milliseconds. */
function untilClosed(socket: Socket, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      socket.off('close', end);
      socket.off('end', end);
      resolve();
    };
    const timer = setTimeout(end, Math.max(0, ms));
    socket.once('close', end);
    // A client that ends its side of the connection has disconnected.
    socket.once('end', end);
  });
}

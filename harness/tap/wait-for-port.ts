import type { buildConnector } from 'undici';

/**
 * The maximum wait for a free local port. On some systems a closed connection occupies one of 16 384 ports for 30 s
 * (RFC 9293 §3.6.1).
 */
const WAIT_MS = 5000;
const PAUSE_MS = 50;

/**
 * Wraps a function that connects: if connecting failed because no local port was free, it tries again. In this case
 * nothing was sent, and the service is not at fault.
 */
export function waitForPort(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    const deadline = performance.now() + WAIT_MS;
    const attempt = (): void =>
      connect(options, (...result) => {
        const [error] = result;
        if (error !== null && isPortShortage(error) && performance.now() < deadline) setTimeout(attempt, PAUSE_MS);
        else callback(...result);
      });
    attempt();
  };
}

function isPortShortage(error: Error): boolean {
  return 'code' in error && error.code === 'EADDRNOTAVAIL';
}

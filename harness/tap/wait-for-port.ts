import type { buildConnector } from 'undici';

/** On some systems a closed connection occupies its local port for 30 s (RFC 9293 §3.6.1) and there are 16 384 of them. */
const WAIT_MS = 5000;
const PAUSE_MS = 50;

/** Repeats a connect that found no free local port: nothing was sent, and the service has no part in it. */
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

import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Card } from '../offer/card.js';
import type { Offer } from '../offer/offer.js';
import type { Service } from '../call/service.js';
import { toolServer } from './tool-server.js';

/**
 * Serves the client on stdin until the client closes it or a signal arrives. Only MCP messages are written to stdout.
 */
export function serveOnStdio(service: Service, offer: Offer, card: Card | undefined): void {
  const connection = serveStdio(() => toolServer(service, offer, card), {
    onerror: (error) => process.stderr.write(`${error.message}\n`),
  });
  const stop = (): void => {
    void connection.close().finally(() => process.exit(0));
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createMcpHandler,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { Card } from '../offer/card.js';
import type { Offer } from '../offer/offer.js';
import type { Service } from '../call/service.js';
import { toolServer } from './tool-server.js';
import { bridge } from './web-bridge.js';

/**
 * Streamable HTTP at `/mcp`, stateless: every request gets a new server. The address is printed to stdout when the port
 * is open.
 */
export async function serveOnHttp(
  service: Service,
  offer: Offer,
  { host, port }: { readonly host: string; readonly port: number },
  card: Card | undefined,
): Promise<void> {
  const handler = createMcpHandler(() => toolServer(service, offer, card), {
    onerror: (error) => process.stderr.write(`${error.message}\n`),
  });
  const server = createServer((request, response) => {
    if (!refuse(request, response)) bridge((received) => handler.fetch(received), request, response);
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.maxConnections = 256;
  const stop = (): void => void handler.close().finally(() => close(server));
  process.once('SIGTERM', stop).once('SIGINT', stop);
  await listen(server, host, port);
  const address = server.address() as AddressInfo;
  process.stdout.write(
    `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}/mcp\n`,
  );
}

/**
 * Refuses requests to other paths and requests from web pages of other sites. Returns true if the request was refused.
 * A server MUST check `Origin`, because an attacker can make a browser send requests to a local server (DNS rebinding;
 * MCP 2025-11-25, Transports, Security Warning). `Host` is also checked: in such an attack it contains the attacker's
 * host name.
 */
function refuse(request: IncomingMessage, response: ServerResponse): boolean {
  const host = validateHostHeader(request.headers.host, localhostAllowedHostnames());
  const origin = validateOriginHeader(request.headers.origin, localhostAllowedOrigins());
  if (!host.ok) return answer(response, 403, host.message);
  if (!origin.ok) return answer(response, 403, origin.message);
  return request.url?.split('?', 1)[0] === '/mcp' ? false : answer(response, 404, 'MCP is served at /mcp');
}

function answer(response: ServerResponse, status: number, message: string): true {
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } });
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  return true;
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve());
  });
}

/** Ends the process when all pending replies are sent, or after two seconds. */
function close(server: Server): void {
  server.close(() => process.exit(0));
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), 2_000).unref();
}

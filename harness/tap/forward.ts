import type { RequestMessage } from '../../contract/wire/message.js';
import type { FailedResponse, WireResponse } from '../../surfaces/exchange.js';
import { Connections } from './connections.js';
import { HOP_BY_HOP, type Responder } from './tap.js';

export interface Forwarder {
  readonly respond: Responder;
  close(): Promise<void>;
}

/** A longer reply is reported as failed: it would not fit into a report and no caller would want it. */
const MAX_REPLY_BYTES = 16 * 1024 * 1024;

/** Part of a call's time that the backend may take, so that its silence is reported as its own before the surface gives up. */
const BACKEND_SHARE = 0.8;

/** Passes requests on to a service below the path of its base URL, target and header bytes as they came. */
export function forwardTo(url: string, timeoutMs: number, connections = new Connections(new URL(url).origin)): Forwarder {
  const base = new URL(url).pathname.replace(/\/$/, '');
  return {
    respond: (request) => forward(connections, base, request, timeoutMs * BACKEND_SHARE),
    close: () => connections.close(),
  };
}

async function forward(
  connections: Connections,
  base: string,
  request: RequestMessage,
  timeoutMs: number,
): Promise<WireResponse | FailedResponse> {
  const headers = request.headers.filter(([name]) => !NOT_PASSED_ON.has(name.toLowerCase()));
  const passed = { method: request.method, path: base + request.target, headers, body: request.body };
  const reply = await connections.exchange(passed, { timeoutMs, maxBodyBytes: MAX_REPLY_BYTES });
  if (reply.kind === 'failed') return { kind: 'failed', reason: reply.reason };
  return reply.kind === 'timeout' ? { kind: 'failed', reason: `no reply within ${reply.afterMs} ms`, silent: true } : reply;
}

/** Each hop's own headers; `host` is the backend's, and undici refuses `expect`. */
const NOT_PASSED_ON: ReadonlySet<string> = new Set([...HOP_BY_HOP, 'host', 'expect']);

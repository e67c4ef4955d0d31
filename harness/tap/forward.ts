import { Pool } from 'undici';
import type { RequestMessage } from '../../contract/wire/message.js';
import type { FailedResponse, WireResponse } from '../../surfaces/exchange.js';
import { HOP_BY_HOP, type Responder, headerPairs } from './tap.js';

export interface Forwarder {
  readonly respond: Responder;
  close(): Promise<void>;
}

/** A reply beyond this is told as failed: it would not fit into a report and a caller would not want it. */
const MAX_REPLY_BYTES = 16 * 1024 * 1024;

/** Passes requests on to a service, target and header bytes as they came. Never retries. */
export function forwardTo(url: string, timeoutMs: number): Forwarder {
  const { origin, pathname } = new URL(url);
  const base = pathname.replace(/\/$/, '');
  const pool = new Pool(origin, { connections: 4, pipelining: 1, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  return {
    respond: (request) => forward(pool, base, request),
    close: () => pool.destroy(),
  };
}

async function forward(pool: Pool, base: string, request: RequestMessage): Promise<WireResponse | FailedResponse> {
  try {
    const response = await pool.request({
      method: request.method,
      path: base + request.target,
      headers: request.headers.flatMap(([name, value]) => (NOT_PASSED_ON.has(name.toLowerCase()) || HOP_BY_HOP.has(name.toLowerCase()) ? [] : [name, value])),
      body: request.body.byteLength === 0 ? null : request.body,
      responseHeaders: 'raw',
    });
    // With `responseHeaders: 'raw'` undici hands out the flat list of name, value, name, value that came in.
    const raw = (response.headers as unknown as readonly (string | Buffer)[]).map(String);
    const body = await readReply(response.body);
    if (body === undefined) return { kind: 'failed', reason: `the reply is larger than ${MAX_REPLY_BYTES} bytes` };
    return { kind: 'response', status: response.statusCode, headers: headerPairs(raw), body };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** `host` is the backend's own; undici refuses `expect`. */
const NOT_PASSED_ON: ReadonlySet<string> = new Set(['host', 'expect']);

async function readReply(body: AsyncIterable<Buffer>): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MAX_REPLY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

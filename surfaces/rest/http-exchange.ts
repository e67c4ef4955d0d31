import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher, Pool } from 'undici';
import type { RequestMessage } from '../../contract/wire/message.js';

export interface ExchangeTarget {
  readonly pool: Pool;
  /** Path of the base URL, without a trailing slash. */
  readonly prefix: string;
  /** For the whole of it: connecting, the head and the body. */
  readonly timeoutMs: number;
}

/** What came back, undecoded, or why nothing did. */
export type Reception =
  | { readonly kind: 'response'; readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Uint8Array }
  | { readonly kind: 'failed'; readonly detail: string }
  | { readonly kind: 'timeout'; readonly afterMs: number };

/** Far beyond any reply of a service under test; a body without end must not fill the memory. */
export const LONGEST_BODY = 16 * 1024 * 1024;

/** One request and its response; redirects are answers like any other. Never rejects. */
export async function exchangeOnce(target: ExchangeTarget, request: RequestMessage, token: string | undefined): Promise<Reception> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), target.timeoutMs);
  try {
    const response = await target.pool.request({ ...requestOptions(target, request, token), signal: abort.signal });
    const body = await readBody(response.body);
    if (body === undefined) return { kind: 'failed', detail: `the response's body is longer than ${LONGEST_BODY} bytes` };
    return { kind: 'response', status: response.statusCode, headers: response.headers, body };
  } catch (error) {
    return abort.signal.aborted ? { kind: 'timeout', afterMs: target.timeoutMs } : { kind: 'failed', detail: detailOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

function requestOptions(target: ExchangeTarget, request: RequestMessage, token: string | undefined): Dispatcher.RequestOptions {
  const headers = request.headers.flatMap(([name, value]) => [name, value]);
  if (token !== undefined) headers.push('authorization', `Bearer ${token}`);
  return {
    // undici's type lists the standard methods; it sends any token.
    method: request.method as Dispatcher.HttpMethod,
    path: `${target.prefix}${request.target}`,
    headers,
    body: request.body.length === 0 ? null : request.body,
  };
}

/** `undefined` where it is too long; the connection is then given up. */
async function readBody(body: Dispatcher.ResponseData['body']): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    // Leaving the loop destroys the stream, and with it the connection.
    if (length > LONGEST_BODY) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : '';
  return `${code}${error.message}`;
}

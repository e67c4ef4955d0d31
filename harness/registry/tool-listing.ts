import { Client, SdkHttpError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { ParityError } from '../../contract/parity-error.js';
import { ProcessLink } from '../../surfaces/mcp/session/process-link.js';
import { toolInventory } from '../../surfaces/mcp/session/tool-inventory.js';
import { boundedFetch } from '../../surfaces/http/bounded-fetch.js';

/** How a server is reached: by starting it as a process, or by its URL. */
export type Reach =
  | {
      readonly kind: 'process';
      readonly command: readonly string[];
      readonly cwd: string;
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'http'; readonly url: string };

/**
 * The capabilities that the client declares. Some servers list certain tools only for clients with capabilities such as
 * elicitation.
 */
export type ClientKind = 'none' | 'all';

export type Listing =
  /** The names of all tools on all pages. `noise` is the first line on stdout that is not a message. */
  | { readonly kind: 'listed'; readonly names: readonly string[]; readonly noise?: string }
  /** The list is too long, or a cursor repeats. */
  | { readonly kind: 'endless'; readonly message: string }
  | { readonly kind: 'failed'; readonly why: string };

/**
 * Connects to the server, reads all pages of `tools/list`, and disconnects or ends the process. `mostMs` and `stop`
 * limit the time.
 */
export async function listTools(reach: Reach, as: ClientKind, mostMs: number, stop?: AbortSignal): Promise<Listing> {
  const link = reach.kind === 'process' ? new ProcessLink(reach) : undefined;
  const transport =
    link ?? new StreamableHTTPClientTransport(new URL(reach.kind === 'http' ? reach.url : ''), { fetch: boundedFetch });
  const client = newClient(as);
  const spent = new AbortController();
  const spend = (): void => spent.abort();
  const timer = setTimeout(spend, mostMs);
  stop?.addEventListener('abort', spend, { once: true });
  try {
    await Promise.race([client.connect(transport, { timeout: mostMs }), aborted(spent.signal)]);
    const entries = await Promise.race([toolInventory(client, mostMs), aborted(spent.signal)]);
    const noise = link?.takeNoise();
    return { kind: 'listed', names: entries.map(({ name }) => name), ...(noise !== undefined && { noise }) };
  } catch (error) {
    if (error instanceof ParityError && error.code === 'tool-list-endless')
      return { kind: 'endless', message: error.message };
    if (spent.signal.aborted)
      return { kind: 'failed', why: oneLine(`it did not answer within ${mostMs / 1000} s${link?.lastWords ?? ''}`) };
    await link?.ending(GRACE_MS);
    return { kind: 'failed', why: whyFailed(error, link) };
  } finally {
    clearTimeout(timer);
    stop?.removeEventListener('abort', spend);
    if (transport instanceof StreamableHTTPClientTransport) await leave(transport);
    await Promise.allSettled([client.close(), link?.close()]);
  }
}

/** Ends the session. A server may keep a session until the client deletes it (MCP 2025-11-25, Session Management). */
async function leave(transport: StreamableHTTPClientTransport): Promise<void> {
  if (transport.sessionId === undefined) return;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, GRACE_MS);
  });
  await Promise.race([transport.terminateSession().catch(() => undefined), timeout]);
  clearTimeout(timer);
}

/**
 * The time to wait for the end of the process after a failure. The exit code of the process explains more than a broken
 * pipe, which may be noticed first.
 */
const GRACE_MS = 300;

function newClient(as: ClientKind): Client {
  const info = { name: 'contract-parity', version: '1' };
  if (as === 'none') return new Client(info, { capabilities: {} });
  const client = new Client(info, { capabilities: { sampling: {}, elicitation: {}, roots: { listChanged: true } } });
  client.setRequestHandler('roots/list', () => ({ roots: [] }));
  return client;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('the time limit is reached')), { once: true });
  });
}

function whyFailed(error: unknown, link: ProcessLink | undefined): string {
  const noise = link?.takeNoise();
  const output = noise === undefined ? '' : `; on stdout it wrote ${JSON.stringify(noise)}`;
  return oneLine(`${link?.endReason ?? reasonOf(error)}${output}${link?.lastWords ?? ''}`);
}

/** The reason of an error. For a failed `fetch`, the reason is in `cause` and not in the message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof SdkHttpError && error.status !== undefined)
    return `it answered with HTTP status ${error.status}`;
  const { message, cause } = error;
  return cause instanceof Error && cause.message !== '' && !message.includes(cause.message)
    ? `${message} (${cause.message})`
    : message;
}

function oneLine(text: string): string {
  return text
    .split(/\s*[\r\n]+\s*/)
    .join(' | ')
    .replace(/\.$/, '');
}

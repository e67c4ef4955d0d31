import { ParityError } from '../../../contract/parity-error.js';
import { NO_BODY } from '../../../contract/wire/message.js';
import type { HttpReply } from '../../../surfaces/http/http-exchange.js';
import { LogTail } from '../../../surfaces/process/log-tail.js';
import { minimalEnvironment } from '../../../surfaces/process/minimal-environment.js';
import { ProcessGroup, endWords } from '../../../surfaces/process/process-group.js';
import type { Connections } from '../../tap/connections.js';

/** Maximum time of a reset. A reset may rebuild a database, so it may take longer than a call. */
const RESET_MS = 60_000;
/** Maximum size in bytes of the reply to a reset request. The body of the reply is ignored. */
const MAX_RESET_BYTES = 1024 * 1024;
/** Maximum length of the command output that an error message contains. */
const SHOWN_LENGTH = 2048;

/**
 * Resets the service with an HTTP request. If a reused connection gives no reply, the request is sent again. This is
 * safe, because a reset is idempotent.
 */
export async function routeReset(connections: Connections, url: URL, token: string): Promise<void> {
  const request = {
    method: 'POST',
    path: url.pathname + url.search,
    headers: [['authorization', `Bearer ${token}`]] as const,
    body: NO_BODY,
  };
  const reply = await connections.exchange(request, { timeoutMs: RESET_MS, maxBodyBytes: MAX_RESET_BYTES }, true);
  if (reply.kind === 'response' && reply.status < 300) return;
  throw new ParityError(
    'reset-failed',
    `POST ${url.pathname} ${resultOf(reply)}, so later cases would not start from the initial state`,
    'Make the reset hook of the service answer 2xx, or remove `service.resetPath` from the configuration.',
  );
}

function resultOf(reply: HttpReply): string {
  switch (reply.kind) {
    case 'response':
      return `answered ${reply.status}`;
    case 'failed':
      return `got no reply (${reply.reason})`;
    case 'timeout':
      return `got no reply within ${reply.afterMs} ms`;
    default:
      return reply satisfies never;
  }
}

export interface CommandResetOptions {
  readonly root: string;
  readonly url: string;
  /** The environment variables of the service, if the harness started the service. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * Runs a program that returns the service to its initial state. `{url}` and `{port}` in the arguments of the program
 * are replaced.
 */
export async function commandReset(
  command: readonly string[],
  { root, url, env = minimalEnvironment() }: CommandResetOptions,
): Promise<void> {
  const words = command.map((word) => word.replaceAll('{url}', url).replaceAll('{port}', new URL(url).port));
  const group = new ProcessGroup({ command: words, cwd: root, env });
  const log = new LogTail();
  for (const stream of [group.child.stdout, group.child.stderr]) stream?.on('data', (chunk: Buffer) => log.add(chunk));
  group.child.stdin?.end();
  const timer = setTimeout(group.kill, RESET_MS);
  const end = await group.ended;
  clearTimeout(timer);
  if (end.kind === 'exited' && end.exitCode === 0) return;
  const written = log.end(SHOWN_LENGTH).trim();
  throw new ParityError(
    'reset-failed',
    `\`${words.join(' ')}\` failed, so later cases would not start from the initial state: ${endWords(end)}${written === '' ? '' : `\n${written}`}`,
    'Make the command of `service.reset` exit with 0, or remove `service.reset` from the configuration.',
  );
}

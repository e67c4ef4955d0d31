import type { ChildProcess } from 'node:child_process';
import { Client } from 'undici';
import { ParityError } from '../../contract/parity-error.js';
import { type HeaderPair, NO_BODY } from '../../contract/wire/message.js';
import { isSafeMethod } from '../../contract/wire/safe-method.js';
import type { HttpReply } from '../../surfaces/http/http-exchange.js';
import { LogTail } from '../../surfaces/process/log-tail.js';
import { minimalEnvironment } from '../../surfaces/process/minimal-environment.js';
import { ProcessGroup, endWords } from '../../surfaces/process/process-group.js';
import type { ServiceConfig } from '../configuration/config.js';
import { Connections } from '../tap/connections.js';
import { forwardTo } from '../tap/forward.js';
import type { Responder } from '../tap/tap.js';
import type { Backend, BackendInstance } from './backend.js';
import { freePort } from './free-port.js';

export interface ServiceOptions {
  readonly root: string;
  readonly prefix: string;
  readonly token: string;
  readonly timeoutMs: number;
  readonly maxBodyBytes?: number;
  /** Only safe methods are sent, whatever a case or a surface requests. */
  readonly safe?: true;
  /** Added to each request that has no header of the name. */
  readonly headers?: readonly HeaderPair[];
}

/**
 * Maximum time until a service answers its first request; some need 15 s on a busy machine. If its process ends,
 * waiting stops at once.
 */
const START_MS = 60_000;
const POLL_MS = 20;
/** Maximum time of one poll request. A later one may reach a service that has started. */
const POLL_REPLY_MS = 1000;
/** Maximum time of a reset, which may rebuild a database and so take longer than a call. */
const RESET_MS = 60_000;
/** Bound of a reset's reply body, which is not used. */
const MAX_RESET_BYTES = 1024 * 1024;
/** Maximum length of service output in the error message. */
const SHOWN_LENGTH = 4096;

/**
 * A real service: started from its command once for each lane, or shared by all lanes if only its URL is configured.
 */
export function serviceBackend(config: ServiceConfig, options: ServiceOptions): Backend {
  if ('command' in config)
    return {
      kind: 'reference',
      isolated: config.resetPath !== undefined,
      start: (interrupt) => startService(config, options, interrupt),
    };
  return { kind: 'live', isolated: false, start: async () => instance(config.url, config.resetPath, options) };
}

async function startService(
  config: Extract<ServiceConfig, { command: readonly string[] }>,
  options: ServiceOptions,
  interrupt: AbortSignal | undefined,
): Promise<BackendInstance> {
  const port = await freePort();
  const withPort = (text: string): string => text.replaceAll('{port}', String(port));
  const url = withPort(config.url ?? 'http://127.0.0.1:{port}');
  await refuseTaken(url);
  const [file = '', ...args] = config.command.map(withPort);
  const group = new ProcessGroup({
    command: [file, ...args],
    cwd: options.root,
    // The service's standard input closes when this process ends.
    env: { ...minimalEnvironment(), ...config.env, [`${options.prefix.toUpperCase()}_TOKEN`]: options.token },
  });
  const log = outputOf(group.child);
  const stop = (): Promise<void> => end(group);
  try {
    await answered(url, group, interrupt);
  } catch (error) {
    await stop();
    const written = log.end(SHOWN_LENGTH).trim();
    throw new ParityError(
      'service-unavailable',
      `the service did not start: ${(error as Error).message}${written === '' ? '' : `\n${written}`}`,
      `Run \`${[file, ...args].join(' ')}\` by hand and fix what it reports; \`service.command\` in the configuration starts it.`,
      { cause: error },
    );
  }
  return instance(url, config.resetPath, options, { log, stop });
}

/** A service that this process started, with an output to read and a process to end. */
interface Started {
  readonly log: LogTail;
  readonly stop: () => Promise<void>;
}

function instance(
  url: string,
  resetPath: string | undefined,
  options: ServiceOptions,
  started?: Started,
): BackendInstance {
  const connections = new Connections(new URL(url).origin, resetPath === undefined ? 'never' : 'rerun');
  const forwarder = forwardTo(url, options.timeoutMs, connections, options.maxBodyBytes);
  return {
    respond: asPermitted(forwarder.respond, options),
    ...(started && { takeLog: () => started.log.take() }),
    ...(resetPath !== undefined && { reset: () => reset(connections, new URL(resetPath, url), options.token) }),
    stop: async () => {
      await forwarder.close();
      await started?.stop();
    },
  };
}

/** Sends with the added headers, and in a safe run only requests that read. */
function asPermitted(respond: Responder, { safe, headers = [] }: ServiceOptions): Responder {
  if (safe !== true && headers.length === 0) return respond;
  return (request, onLongReply) => {
    if (safe === true && !isSafeMethod(request.method))
      return Promise.resolve({
        kind: 'failed',
        reason: `${request.method} is not sent: only safe methods are permitted`,
      });
    const own = new Set(request.headers.map(([name]) => name.toLowerCase()));
    const added = headers.filter(([name]) => !own.has(name.toLowerCase()));
    return respond({ ...request, headers: [...request.headers, ...added] }, onLongReply);
  };
}

/** A reset is idempotent by definition, so it may be sent again if a reused connection gave no reply. */
async function reset(connections: Connections, url: URL, token: string): Promise<void> {
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
    `POST ${url.pathname} ${resultOf(reply)}, so cases would see each other's state`,
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

/**
 * A reply before the service starts comes from another program, whose replies would be judged in place of the
 * service's.
 */
async function refuseTaken(url: string): Promise<void> {
  if (!(await answers(url))) return;
  throw new ParityError(
    'port-taken',
    `another program already answers at ${url}, before the service was started`,
    'Stop that program, or use a free port for the service: write `{port}` in its command and URL.',
  );
}

/** Uses its own connection and closes it: a service with a single worker may serve no other connection meanwhile. */
async function answers(url: string): Promise<boolean> {
  const { origin, pathname, search } = new URL(url);
  const client = new Client(origin);
  try {
    await client.request({
      method: 'GET',
      path: pathname + search,
      reset: true,
      signal: AbortSignal.timeout(POLL_REPLY_MS),
    });
    return true;
  } catch {
    return false;
  } finally {
    await client.destroy();
  }
}

/**
 * Waits until the service answers, with any status. Rejects if its process ends, the run is stopped, or the time is
 * over.
 */
async function answered(url: string, group: ProcessGroup, interrupt: AbortSignal | undefined): Promise<void> {
  const ended = group.ended.then((how) => new Error(endWords(how)));
  const deadline = performance.now() + START_MS;
  while (performance.now() < deadline) {
    if (interrupt?.aborted === true) throw new Error('the run was stopped while it was starting');
    const result = await Promise.race([answers(url), ended]);
    if (result instanceof Error) throw result;
    if (result) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`nothing answered at ${url} within ${START_MS / 1000} s`);
}

/** Collects standard output and standard error, as services log on either. */
function outputOf(child: ChildProcess): LogTail {
  const log = new LogTail();
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => log.add(chunk));
  return log;
}

const GRACE_MS = 2000;

async function end(group: ProcessGroup): Promise<void> {
  group.signal('SIGTERM');
  await group.endedWithin(GRACE_MS);
  group.kill();
  await group.ended;
}

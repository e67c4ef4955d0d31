import type { ChildProcess } from 'node:child_process';
import { ParityError } from '../../../contract/parity-error.js';
import { LogTail } from '../../../surfaces/process/log-tail.js';
import { minimalEnvironment } from '../../../surfaces/process/minimal-environment.js';
import { ProcessGroup, endWords } from '../../../surfaces/process/process-group.js';
import type { ServiceConfig } from '../../configuration/config.js';
import { freePort } from '../free-port.js';
import type { Authority } from './authority.js';
import { DEFAULT_URL } from './server-addresses.js';
import { Client, requestWith } from '../../../surfaces/http/undici-core.js';

/**
 * Maximum time until a service answers its first request. Some services need 15 s on a busy machine. If the process of
 * the service ends earlier, waiting stops immediately.
 */
const START_MS = 60_000;
const POLL_MS = 20;
/** Maximum time of one request that checks whether the service is ready. If it times out, another request follows. */
const POLL_REPLY_MS = 1000;
/** The maximum number of characters of the service's output that an error message contains. */
const SHOWN_LENGTH = 4096;

export interface ProcessOptions extends Authority {
  readonly root: string;
  readonly prefix: string;
  readonly token: string;
}

/** A service process that the harness started. Its output can be read, and it can be stopped. */
export interface ServiceProcess {
  readonly url: string;
  /** Replaces the port placeholders in a configured URL. */
  readonly addressOf: (url: string) => string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: LogTail;
  /** True if the process has ended, or ends within the given number of milliseconds. */
  readonly endedWithin: (patienceMs: number) => Promise<boolean>;
  readonly stop: () => Promise<void>;
}

/** The configuration of a service that the harness starts. */
export type StartedConfig = Extract<ServiceConfig, { command: readonly string[] }>;

/**
 * The maximum number of times that a service is started if another program takes its port before the service listens.
 */
const MOST_STARTS = 3;

/** Starts the service on a free port, and waits until it answers. */
export async function startProcess(
  config: StartedConfig,
  options: ProcessOptions,
  interrupt: AbortSignal | undefined,
): Promise<ServiceProcess> {
  for (let start = 1; ; start += 1) {
    try {
      return await startedOnce(config, options, interrupt);
    } catch (error) {
      const isTaken = error instanceof ParityError && (error.code === 'port-taken' || PORT_TAKEN.test(error.message));
      if (!isTaken || !hasChosenPort(config) || start === MOST_STARTS) throw error;
    }
  }
}

/** Matches what runtimes print if another program listens on a port. */
const PORT_TAKEN = /EADDRINUSE|address (?:is )?already in use/i;

async function startedOnce(
  config: StartedConfig,
  options: ProcessOptions,
  interrupt: AbortSignal | undefined,
): Promise<ServiceProcess> {
  const ports = await freePorts(config);
  const withPorts = (text: string): string => text.replaceAll(PORT, (name) => ports.get(name) ?? name);
  const url = withPorts(config.url ?? DEFAULT_URL);
  const filled = (text: string): string => withPorts(text).replaceAll('{url}', url);
  const ready: Ready = {
    url: config.readyPath === undefined ? url : new URL(filled(config.readyPath), url).href,
    needsSuccess: config.readyPath !== undefined,
    ...(options.ca !== undefined && { ca: options.ca }),
  };
  await refuseTaken(url, ready);
  const command = config.command.map(filled);
  const env = environment(config, options, filled);
  const group = new ProcessGroup({ command, cwd: options.root, env });
  const log = outputOf(group.child);
  const stop = (): Promise<void> => end(group);
  try {
    await answered(ready, group, interrupt);
  } catch (error) {
    await stop();
    const written = log.end(SHOWN_LENGTH).trim();
    throw new ParityError(
      'service-unavailable',
      `the service did not start: ${(error as Error).message}${written === '' ? '' : `\n${written}`}`,
      `Run \`${command.join(' ')}\` by hand, and fix the error that it reports. The configuration names this command in \`service.command\`.`,
      { cause: error },
    );
  }
  let hasEnded = false;
  void group.ended.then(() => (hasEnded = true));
  const endedWithin = async (patienceMs: number): Promise<boolean> => {
    await group.endedWithin(patienceMs);
    return hasEnded;
  };
  return { url, addressOf: withPorts, env, log, endedWithin, stop };
}

const PORT = /\{port[2-9]?\}/g;

/** Whether the harness chooses the port of the service, so that a second start uses another one. */
function hasChosenPort(config: StartedConfig): boolean {
  return JSON.stringify(config).includes('{port}');
}

/** A free port for each placeholder in the configuration of the service. */
async function freePorts(config: ServiceConfig): Promise<ReadonlyMap<string, string>> {
  const ports = new Map<string, string>();
  for (const name of ['{port}', ...(JSON.stringify(config).match(PORT) ?? [])])
    if (!ports.has(name)) ports.set(name, String(await freePort()));
  return ports;
}

/** The environment variables of the service. */
function environment(
  { env = {}, inheritEnv = [] }: StartedConfig,
  { prefix, token }: ProcessOptions,
  filled: (text: string) => string,
): Readonly<Record<string, string | undefined>> {
  const inherited =
    inheritEnv === true ? process.env : Object.fromEntries(inheritEnv.map((name) => [name, process.env[name]]));
  const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)]));
  return { ...minimalEnvironment(), ...inherited, ...own, [`${prefix.toUpperCase()}_TOKEN`]: token };
}

/** The request that is sent until its reply shows that the service is ready. */
interface Ready {
  readonly url: string;
  /**
   * True if only a success status shows that the service is ready. This is so if the configuration has a path for the
   * ready request. Otherwise, a reply with any status shows it.
   */
  readonly needsSuccess: boolean;
  readonly ca?: string;
}

/**
 * Throws if a different program already answers at the URL of the service. Otherwise that program would be judged
 * instead of the service.
 */
async function refuseTaken(url: string, ready: Ready): Promise<void> {
  if ((await statusAt({ ...ready, url })) === undefined) return;
  throw new ParityError(
    'port-taken',
    `another program already answers at ${url}, before the service was started`,
    'Stop that program, or use a free port for the service: write `{port}` in its command and URL.',
  );
}

/**
 * The status of the reply to a request. The request uses a separate connection and closes it, because a service with a
 * single worker may serve only one connection at a time.
 */
async function statusAt({ url, ca }: Ready): Promise<number | undefined> {
  const { origin, pathname, search } = new URL(url);
  const client = new Client(origin, { ...(ca !== undefined && { connect: { ca } }) });
  try {
    const { statusCode } = await requestWith(client, {
      method: 'GET',
      path: pathname + search,
      reset: true,
      signal: AbortSignal.timeout(POLL_REPLY_MS),
    });
    return statusCode;
  } catch {
    return undefined;
  } finally {
    await client.destroy();
  }
}

/**
 * Waits until the service answers. Rejects if the process of the service ends, the run is stopped, or the time limit is
 * exceeded.
 */
async function answered(ready: Ready, group: ProcessGroup, interrupt: AbortSignal | undefined): Promise<void> {
  const ended = group.ended.then((how) => new Error(endWords(how)));
  const deadline = performance.now() + START_MS;
  let last: number | undefined;
  while (performance.now() < deadline) {
    if (interrupt?.aborted === true) throw new Error('the run was stopped while the service was starting');
    const result = await Promise.race([statusAt(ready), ended]);
    if (result instanceof Error) throw result;
    if (result !== undefined && (!ready.needsSuccess || (result >= 200 && result < 300))) return;
    last = result ?? last;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const got = last === undefined ? 'nothing answered' : `the last reply had the status ${last}`;
  throw new Error(`${got} at ${ready.url} within ${START_MS / 1000} s`);
}

/**
 * Collects standard output and standard error together, because some services write their log to the first and others
 * to the second.
 */
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

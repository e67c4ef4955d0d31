import { ParityError } from '../../../contract/parity-error.js';
import type { HeaderPair } from '../../../contract/wire/message.js';
import { isSafeMethod } from '../../../contract/wire/safe-method.js';
import type { ServiceConfig } from '../../configuration/config.js';
import { Connections } from '../../tap/connections.js';
import { type Forwarder, forwardTo } from '../../tap/forward.js';
import type { Passing, Responder } from '../../tap/tap.js';
import type { Backend, BackendInstance, ResetCosts } from '../backend.js';
import { type Authority, readAuthority } from './authority.js';
import type { RequestServers } from './server-addresses.js';
import { commandReset, routeReset } from './service-reset.js';
import { type ServiceProcess, type StartedConfig, startProcess } from './service-process.js';

export interface ServiceOptions {
  readonly root: string;
  readonly prefix: string;
  readonly token: string;
  readonly timeoutMs: number;
  readonly maxBodyBytes?: number;
  /** True if only requests with safe methods are sent to the service. All other requests are refused. */
  readonly safe?: true;
  /** Headers that are added to each request, unless the request already has a header with this name. */
  readonly headers?: readonly HeaderPair[];
  /** Finds the server to which each request is sent. By default, all requests go to the base URL. */
  readonly servers?: RequestServers;
}

/**
 * A real service as a backend. If a command is configured, each parallel lane starts its own service. If only a URL is
 * configured, all lanes share the running service.
 */
export function serviceBackend(config: ServiceConfig, options: ServiceOptions): Backend {
  const costs = { count: 0, durationMs: 0 };
  const common = { resets: (): ResetCosts => costs };
  const counted = (made: BackendInstance): BackendInstance => withCosts(made, costs);
  if ('command' in config)
    return {
      ...common,
      kind: 'reference',
      isolated: isResettable(config),
      start: async (interrupt) =>
        counted(
          isResettable(config)
            ? await restartable(config, options, interrupt)
            : await started(config, options, interrupt),
        ),
    };
  return {
    ...common,
    kind: 'live',
    isolated: false,
    ...(!isResettable(config) && { hasOthersItems: true }),
    start: async () => counted(instance(config, config.url, options)),
  };
}

interface StartedInstance extends BackendInstance {
  readonly process: ServiceProcess;
}

async function started(
  config: StartedConfig,
  options: ServiceOptions,
  interrupt: AbortSignal | undefined,
): Promise<StartedInstance> {
  const process = await startProcess(config, { ...options, ...authority(config, options) }, interrupt);
  return { ...instance(config, process.url, options, process), process };
}

/**
 * The maximum number of times that the service is restarted after a call ended its process. Each restart takes time.
 */
const MOST_RESTARTS = 20;

/**
 * A service that can be reset. If a call ended the process of the service, the reset after this call starts a new
 * process on another port, so only this call gets no reply. With `reset: 'restart'`, each reset starts a new process.
 */
async function restartable(
  config: StartedConfig,
  options: ServiceOptions,
  interrupt: AbortSignal | undefined,
): Promise<BackendInstance> {
  let current = await started(config, options, interrupt);
  let isStopped = false;
  let ends = 0;
  const restart = async (): Promise<void> => {
    await current.stop();
    if (isStopped) throw new ParityError('reset-failed', 'the service was stopped', 'Run the check again.');
    const next = await started(config, options, interrupt);
    // The run may have ended while the process was starting.
    if (isStopped) await next.stop();
    else current = next;
  };
  return {
    writes: true,
    ...(current.basePath !== undefined && { basePath: current.basePath }),
    ...(current.originWithoutPort !== undefined && { originWithoutPort: current.originWithoutPort }),
    respond: (request, passing) => current.respond(request, passing),
    takeLog: () => current.takeLog?.() ?? '',
    reset: async () => {
      if (current.reset === undefined) return restart();
      const failure = await current.reset().then(
        () => undefined,
        (error: unknown) => error,
      );
      if (failure === undefined) return;
      if (!(await current.process.endedWithin(END_MS)) || (ends += 1) > MOST_RESTARTS) throw failure;
      await restart();
    },
    stop: async () => {
      isStopped = true;
      await current.stop();
    },
  };
}

/** The maximum time in milliseconds that a process has to end after its connections are closed. */
const END_MS = 1000;

function isResettable({ resetPath, reset }: ServiceConfig): boolean {
  return resetPath !== undefined || reset !== undefined;
}

function instance(
  config: ServiceConfig,
  url: string,
  options: ServiceOptions,
  process?: ServiceProcess,
): BackendInstance {
  const { origin, pathname, port, protocol, hostname } = new URL(url);
  const hasOthers = (options.servers?.addresses.size ?? 0) > 0;
  const connect = (to: string): Connections =>
    new Connections(to, isResettable(config) ? 'rerun' : 'never', authority(config, options));
  const connections = connect(origin);
  const forwarder = forwarderTo(url, connections, connect, options, process);
  return {
    writes: true,
    ...(!hasOthers && { basePath: pathname.replace(/\/$/, '') }),
    ...(!hasOthers && port !== '' && { originWithoutPort: `${protocol}//${hostname}` }),
    respond: asPermitted(forwarder.respond, options),
    ...(process && { takeLog: () => process.log.take() }),
    ...resetOf(config, url, connections, options, process),
    stop: async () => {
      await forwarder.close();
      await process?.stop();
    },
  };
}

/** Forwards each request to the server that offers the requested operation. */
function forwarderTo(
  url: string,
  connections: Connections,
  connect: (origin: string) => Connections,
  { servers, timeoutMs, maxBodyBytes }: ServiceOptions,
  process: ServiceProcess | undefined,
): Forwarder {
  const own = forwardTo(url, timeoutMs, connections, maxBodyBytes);
  if (servers === undefined || servers.addresses.size === 0) return own;
  const others = new Map(
    [...servers.addresses].map(([server, address]) => {
      if (address === undefined) return [server, undefined] as const;
      const at = process?.addressOf(address) ?? address;
      return [server, forwardTo(at, timeoutMs, connect(new URL(at).origin), maxBodyBytes)] as const;
    }),
  );
  return {
    respond: (request, passing) => {
      const server = servers.serverOfRequest(request);
      if (server === undefined) return own.respond(request, passing);
      const other = others.get(server);
      if (other !== undefined) return other.respond(request, passing);
      return { kind: 'failed', reason: `the configuration has no address for the server ${server}` };
    },
    close: async () => {
      const open = [own, ...others.values()].flatMap((each) => each ?? []);
      await Promise.all(open.map((each) => each.close()));
    },
  };
}

function resetOf(
  { resetPath, reset }: ServiceConfig,
  url: string,
  connections: Connections,
  options: ServiceOptions,
  process: ServiceProcess | undefined,
): Pick<BackendInstance, 'reset'> {
  if (resetPath !== undefined) return { reset: () => routeReset(connections, new URL(resetPath, url), options.token) };
  if (reset === undefined || reset === 'restart') return {};
  const { command } = reset;
  return { reset: () => commandReset(command, { ...options, url, ...(process && { env: process.env }) }) };
}

function authority({ ca }: ServiceConfig, { root }: ServiceOptions): Authority {
  return ca === undefined ? {} : readAuthority(ca, root);
}

function withCosts(made: BackendInstance, costs: { count: number; durationMs: number }): BackendInstance {
  if (made.reset === undefined) return made;
  return {
    ...made,
    reset: async () => {
      const began = performance.now();
      await made.reset?.();
      costs.count += 1;
      costs.durationMs += performance.now() - began;
    },
  };
}

/** Reports the written bytes without the added headers, because the surface did not send these headers. */
function withoutAdded(onWrite: NonNullable<Passing['onWrite']>, added: readonly HeaderPair[]): typeof onWrite {
  const names = new Set(added.map(([name]) => name.toLowerCase()));
  return (read) =>
    onWrite(() => {
      const request = read();
      return request && { ...request, headers: request.headers.filter(([name]) => !names.has(name.toLowerCase())) };
    });
}

/** Adds the configured headers to each request. If `safe` is set, refuses requests with unsafe methods. */
function asPermitted(respond: Responder, { safe, headers = [] }: ServiceOptions): Responder {
  if (safe !== true && headers.length === 0) return respond;
  return (request, passing = {}) => {
    if (safe === true && !isSafeMethod(request.method))
      return Promise.resolve({
        kind: 'failed',
        reason: `${request.method} is not sent: only safe methods are permitted`,
      });
    const own = new Set(request.headers.map(([name]) => name.toLowerCase()));
    const added = headers.filter(([name]) => !own.has(name.toLowerCase()));
    return respond(
      { ...request, headers: [...request.headers, ...added] },
      passing.onWrite === undefined ? passing : { ...passing, onWrite: withoutAdded(passing.onWrite, added) },
    );
  };
}

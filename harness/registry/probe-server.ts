import type { ToolServer } from '../../contract/tool-server.js';
import { type Pin, readPin } from '../../rules/registry/pin.js';
import { launchFault } from '../../rules/registry/launch-version.js';
import type { ProbedServer } from '../../rules/registry/probed-server.js';
import { departure, pinnedFolder } from './pinned-folder.js';
import { readAdvertised } from './published-description.js';
import { type Listing, type Reach, listTools } from './tool-listing.js';

export interface ProbeOptions {
  /** Launches may download, and servers beyond this machine are spoken to. */
  readonly online: boolean;
  readonly root: string;
  readonly stop: AbortSignal;
}

export type Probe = { readonly kind: 'probed'; readonly probed: ProbedServer } | { readonly kind: 'inconclusive'; readonly why: string };

/** Starting a server and listing its tools may take this long, in milliseconds; with a download, longer. */
const OFFLINE_MS = 30_000;
const ONLINE_MS = 180_000;

/** Starts or reaches one server, as a client that can do nothing and as one that can be asked back. */
export async function probeServer(server: ToolServer, options: ProbeOptions): Promise<Probe> {
  const reading = readPin(server.pin);
  if (reading.kind === 'fault') return inconclusive('its pin names no state of it');
  const reach = await reachOf(server, reading.pin, options);
  if (typeof reach === 'string') return inconclusive(reach);
  const mostMs = options.online ? ONLINE_MS : OFFLINE_MS;
  const plain = await listTools(reach, 'none', mostMs, options.stop);
  if (plain.kind === 'failed') return inconclusive(plain.why);
  const capable: Listing = plain.kind === 'endless' ? plain : await listTools(reach, 'all', mostMs, options.stop);
  if (capable.kind === 'failed') return inconclusive(`for a client that can be asked back: ${capable.why}`);
  const folder = await pinnedFolder(options.root, reading.pin);
  const advertised = folder === undefined ? undefined : await readAdvertised(options.root, folder);
  return { kind: 'probed', probed: { server, plain, capable, ...(advertised && { advertised }) } };
}

function inconclusive(why: string): Probe {
  return { kind: 'inconclusive', why };
}

/** How a server is reached; a text says why it is not. What is not the pinned state is never started. */
async function reachOf({ launch }: ToolServer, pin: Pin, { root, online }: ProbeOptions): Promise<Reach | string> {
  if (pin.kind === 'http') {
    return online || isLoopback(pin.url) ? { kind: 'http', url: pin.url } : 'it is not on this machine; --online lets it be spoken to';
  }
  const fault = launchFault(launch, pin);
  if (fault !== undefined) return `its launch ${fault.message}`;
  const departed = pin.kind === 'local' ? await departure(root, pin) : undefined;
  return departed ?? { kind: 'process', command: launch, cwd: root, env: environment(online) };
}

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

function isLoopback(url: string): boolean {
  return LOOPBACK.has(new URL(url).hostname);
}

/** What programs need to be found and to run, and no secret; package runners take what is on this machine already. */
function environment(online: boolean): Readonly<Record<string, string>> {
  const inherited = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'LANG', 'SystemRoot'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(inherited), ...(online ? {} : OFFLINE) };
}

const OFFLINE = { npm_config_offline: 'true', npm_config_update_notifier: 'false', UV_OFFLINE: '1' };

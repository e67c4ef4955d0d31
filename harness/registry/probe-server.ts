import type { ToolServer } from '../../contract/manifests/tool-server.js';
import { type Pin, readPin } from '../../rules/registry/pin.js';
import type { ProbedServer } from '../../rules/registry/probed-server.js';
import { type Obstacle, obstacle } from './obstacle.js';
import { readAdvertised } from './published-description.js';
import { reachServer, type ServerReach } from './server-reach.js';
import { type Listing, listTools } from './tool-listing.js';

export interface ProbeOptions {
  /** True if launches may download packages, and if servers on other machines may be contacted. */
  readonly online: boolean;
  readonly root: string;
  readonly stop: AbortSignal;
}

export type Probe = { readonly kind: 'probed'; readonly probed: ProbedServer } | Obstacle;

/**
 * The maximum time of an installation, and of a start with a list of the tools. Online, the time is longer because of
 * downloads.
 */
const OFFLINE_MS = 30_000;
const ONLINE_MS = 180_000;

/** Lists the tools of one server twice: as a client without capabilities, and as a client with all capabilities. */
export async function probeServer(server: ToolServer, options: ProbeOptions): Promise<Probe> {
  const reading = readPin(server.pin);
  if (reading.kind === 'fault') {
    return obstacle(
      `its pin ${reading.fault.message}`,
      `Write the pin as ${reading.fault.expected}; a server without a fixed version is not started.`,
    );
  }
  const mostMs = options.online ? ONLINE_MS : OFFLINE_MS;
  const reached = await reachServer(server, reading.pin, { ...options, mostMs });
  if (reached.kind === 'obstacle') return reached;
  try {
    return await listed(server, reading.pin, reached, mostMs, options);
  } finally {
    await reached.release();
  }
}

async function listed(
  server: ToolServer,
  pin: Pin,
  { reach, files }: ServerReach,
  mostMs: number,
  options: ProbeOptions,
): Promise<Probe> {
  const minimal = await listTools(reach, 'none', mostMs, options.stop);
  if (minimal.kind === 'failed') return obstacle(minimal.why, repairOf(server, pin, options.online));
  const capable: Listing = minimal.kind === 'endless' ? minimal : await listTools(reach, 'all', mostMs, options.stop);
  if (capable.kind === 'failed')
    return obstacle(
      `for a client with sampling, elicitation and roots: ${capable.why}`,
      repairOf(server, pin, options.online),
    );
  const advertised = files === undefined ? undefined : await readAdvertised(options.root, files);
  return { kind: 'probed', probed: { server, minimal, capable, ...(advertised && { advertised }) } };
}

function repairOf({ launch }: ToolServer, pin: Pin, online: boolean): string {
  if (pin.kind === 'http') return `Check that an MCP server at ${pin.url} answers a client without credentials.`;
  const byHand = `Start the server by hand, \`${launch.join(' ')}\`, and provide the settings that it needs.`;
  return pin.kind === 'package' && !online
    ? `Add \`--online\`, so that ${launch[0] ?? ''} may download the server. ${byHand}`
    : byHand;
}

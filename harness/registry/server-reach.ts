import { relative } from 'node:path';
import type { ToolServer } from '../../contract/manifests/tool-server.js';
import { launchWords } from '../../rules/registry/launch-words.js';
import { packageLaunch } from '../../rules/registry/launched-packages.js';
import { launchFault } from '../../rules/registry/launch-version.js';
import type { Pin } from '../../rules/registry/pin.js';
import { isOnPath } from '../../surfaces/process/program-on-path.js';
import { launchEnvironment } from './launch-environment.js';
import { type Obstacle, obstacle } from './obstacle.js';
import { pinnedFilesObstacle } from './pinned-files.js';
import { installedPackage, pinnedFolder } from './pinned-folder.js';
import { type InstallOptions, installPrivately } from './private-package.js';
import type { Reach } from './tool-listing.js';

export interface ServerReach {
  readonly kind: 'reach';
  readonly reach: Reach;
  /**
   * The folder that may contain the description file of the server, and the text that messages show for this folder.
   */
  readonly files?: { readonly folder: string; readonly shown: string };
  /** Removes the installed package, if there is one. */
  release(): Promise<void>;
}

/** Prepares the launch or the URL of a server. A server that does not match its pin is never started. */
export async function reachServer(
  { launch }: ToolServer,
  pin: Pin,
  options: InstallOptions,
): Promise<ServerReach | Obstacle> {
  if (pin.kind === 'http') return reachUrl(pin.url, options.online);
  const fault = launchFault(launch, pin);
  if (fault !== undefined)
    return obstacle(
      `its launch ${fault.message}`,
      'Make `launch` start the pinned server; `parity registry` reports the difference.',
    );
  const changed = pin.kind === 'local' ? pinnedFilesObstacle(options.root, pin) : undefined;
  if (changed !== undefined) return changed;
  if (pin.kind === 'package' && pin.manager === 'npm') return reachPackage(launch, pin, options);
  const missing = missingProgram(launchWords(launch).words[0] ?? '', pin);
  if (missing !== undefined) return missing;
  const folder = await pinnedFolder(options.root, pin);
  return { ...asLaunched(launch, options), ...(folder !== undefined && { files: { folder, shown: folder } }) };
}

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

function reachUrl(url: string, online: boolean): ServerReach | Obstacle {
  if (online || LOOPBACK.has(new URL(url).hostname))
    return { kind: 'reach', reach: { kind: 'http', url }, release: nothing };
  return obstacle(
    'it runs on another machine',
    'Add `--online`, so that a probe may contact servers on other machines.',
  );
}

/**
 * Starts a package with its runner if the project has installed the package. Any other package is first installed in a
 * separate folder.
 */
async function reachPackage(
  launch: readonly string[],
  pin: Extract<Pin, { kind: 'package' }>,
  options: InstallOptions,
): Promise<ServerReach | Obstacle> {
  const installed = installedPackage(options.root, pin);
  const folder = installed === undefined ? undefined : relative(options.root, installed);
  const { before, words } = launchWords(launch);
  const own = folder === undefined ? packageLaunch('npm', words) : undefined;
  if (own === undefined)
    return { ...asLaunched(launch, options), ...(folder !== undefined && { files: { folder, shown: folder } }) };
  const found = await installPrivately(pin, own, options);
  if (found.kind === 'obstacle') return found;
  return {
    ...asLaunched([...before, ...found.command], options),
    files: { folder: found.folder, shown: `${pin.name}@${pin.version}` },
    release: () => found.remove(),
  };
}

function asLaunched(command: readonly string[], { root, online }: InstallOptions): ServerReach {
  return {
    kind: 'reach',
    reach: { kind: 'process', command, cwd: root, env: launchEnvironment(online) },
    release: nothing,
  };
}

/**
 * The obstacle if a program is not on PATH. The repair depends on who can install the program: everyone, or only its
 * operator.
 */
function missingProgram(program: string, pin: Pin): Obstacle | undefined {
  if (isOnPath(program)) return undefined;
  const why = `${program} is not on PATH`;
  if (pin.kind !== 'operator') return obstacle(why, `Install ${program}.`);
  const repair = `Put the program ${program} of the server's operator on PATH. It must start the given revision and serve MCP on its standard streams.`;
  return obstacle(why, repair);
}

async function nothing(): Promise<void> {
  // Nothing was installed, so there is nothing to remove.
}

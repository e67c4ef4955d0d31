import { existsSync } from 'node:fs';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { isJsonObject, type Json, ownValue } from '../../contract/json/json.js';
import type { PackageLaunch } from '../../rules/registry/launched-packages.js';
import type { Pin } from '../../rules/registry/pin.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../surfaces/process/temporary-folder.js';
import { launchEnvironment } from './launch-environment.js';
import { type Obstacle, obstacle } from './obstacle.js';

/** An npm package that is installed in a separate folder, with only its dependencies. */
export interface PrivatePackage {
  readonly kind: 'package';
  /** The folder of the package itself, below `node_modules`. */
  readonly folder: string;
  /** The program that the launch starts directly, without a package runner. */
  readonly command: readonly string[];
  remove(): Promise<void>;
}

export interface InstallOptions {
  readonly online: boolean;
  readonly root: string;
  readonly mostMs: number;
  readonly stop: AbortSignal;
}

type NpmPin = Extract<Pin, { kind: 'package' }>;

/**
 * Installs exactly the pinned version of a package in an empty folder, without running its scripts. The started program
 * is then certainly the pinned program, and its description can be read. If offline, npm installs from its cache.
 */
export async function installPrivately(
  pin: NpmPin,
  launch: PackageLaunch,
  options: InstallOptions,
): Promise<PrivatePackage | Obstacle> {
  const home = await makeTemporaryFolder('server');
  const remove = (): Promise<void> => removeTemporaryFolder(home);
  try {
    await prepare(home, options.root);
    const failure = await install(home, launch.specs, options);
    const found = failure === undefined ? await started(home, pin, launch) : notInstalled(pin, failure, options.online);
    if (found.kind === 'package') return { ...found, remove };
    await remove();
    return found;
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Creates the manifest of the folder, and links the `.npmrc` of the project, which configures the package registry. */
async function prepare(home: string, root: string): Promise<void> {
  await writeFile(join(home, 'package.json'), '{"private":true}\n');
  if (existsSync(join(root, '.npmrc'))) await symlink(join(root, '.npmrc'), join(home, '.npmrc'));
}

/** Returns the error message of npm. `undefined` on success. */
async function install(
  home: string,
  specs: readonly string[],
  { online, mostMs, stop }: InstallOptions,
): Promise<string | undefined> {
  const flags = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    '--loglevel=error',
    '--logs-max=0',
  ];
  const words = ['install', ...flags, ...(online ? [] : ['--offline']), '--', ...specs];
  const bounds = { timeout: mostMs, maxBuffer: 1024 * 1024, cancelSignal: stop };
  const result = await execa('npm', words, {
    cwd: home,
    env: launchEnvironment(online),
    extendEnv: false,
    reject: false,
    ...bounds,
  });
  if (!result.failed) return undefined;
  const lines = result.stderr.split('\n').map((line) => line.replace(/^npm (?:error|ERR!)\s*/, '').trim());
  return (
    lines
      .filter((line) => line !== '')
      .slice(0, 2)
      .join(' ')
      .slice(0, 300) ||
    (result.shortMessage ?? 'npm failed')
  );
}

function notInstalled({ name, version }: NpmPin, failure: string, online: boolean): Obstacle {
  const what = `${name}@${version}`;
  if (online)
    return obstacle(
      `npm cannot install ${what} (${failure})`,
      `Check that \`npm view ${what}\` finds the package, or pin a published version.`,
    );
  return obstacle(
    `${what} is not on this machine (${failure})`,
    `Add \`--online\`, so that npm can download the package into a separate folder, without running its scripts.`,
  );
}

/**
 * The command to start, found in the same way as npm does (npm-exec): the only command of the package or, if there are
 * several, the one with the name of the package without its scope.
 */
async function started(
  home: string,
  { name, version }: NpmPin,
  launch: PackageLaunch,
): Promise<Omit<PrivatePackage, 'remove'> | Obstacle> {
  const folder = join(home, 'node_modules', name);
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Json;
  const installed = ownValue(manifest, 'version');
  if (installed !== version) {
    return obstacle(
      `npm installed version ${String(installed)} instead of the pinned version`,
      'Pin a version that the package registry has.',
    );
  }
  const bin = ownValue(manifest, 'bin');
  const unscoped = name.replace(/^@[^/]*\//, '');
  const names = typeof bin === 'string' ? [unscoped] : isJsonObject(bin) ? Object.keys(bin) : [];
  const command = launch.command ?? (names.length === 1 ? names[0] : names.find((candidate) => candidate === unscoped));
  const program = join(home, 'node_modules/.bin', command ?? '');
  if (command === undefined || !existsSync(program)) {
    const has = names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`;
    return obstacle(
      `${name}@${version} has no command ${command ?? unscoped}; ${has}`,
      'Name one of its commands in the launch: `npx --package=<name>@<version> <command>`.',
    );
  }
  return { kind: 'package', folder, command: [program, ...launch.args] };
}

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { execa } from 'execa';
import { ParityError } from '../../contract/parity-error.js';
import type { CallResult } from '../../rules/registry/command-runs.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../surfaces/process/temporary-folder.js';

/** The maximum time of an npm command. Packing may build the package. Installing is offline, from the cache of npm. */
const NPM_MS = 120_000;
const CALL_MS = 20_000;
const MOST_OUTPUT = 1024 * 1024;

export interface PackedCommand {
  readonly command: string;
  readonly version: CallResult;
  readonly help: CallResult;
}

/**
 * Packs the package as npm would publish it, and installs it into an empty folder, without the network and without
 * scripts. Then calls each of `commands` there. Throws a `ParityError` (`package-not-installed`) if the package cannot
 * be packed or installed.
 */
export async function callPackedCommands(
  manifest: string,
  commands: readonly string[],
  stop: AbortSignal,
): Promise<readonly PackedCommand[]> {
  const folder = await makeTemporaryFolder('package');
  try {
    const tarball = await pack(manifest, folder, stop);
    const home = join(folder, 'empty');
    await mkdir(home);
    // Without a manifest in this folder, npm would use the manifest of a parent folder.
    await writeFile(join(home, 'package.json'), '{"private":true}\n');
    const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
    await npm(['install', ...flags, tarball], home, manifest, stop);
    const called: PackedCommand[] = [];
    for (const command of commands) {
      const program = join(home, 'node_modules/.bin', command);
      called.push({
        command,
        version: await call(program, '--version', home, stop),
        help: await call(program, '--help', home, stop),
      });
    }
    return called;
  } finally {
    await removeTemporaryFolder(folder);
  }
}

async function pack(manifest: string, folder: string, stop: AbortSignal): Promise<string> {
  const stdout = await npm(
    ['pack', '--json', '--pack-destination', folder],
    dirname(resolve(manifest)),
    manifest,
    stop,
  );
  // Scripts of the package may print text before the JSON of npm.
  const [name] = /[^"/\\\s]+\.tgz(?="[,\s}])/.exec(stdout) ?? [];
  if (name === undefined)
    throw notInstalled(manifest, `npm pack did not print the name of the package file: ${stdout.slice(-500)}`);
  return join(folder, name);
}

async function npm(args: readonly string[], cwd: string, manifest: string, stop: AbortSignal): Promise<string> {
  const env = { npm_config_update_notifier: 'false' };
  const result = await execa('npm', args, {
    cwd,
    env,
    reject: false,
    timeout: NPM_MS,
    maxBuffer: MOST_OUTPUT,
    cancelSignal: stop,
  });
  if (!result.failed) return result.stdout;
  throw notInstalled(
    manifest,
    `\`npm ${args[0] ?? ''}\` failed: ${(result.stderr || (result.message ?? '')).slice(-500)}`,
  );
}

function notInstalled(manifest: string, why: string): ParityError {
  const repair = `Run \`npm pack\` in the folder of ${manifest}, install the tarball in an empty folder, and fix the error of npm.`;
  return new ParityError('package-not-installed', `The package of ${manifest} could not be installed: ${why}`, repair);
}

/** Calls a program with only PATH in its environment, because users may lack all other variables. */
async function call(program: string, flag: string, cwd: string, stop: AbortSignal): Promise<CallResult> {
  const env = { PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}` };
  const bounds = { timeout: CALL_MS, maxBuffer: MOST_OUTPUT, cancelSignal: stop };
  const result = await execa(program, [flag], { cwd, env, extendEnv: false, reject: false, ...bounds });
  const { exitCode, stdout, stderr } = result;
  return { exitCode, stdout, stderr: exitCode === undefined && result.failed ? (result.shortMessage ?? '') : stderr };
}

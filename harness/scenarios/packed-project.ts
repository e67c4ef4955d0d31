import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { Ran } from './command.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** An empty project with the packed package and its dependencies, and no other packages. */
export interface PackedProject {
  readonly folder: string;
  parity(...args: readonly string[]): Promise<Ran>;
  /** Runs any program. `node_modules/.bin` of the project is not on its PATH. */
  run(program: string, ...args: readonly string[]): Promise<Ran>;
  /** Starts a command that runs until it is stopped. */
  start(...args: readonly string[]): Started;
  write(file: string, text: string): Promise<void>;
  /** Adds packages of the repository to the project. */
  add(...packages: readonly string[]): Promise<void>;
  remove(): Promise<void>;
}

interface Started {
  /** First line of the command's standard output. */
  readonly firstLine: Promise<string>;
  stop(): Promise<void>;
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
}

/** An empty project with the packed package, and the contract of the item service as `openapi.yaml`. */
export async function packedProject(): Promise<PackedProject> {
  const folder = await mkdtemp(join(tmpdir(), 'parity-packed-'));
  const own = join(folder, 'node_modules/contract-parity');
  await mkdir(own, { recursive: true });
  await execa('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: ROOT });
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
  const file = join(folder, `contract-parity-${version}.tgz`);
  await execa('tar', ['-xzf', file, '-C', own, '--strip-components', '1']);
  await rm(file);
  const { dependencies } = JSON.parse(await readFile(join(own, 'package.json'), 'utf8')) as Manifest;
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'user', private: true, type: 'module' }));
  await copyFile(join(ROOT, 'contract/item-service.openapi.yaml'), join(folder, 'openapi.yaml'));
  const run = async (program: string, ...args: readonly string[]): Promise<Ran> => {
    const { exitCode, stdout, stderr } = await execa(program, args, { cwd: folder, reject: false, timeout: 120_000 });
    return { exitCode, stdout, stderr };
  };
  const add = async (...packages: readonly string[]): Promise<void> => {
    for (const name of packages) await link(name, folder);
  };
  await add(...Object.keys(dependencies));
  return {
    folder,
    add,
    run,
    start: (...args) => started(folder, [join(own, 'lib/main.js'), ...args]),
    parity: (...args) => run(process.execPath, join(own, 'lib/main.js'), ...args),
    write: async (path, text) => {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function started(cwd: string, args: readonly string[]): Started {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const firstLine = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
  return {
    firstLine: Promise.race([firstLine.then(([line]) => line), ended.then(() => '')]),
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

/** Links a package. Node resolves the dependencies of the package from the target of the link. */
async function link(name: string, folder: string): Promise<void> {
  const target = join(folder, 'node_modules', name);
  if (existsSync(target)) return;
  await mkdir(dirname(target), { recursive: true });
  await symlink(join(ROOT, 'node_modules', name), target);
}

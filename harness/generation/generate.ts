import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, posix, relative, sep } from 'node:path';
import { execa } from 'execa';
import type { Contract } from '../../contract/contract.js';
import { ParityError } from '../../contract/parity-error.js';
import type { GeneratedSurface, ComparedFile } from '../../rules/freshness/current.js';
import { generatorNamed } from '../../surfaces/kinds/surface-kinds.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../surfaces/process/temporary-folder.js';
import type { GenerateConfig } from '../configuration/config.js';
import { readStamp, stampLines, stampOf } from './stamp.js';

/** Time limit of a user's generator. */
const COMMAND_MS = 120_000;

/** The expected generated code of a surface: path below the output folder → text. */
interface Wanted {
  readonly files: ReadonlyMap<string, string>;
  /** Folders below the output folder that may not contain other files. */
  readonly folders: readonly string[];
}

/** Writes one surface's generated code; returns the changed files, relative to `root`. */
export async function writeGenerated(
  config: GenerateConfig,
  contract: Contract,
  root: string,
): Promise<readonly string[]> {
  const wanted = await regenerate(config, contract, root);
  const output = resolve(root, config.output);
  const changed: string[] = [];
  for (const [path, text] of wanted.files) {
    const target = join(output, path);
    if ((await readOr(target)) === text) continue;
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
    changed.push(posixPath(root, target));
  }
  for (const path of await listed(output, wanted.folders)) {
    if (wanted.files.has(path)) continue;
    await rm(join(output, path));
    changed.push(posixPath(root, join(output, path)));
  }
  return changed;
}

/** Compares the files in the tree with the generated ones, in both directions. Does not change the tree. */
export async function compareGenerated(
  surface: string,
  config: GenerateConfig,
  contract: Contract,
  root: string,
): Promise<GeneratedSurface> {
  const wanted = await regenerate(config, contract, root);
  const output = resolve(root, config.output);
  const paths = [...new Set([...wanted.files.keys(), ...(await listed(output, wanted.folders))])].toSorted();
  const files: ComparedFile[] = [];
  for (const path of paths) {
    const found = await readOr(join(output, path));
    const text = wanted.files.get(path);
    files.push({
      path: posixPath(root, join(output, path)),
      ...(text !== undefined && { wanted: text }),
      ...(found !== undefined && { found }),
    });
  }
  const wantedStamp = 'generator' in config ? stampOf(await generatorNamed(config.generator), contract) : undefined;
  const foundStamp = files
    .map(({ found }) => (found === undefined ? undefined : readStamp(found)))
    .find((stamp) => stamp !== undefined);
  const stale = wantedStamp !== undefined && foundStamp !== undefined && foundStamp.digest !== wantedStamp.digest;
  const operations = contract.operations
    .map(({ id }) => id)
    .filter((id) => stale && wantedStamp.operations.get(id) !== foundStamp.operations.get(id));
  return { surface, files, stale, operations };
}

async function regenerate(config: GenerateConfig, contract: Contract, root: string): Promise<Wanted> {
  if ('command' in config) return runGenerator(config, root);
  const generator = await generatorNamed(config.generator);
  const header = stampLines(config.generator, stampOf(generator, contract));
  const { output, library = output } = config;
  // All built-in generators write into one folder below the output folder.
  const up = config.library === undefined ? undefined : posix.join('..', posix.relative(output, library));
  const isWritten = generator.handWritten !== undefined && !existsSync(resolve(root, library, generator.handWritten));
  const rendered = generator
    .render(generator.project(contract), header, up, isWritten)
    .filter((file) => library === output || file.shared !== true);
  const files = new Map(rendered.map(({ path, text }) => [path, text] as const));
  return { files, folders: [...new Set([...files.keys()].map((path) => posix.dirname(path)))] };
}

/** `{output}` in the command is a temporary folder; its files are the expected ones. */
async function runGenerator(
  config: Extract<GenerateConfig, { command: readonly string[] }>,
  root: string,
): Promise<Wanted> {
  const folder = await makeTemporaryFolder('generate');
  try {
    const [file = '', ...args] = config.command.map((word) => word.replaceAll('{output}', folder));
    const result = await execa(file, args, {
      cwd: root,
      timeout: COMMAND_MS,
      reject: false,
      all: true,
      maxBuffer: 1024 * 1024,
    });
    if (result.failed) {
      throw new ParityError(
        'generator-failed',
        `\`${config.command.join(' ')}\` failed: ${result.all.slice(-2000)}`,
        'Run `generate.command` of the configuration by hand, and fix its error; it has to write to the folder `{output}`.',
      );
    }
    const paths = await listed(folder, ['.']);
    const files = await Promise.all(
      paths.map(async (path) => [path, await readFile(join(folder, path), 'utf8')] as const),
    );
    return { files: new Map(files), folders: ['.'] };
  } finally {
    await removeTemporaryFolder(folder);
  }
}

async function listed(output: string, folders: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(join(output, folder), { recursive: true, withFileTypes: true }).catch(() => []);
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => posixPath(output, join(entry.parentPath, entry.name)));
    }),
  );
  // Python writes its byte code next to the modules it loads.
  return [...new Set(found.flat())].filter((path) => !path.includes('__pycache__/')).toSorted();
}

async function readOr(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

function posixPath(from: string, to: string): string {
  return relative(from, to).split(sep).join('/');
}

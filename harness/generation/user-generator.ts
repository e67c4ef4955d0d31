import { readFile, readdir, stat } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';
import { ParityError } from '../../contract/parity-error.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../surfaces/process/temporary-folder.js';
import type { GenerateConfig } from '../configuration/config.js';
import { copyProject } from './project-copy.js';

/** The time limit of a user's generator. */
const COMMAND_MS = 120_000;

export type CommandConfig = Extract<GenerateConfig, { readonly command: readonly string[] }>;

/**
 * Runs a generator of the user and returns its files. Their paths are relative to `output` or, with `outputs`, to the
 * root of the project. The working tree does not change: the generator writes to a temporary folder (`{output}`), or
 * runs in a copy of the project.
 */
export async function runUserGenerator(config: CommandConfig, root: string): Promise<ReadonlyMap<string, Buffer>> {
  const folder = await makeTemporaryFolder('generate');
  try {
    if ('output' in config) {
      await runCommand(config, root, folder);
      return await filesIn(folder, ['.']);
    }
    const project = await copyProject(root, folder, config.outputs);
    await runCommand(config, project, project);
    const files = await filesIn(project, config.outputs);
    const unwritten = config.outputs.find((output) => ![...files.keys()].some((file) => isBelow(file, output)));
    if (unwritten === undefined) return files;
    throw new ParityError(
      'generator-failed',
      `\`${config.command.join(' ')}\` wrote nothing to ${unwritten}`,
      'In the configuration, list the files and folders that the command writes as `generate.outputs`, relative to the folder of the configuration.',
    );
  } finally {
    await removeTemporaryFolder(folder);
  }
}

async function runCommand({ command }: CommandConfig, cwd: string, folder: string): Promise<void> {
  const [file = '', ...args] = command.map((word) => word.replaceAll('{output}', folder));
  // An installed program is run without `npx`. If the program is missing, `npx` would download it.
  const options = { cwd, timeout: COMMAND_MS, reject: false, all: true, maxBuffer: 1024 * 1024 } as const;
  const { execa } = await import('execa');
  const result = await execa(file, args, { ...options, preferLocal: true, stdin: 'ignore' });
  if (!result.failed) return;
  throw new ParityError(
    'generator-failed',
    `\`${command.join(' ')}\` failed: ${(result.all || result.originalMessage || '').slice(-2000)}`,
    'Run `generate.command` of the configuration by hand, and fix its error.',
  );
}

async function filesIn(folder: string, outputs: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  const paths = await listedFiles(folder, outputs);
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path))] as const)));
}

/** The paths of the given files, and of all files in the given folders. All paths are relative to `base`. */
export async function listedFiles(base: string, outputs: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(outputs.map((output) => listed(join(base, output))));
  // Python writes byte code beside the modules that it loads. These files are ignored.
  const paths = found.flat().map((file) => relative(base, file).split(sep).join('/'));
  return [...new Set(paths)].filter((path) => !path.includes('__pycache__/')).toSorted();
}

async function listed(output: string): Promise<readonly string[]> {
  const found = await stat(output).catch(() => undefined);
  if (found?.isDirectory() !== true) return found === undefined ? [] : [output];
  const entries = await readdir(output, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

function isBelow(file: string, output: string): boolean {
  const folder = posix.normalize(output).replace(/\/$/, '');
  return folder === '.' || file === folder || file.startsWith(`${folder}/`);
}

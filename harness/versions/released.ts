import { existsSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { execa } from 'execa';
import { ParityError } from '../../contract/parity-error.js';
import { type LoadedConfig, completeConfig, findsConfig, loadConfig } from '../configuration/load-config.js';
import { type NamedRevision, type RevisionFolder, revisionFolder } from './revision-folder.js';

/** A released version: its files in a temporary folder, and the configuration to run them. */
export interface Released {
  /** The revision as the user named it: `v1.2`. */
  readonly ref: string;
  readonly commit: string;
  readonly loaded: LoadedConfig;
  /** True if the version has no configuration of its own. It then uses the configuration of the working tree. */
  readonly borrowsConfig: boolean;
  remove(): Promise<void>;
}

/** The time limit of one command in `versions.prepare`, in milliseconds. */
const PREPARE_MS = 900_000;

/** Writes the files of a version to a temporary folder, and prepares the version to run. */
export async function openReleased(
  current: LoadedConfig,
  named: NamedRevision,
  signal: AbortSignal,
): Promise<Released> {
  const folder = await revisionFolder(current.root, named, signal);
  const { ref } = named;
  try {
    const name = basename(current.file);
    const own = await ownConfig(folder.root, name);
    const loaded = own ?? completeConfig(current.config, join(folder.root, name));
    const prepare = current.config.versions?.prepare ?? loaded.config.versions?.prepare;
    for (const command of prepare ?? []) await run(command, folder.root, ref, signal);
    if (prepare === undefined) requirePackages(folder, ref);
    requireFiles(current, loaded, ref);
    return { ref, commit: folder.commit, loaded, borrowsConfig: own === undefined, remove: () => folder.remove() };
  } catch (error) {
    await folder.remove();
    throw error;
  }
}

async function ownConfig(root: string, name: string): Promise<LoadedConfig | undefined> {
  if (existsSync(join(root, name))) return loadConfig(name, root);
  return findsConfig(root) ? loadConfig(undefined, root) : undefined;
}

async function run(command: readonly string[], cwd: string, ref: string, signal: AbortSignal): Promise<void> {
  const [file = '', ...args] = command;
  const options = { cwd, timeout: PREPARE_MS, reject: false, all: true, maxBuffer: 16 * 1024 * 1024 } as const;
  const result = await execa(file, args, { ...options, preferLocal: true, stdin: 'ignore', cancelSignal: signal });
  if (!result.failed) return;
  throw new ParityError(
    'version-not-prepared',
    `\`${command.join(' ')}\` failed in the files of ${ref}: ${(result.all || result.originalMessage || '').slice(-2000)}`,
    'Correct `versions.prepare` of the configuration: its commands install packages and build in a fresh copy of the released files.',
  );
}

function requirePackages({ notInstalled }: RevisionFolder, ref: string): void {
  const [first] = notInstalled;
  if (first === undefined) return;
  throw new ParityError(
    'version-not-prepared',
    `${ref} needs different packages from the working tree: ${join(first, 'package.json')} or its lock file differs`,
    "Set `versions: { prepare: [['npm', 'ci'], ['npm', 'run', 'build']] }` in the configuration: the commands run in a copy of the released files.",
  );
}

/**
 * Throws if the configuration names a file that exists only in the working tree. Usually, a build creates the file, and
 * the version was not built.
 */
function requireFiles(current: LoadedConfig, loaded: LoadedConfig, ref: string): void {
  const named = new Set(textsOf([loaded.config.surfaces, loaded.contracts]));
  const missing = [...named].find(
    (text) => existsSync(resolve(current.root, text)) && isInside(text) && !existsSync(resolve(loaded.root, text)),
  );
  if (missing === undefined) return;
  throw new ParityError(
    'version-not-prepared',
    `the configuration of ${ref} names ${missing}, which is not in git, because a build creates the file`,
    "Set `versions: { prepare: [['npm', 'run', 'build']] }` in the configuration: the commands run in a copy of the released files.",
  );
}

function isInside(text: string): boolean {
  const path = relative('.', text);
  return path !== '' && !path.startsWith('..') && /[/\\.]/.test(text);
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const { generate: _, files: __, ...rest } = value as Readonly<Record<string, unknown>>;
  return Object.values(rest).flatMap(textsOf);
}

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Json, isJsonObject, ownValue } from '../../../contract/json/json.js';

/** Facts about a project that its first configuration can use, each with the file in which it was found. */
export interface ProjectFacts {
  readonly contract?: string;
  /** Commands that may start the service. */
  readonly starts: readonly FoundCommand[];
  /** Console commands that the packages of the project install. */
  readonly consoles: readonly FoundCommand[];
  readonly toolServers: readonly (FoundCommand | FoundUrl)[];
  /** Modules that the packages of the project export. They may be clients of the service. */
  readonly modules: readonly { readonly file: string; readonly from: string }[];
  readonly python?: { readonly from: string };
  /** The command that installs the dependencies, depending on the lockfile. */
  readonly install: string;
}

export interface FoundCommand {
  readonly name: string;
  readonly command: readonly string[];
  readonly from: string;
}

interface FoundUrl {
  readonly name: string;
  readonly url: string;
  readonly from: string;
}

const CONTRACTS = ['', 'api/', 'docs/', 'contract/', 'spec/'].flatMap((folder) =>
  ['openapi.yaml', 'openapi.yml', 'openapi.json'].map((name) => folder + name),
);
const MCP_FILES = ['.mcp.json', 'mcp.json', '.vscode/mcp.json', '.cursor/mcp.json'];
const LOCKFILES = [
  ['pnpm-lock.yaml', 'pnpm install --frozen-lockfile'],
  ['yarn.lock', 'yarn install --immutable'],
  ['package-lock.json', 'npm ci'],
] as const;
/** The maximum size of a manifest that is read. Larger files are usually generated. */
const MOST_BYTES = 1024 * 1024;

/** Reads well-known files of a project folder. No file is executed, and unreadable files are ignored. */
export function projectFacts(folder: string): ProjectFacts {
  const manifest = json(folder, 'package.json');
  const docker = text(folder, 'Dockerfile') ?? '';
  const pyproject = text(folder, 'pyproject.toml');
  const contract = CONTRACTS.find((file) => existsSync(join(folder, file)));
  return {
    ...(contract !== undefined && { contract }),
    starts: orElse([...startScript(manifest), ...dockerCommand(docker)], scriptNamed(folder, 'server')),
    consoles: orElse([...bins(manifest), ...pythonScripts(pyproject ?? '')], scriptNamed(folder, 'cli')),
    toolServers: orElse(
      MCP_FILES.flatMap((file) => toolServers(json(folder, file), file)),
      scriptNamed(folder, 'mcp-server', 'mcp'),
    ),
    modules: orElse(
      exportedModule(manifest),
      scriptNamed(folder, 'client').map(({ from }) => ({ file: from, from })),
    ),
    ...(pyproject !== undefined && { python: { from: 'pyproject.toml' } }),
    install: LOCKFILES.find(([file]) => existsSync(join(folder, file)))?.[1] ?? 'npm install',
  };
}

/** Returns what the manifests state. If they state nothing, returns what the names of well-known files suggest. */
function orElse<T>(named: readonly T[], suggested: readonly T[]): readonly T[] {
  return named.length > 0 ? named : suggested;
}

/** The first JavaScript file with one of the names, in the folder or in a folder in which projects keep their code. */
function scriptNamed(folder: string, ...names: readonly string[]): readonly FoundCommand[] {
  const files = ['', 'dist/', 'build/', 'lib/', 'src/'].flatMap((below) =>
    names.flatMap((name) => ['.mjs', '.js', '.cjs'].map((ending) => ({ name, file: below + name + ending }))),
  );
  const found = files.find(({ file }) => existsSync(join(folder, file)));
  return found === undefined
    ? []
    : [{ name: found.name.split('-', 1)[0] ?? '', command: ['node', found.file], from: found.file }];
}

function text(folder: string, file: string): string | undefined {
  try {
    const path = join(folder, file);
    return statSync(path).size > MOST_BYTES ? undefined : readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function json(folder: string, file: string): Json {
  try {
    return JSON.parse(text(folder, file) ?? 'null') as Json;
  } catch {
    return null;
  }
}

/** The `start` script as a program with arguments. Empty if the script has shell operators. */
function startScript(manifest: Json): readonly FoundCommand[] {
  const script = ownValue(ownValue(manifest, 'scripts'), 'start');
  if (typeof script !== 'string' || /[|&;<>$`"'\\(){}*?]/.test(script)) return [];
  return [{ name: 'start', command: script.trim().split(/\s+/), from: 'package.json, scripts.start' }];
}

/** The last `CMD` instruction of a Dockerfile in exec form. */
function dockerCommand(docker: string): readonly FoundCommand[] {
  const form = [...docker.matchAll(/^\s*CMD\s+(\[.*\])\s*$/gim)].at(-1)?.[1];
  const words = form === undefined ? undefined : stringList(parsed(form));
  return words === undefined ? [] : [{ name: 'docker', command: words, from: 'Dockerfile, CMD' }];
}

function bins(manifest: Json): readonly FoundCommand[] {
  const bin = ownValue(manifest, 'bin');
  const name = ownValue(manifest, 'name');
  const all = typeof bin === 'string' && typeof name === 'string' ? { [name]: bin } : bin;
  if (!isJsonObject(all)) return [];
  return Object.entries(all).flatMap(([command, file]) =>
    typeof file === 'string' ? [{ name: command, command: ['node', file], from: 'package.json, bin' }] : [],
  );
}

/** The command names below `[project.scripts]` of a `pyproject.toml`. */
function pythonScripts(pyproject: string): readonly FoundCommand[] {
  const section = /^\[project\.scripts\]\s*\n((?:(?!\[).*\n?)*)/m.exec(pyproject)?.[1] ?? '';
  return [...section.matchAll(/^"?([\w.-]+)"?\s*=/gm)].map(([, name = '']) => ({
    name,
    command: [name],
    from: 'pyproject.toml, project.scripts',
  }));
}

function toolServers(configuration: Json, from: string): readonly (FoundCommand | FoundUrl)[] {
  const servers = ownValue(configuration, 'mcpServers') ?? ownValue(configuration, 'servers');
  if (!isJsonObject(servers)) return [];
  return Object.entries(servers).flatMap(([name, server]): readonly (FoundCommand | FoundUrl)[] => {
    const [command, url] = [ownValue(server, 'command'), ownValue(server, 'url')];
    const args = stringList(ownValue(server, 'args') ?? []) ?? [];
    if (typeof command === 'string') return [{ name, command: [command, ...args], from }];
    return typeof url === 'string' ? [{ name, url, from }] : [];
  });
}

function exportedModule(manifest: Json): ProjectFacts['modules'] {
  const root = ownValue(ownValue(manifest, 'exports'), '.') ?? ownValue(manifest, 'exports');
  const entry = typeof root === 'string' ? root : (ownValue(root, 'import') ?? ownValue(root, 'default'));
  const file = typeof entry === 'string' ? entry : ownValue(manifest, 'main');
  return typeof file === 'string' && /\.[cm]?js$/.test(file) ? [{ file, from: 'package.json' }] : [];
}

function parsed(value: string): Json {
  try {
    return JSON.parse(value) as Json;
  } catch {
    return null;
  }
}

function stringList(value: Json): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const words = value.filter((word) => typeof word === 'string');
  return words.length === value.length ? words : undefined;
}

import { statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { drivenKind } from '../../surfaces/kinds/surface-kinds.js';
import type { GenerateConfig, ServiceConfig } from '../configuration/config.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { type NamedSurfaceConfig, surfaceConfigsFor } from '../configuration/surface-configs.js';
import { isInside, localImports } from '../sources/local-modules.js';
import { type ProgramFiles, programFiles } from './program-files.js';

/** The files of a surface or of the service, for one contract. */
export interface Owner {
  /** The name of the surface. Not set for the service, which all surfaces use. */
  readonly surface?: string;
  readonly contract: string;
  readonly program: ProgramFiles;
}

/** The surfaces and services of a project with their files, and the files of the configuration. */
export interface FileOwners {
  readonly owners: readonly Owner[];
  /** The files of the configuration. Maps the absolute path of each file to its role. */
  readonly configuration: ReadonlyMap<string, string>;
}

type IsKnown = (path: string) => boolean;

export function fileOwners(loaded: LoadedConfig, isKnown?: IsKnown): FileOwners {
  const owners = loaded.contracts.flatMap(({ file, served, service }): readonly Owner[] => {
    if (!served) return [];
    const surfaces = surfaceConfigsFor(loaded, file).map((named) => ({
      surface: named.id,
      contract: file,
      program: surfaceFiles(named, loaded, isKnown),
    }));
    return [...serviceOwner(service, file, loaded, isKnown), ...surfaces];
  });
  return { owners, configuration: configurationFiles(loaded) };
}

function serviceOwner(
  service: ServiceConfig | undefined,
  contract: string,
  { root }: LoadedConfig,
  isKnown?: IsKnown,
): readonly Owner[] {
  if (service === undefined) return [];
  if (service.files !== undefined) return [{ contract, program: stated(service.files, root) }];
  if (!('command' in service))
    return [
      { contract, program: { ...NOTHING, unknown: 'the service already runs, and `service.files` is not configured' } },
    ];
  const words = [...service.command, ...Object.values(service.env ?? {})];
  return [{ contract, program: programFiles(words, root, isKnown) }];
}

const NOTHING: ProgramFiles = { files: new Map(), folders: new Map(), sources: new Map() };

function surfaceFiles({ config }: NamedSurfaceConfig, { root }: LoadedConfig, isKnown?: IsKnown): ProgramFiles {
  const kind = drivenKind(config.driver);
  const words = [...kind.files(config), ...('env' in config ? Object.values(config.env ?? {}) : [])];
  const driven =
    config.files === undefined ? drivenFiles(words, config.driver, root, isKnown) : stated(config.files, root);
  const { generate } = config;
  const folders = generate === undefined ? [] : generatedFolders(generate);
  const library = generate !== undefined && 'library' in generate ? [generate.library ?? generate.output] : [];
  return {
    ...driven,
    folders: new Map([
      ...driven.folders,
      ...library.map((folder) => [resolve(root, folder), 'the file is in the library of the generated code'] as const),
      ...folders.map((folder) => [resolve(root, folder), 'the file is in the generated code'] as const),
    ]),
    ...('console' in config &&
      config.console !== undefined && {
        files: new Map([
          ...driven.files,
          [resolve(root, config.console.package), 'the file is in the package of the console command'],
        ]),
      }),
  };
}

/** Folders in which only `parity generate` writes files. */
function generatedFolders(generate: GenerateConfig): readonly string[] {
  if ('outputs' in generate) return generate.outputs;
  return ['command' in generate ? generate.output : join(generate.output, 'generated')];
}

function drivenFiles(words: readonly string[], driver: string, root: string, isKnown?: IsKnown): ProgramFiles {
  if (words.length > 0) return programFiles(words, root, isKnown);
  // The surface `rest` has no files of its own. If a different surface has no program, it already runs, so its files
  // are unknown.
  return driver === 'rest'
    ? NOTHING
    : { ...NOTHING, unknown: 'the surface already runs, and its `files` are not configured' };
}

/** The files and folders that the option `files` of the configuration lists. */
function stated(paths: readonly string[], root: string): ProgramFiles {
  const all = paths.map((path) => [resolve(root, path), '`files` of the configuration lists the file'] as const);
  return { ...NOTHING, files: new Map(all), folders: new Map(all) };
}

function configurationFiles(loaded: LoadedConfig): ReadonlyMap<string, string> {
  const { config, root, file } = loaded;
  const named = [
    [config.groups, 'the parity groups'],
    [config.waivers, 'the waivers'],
    [config.registry, 'the registry of tool servers'],
    [config.ruleset, 'the ruleset'],
  ] as const;
  const files = new Map<string, string>(importedBy(file));
  for (const [path, what] of named) {
    if (path === undefined) continue;
    files.set(resolve(root, path), what);
    for (const imported of importedBy(resolve(root, path)).keys()) if (!files.has(imported)) files.set(imported, what);
  }
  return files;
}

/** The file and the local files that it imports, directly or indirectly. */
function importedBy(file: string): ReadonlyMap<string, string> {
  const found = new Map([[file, 'the configuration']]);
  for (const [path] of found)
    for (const next of localImports(path))
      if (!found.has(next) && isInside(dirname(file), next)) found.set(next, 'a part of the configuration');
  return found;
}

/** The reason why a file belongs to a program. `undefined` if the file does not belong to it. */
export function whyOwned({ files, folders, unknown }: ProgramFiles, path: string): string | undefined {
  const own = files.get(path);
  if (own !== undefined) return own;
  for (const [folder, why] of folders) if (isInside(folder, path)) return why;
  // git reports a submodule that changed as a folder.
  if (isFolder(path)) for (const [part, why] of [...files, ...folders]) if (isInside(path, part)) return why;
  return unknown === undefined ? undefined : `${unknown}, so any file may be a part of the program`;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Names of files that belong to no service and to no surface. Any other file may belong to a service or a surface. */
const FOR_READERS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\/)docs?\/.*\.(?:md|markdown|rst|adoc)$/, 'documentation'],
  [
    /(?:^|\/)(?:readme|changelog|changes|history|contributing|security|code_of_conduct|support|governance|architecture|roadmap|todo)\.(?:md|markdown|rst|adoc|txt)$/i,
    'documentation',
  ],
  [/(?:^|\/)(?:LICENSE|LICENCE|NOTICE|CODEOWNERS|AUTHORS)(?:\.\w+)?$/i, 'documentation'],
  [
    /(?:^|\/)\.(?:gitignore|gitattributes|gitkeep|editorconfig|prettierrc|prettierignore|mailmap)$/,
    'the file configures development tools',
  ],
  [/(?:^|\/)\.(?:github|gitlab|vscode|idea|devcontainer)\//, 'the file configures development tools'],
  [/\.(?:test|spec)\.[cm]?[jt]sx?$|_test\.go$|(?:^|\/)test_[^/]*\.py$|_test\.py$/, 'a test'],
];

/**
 * Describes a file on which a check does not depend, such as "documentation". `undefined` if a check may depend on the
 * file.
 */
export function unrelatedKind(root: string, path: string): string | undefined {
  const name = relative(root, path).replaceAll('\\', '/');
  return FOR_READERS.find(([pattern]) => pattern.test(name))?.[1];
}

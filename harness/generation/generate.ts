import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, posix, relative, sep } from 'node:path';
import type { Contract } from '../../contract/contract.js';
import type { GeneratedSurface, ComparedFile } from '../../rules/freshness/current.js';
import { generatorNamed } from '../../surfaces/kinds/surface-kinds.js';
import type { GenerateConfig } from '../configuration/config.js';
import { type Stamp, isAsWritten, readStamp, stampLines, stampOf, withContentDigest } from './stamp.js';
import { listedFiles, runUserGenerator } from './user-generator.js';

/**
 * The files that a generator should produce for a surface. `files` maps the path of each file, relative to `base`, to
 * its content.
 */
interface Wanted {
  readonly base: string;
  readonly files: ReadonlyMap<string, Buffer>;
  /** The files and folders below `base` that belong to the generator: they contain only generated files. */
  readonly outputs: readonly string[];
  /** The stamp in the files of our generators. */
  readonly stamp?: Stamp;
}

/** Writes the generated code of one surface. Returns the paths of the changed files, relative to `root`. */
export async function writeGenerated(
  config: GenerateConfig,
  contract: Contract,
  root: string,
): Promise<readonly string[]> {
  const { base, files, outputs } = await regenerate(config, contract, root);
  const changed: string[] = [];
  for (const [path, content] of files) {
    const target = join(base, path);
    if ((await readOr(target))?.equals(content) === true) continue;
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
    changed.push(posixPath(root, target));
  }
  for (const path of await listedFiles(base, outputs)) {
    if (files.has(path)) continue;
    await rm(join(base, path));
    changed.push(posixPath(root, join(base, path)));
  }
  return changed;
}

/**
 * Compares the files in the working tree with newly generated files, and finds missing, extra and different files. The
 * working tree is not changed.
 */
export async function compareGenerated(
  surface: string,
  config: GenerateConfig,
  contract: Contract,
  root: string,
): Promise<GeneratedSurface> {
  const wanted = await regenerate(config, contract, root);
  const { base, outputs, stamp: wantedStamp } = wanted;
  const paths = [...new Set([...wanted.files.keys(), ...(await listedFiles(base, outputs))])].toSorted();
  const files: ComparedFile[] = [];
  for (const path of paths) {
    const found = await readOr(join(base, path));
    const content = wanted.files.get(path);
    const text = found?.toString();
    const asWritten = text === undefined ? undefined : isAsWritten(text);
    files.push({
      path: posixPath(root, join(base, path)),
      ...(content !== undefined && { wanted: content.toString() }),
      ...(text !== undefined && { found: text }),
      ...(asWritten !== undefined && { isAsWritten: asWritten }),
    });
  }
  const foundStamp = files
    .map(({ found }) => (found === undefined ? undefined : readStamp(found)))
    .find((stamp) => stamp !== undefined);
  const stale = wantedStamp !== undefined && foundStamp !== undefined && foundStamp.digest !== wantedStamp.digest;
  const operations = contract.operations
    .map(({ id }) => id)
    .filter((id) => stale && wantedStamp.operations.get(id) !== foundStamp.operations.get(id));
  return { surface, files, stale, operations, ...(wantedStamp !== undefined && { isStamped: true }) };
}

/** The files that one of our generators makes from a contract. Maps the absolute path of each file to its text. */
export async function expectedFiles(
  config: Extract<GenerateConfig, { generator: unknown }>,
  contract: Contract,
  root: string,
): Promise<ReadonlyMap<string, string>> {
  const { files } = await regenerate(config, contract, root);
  return new Map(
    [...files].map(([path, bytes]) => [resolve(root, config.output, path), bytes.toString('utf8')] as const),
  );
}

async function regenerate(config: GenerateConfig, contract: Contract, root: string): Promise<Wanted> {
  if ('command' in config) {
    const files = await runUserGenerator(config, root);
    return 'output' in config
      ? { base: resolve(root, config.output), files, outputs: ['.'] }
      : { base: root, files, outputs: config.outputs };
  }
  const generator = await generatorNamed(config.generator);
  const stamp = stampOf(generator, contract);
  const header = stampLines(config.generator, stamp);
  const { output, library = output } = config;
  // All our generators write to one folder below the output folder.
  const up = config.library === undefined ? undefined : posix.join('..', posix.relative(output, library));
  const isWritten = generator.handWritten !== undefined && !existsSync(resolve(root, library, generator.handWritten));
  const rendered = generator
    .render(generator.project(contract), header, up, isWritten)
    .filter((file) => library === output || file.shared !== true);
  const files = new Map(rendered.map(({ path, text }) => [path, Buffer.from(withContentDigest(text))] as const));
  return {
    base: resolve(root, output),
    files,
    outputs: [...new Set([...files.keys()].map((path) => posix.dirname(path)))],
    stamp,
  };
}

async function readOr(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch(() => undefined);
}

function posixPath(from: string, to: string): string {
  return relative(from, to).split(sep).join('/');
}

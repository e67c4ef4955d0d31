import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * The licence texts of all packages with modules in a bundle, sorted by package. Most licences require their text in
 * copies.
 */
export async function bundleLicences(modules: readonly string[]): Promise<string> {
  const packages = new Set(
    modules.flatMap((file) => /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(file) ?? []),
  );
  const texts = [...packages].toSorted().map(async (folder) => {
    const { name, version, license } = JSON.parse(
      await readFile(path.join(folder, 'package.json'), 'utf8'),
    ) as Readonly<Record<string, string>>;
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e(?:\.|$)/i.test(entry));
    const text =
      file === undefined
        ? `${license} (the package contains no licence text)`
        : await readFile(path.join(folder, file), 'utf8');
    return `${name} ${version}\n\n${text}`;
  });
  return (await Promise.all(texts)).join('\n\n');
}

/** Handles log messages of the bundler. A warning ends the build. */
export function refuseWarnings(level: string, { message }: { readonly message: string }): void {
  if (level === 'warn') throw new Error(message);
}

import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

/** The licences of the packages whose modules are in a bundle, by name. Most licences require their text in copies. */
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
        ? `${license} (the package contains no text)`
        : await readFile(path.join(folder, file), 'utf8');
    return `${name} ${version}\n\n${text}`;
  });
  return (await Promise.all(texts)).join('\n\n');
}

/** A handler for messages of the bundler: a warning ends the build. */
export function refuseWarnings(level: string, { message }: { readonly message: string }): void {
  if (level === 'warn') throw new Error(message);
}

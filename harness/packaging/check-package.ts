import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The files to which `bin` and `exports` of a package manifest refer, but which do not exist. If the build put
 * something else into the bundle folder, such as compiler output, the package would have no program.
 */
export function missingFiles(folder: string): readonly string[] {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    readonly bin?: unknown;
    readonly exports?: unknown;
  };
  const named = [manifest.bin, manifest.exports].flatMap(paths);
  return [...new Set(named)].filter((file) => !existsSync(path.join(folder, file)));
}

function paths(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(paths) : [];
}

// Part of `npm pack`: `node check-package.js` fails if the package would lack a file.
if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const missing = missingFiles(process.cwd());
  if (missing.length > 0) {
    process.stderr.write(`The package lacks ${missing.join(', ')}. Run \`npm run build\`.\n`);
    process.exitCode = 1;
  }
}

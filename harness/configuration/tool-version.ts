import { createRequire } from 'node:module';

/**
 * The version in our `package.json`. The file is found by the name of the package, because sources and compiled files
 * are at different depths.
 */
export function toolVersion(): string {
  const own = createRequire(import.meta.url)('contract-parity/package.json') as { readonly version: string };
  return own.version;
}

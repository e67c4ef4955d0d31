import { createRequire } from 'node:module';

/**
 * The version in our `package.json`. The file is found by the name of the package, because its relative path differs
 * between sources and compiled files.
 */
export function toolVersion(): string {
  const own = createRequire(import.meta.url)('contract-parity/package.json') as { readonly version: string };
  return own.version;
}

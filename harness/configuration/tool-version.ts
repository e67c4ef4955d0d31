import { createRequire } from 'node:module';

/** The version in our own `package.json`, found by the package's name: compiled files lie deeper than their sources. */
export function toolVersion(): string {
  const own = createRequire(import.meta.url)('contract-parity/package.json') as { readonly version: string };
  return own.version;
}

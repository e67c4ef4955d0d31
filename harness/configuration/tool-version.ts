import { createRequire } from 'node:module';

/**
 * The version in our own `package.json`. It is found by package name, as compiled files have a different depth than
 * their sources.
 */
export function toolVersion(): string {
  const own = createRequire(import.meta.url)('contract-parity/package.json') as { readonly version: string };
  return own.version;
}

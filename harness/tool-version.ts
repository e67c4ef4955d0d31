import { readFileSync } from 'node:fs';

/** The version in our own `package.json`, which lies two levels above the compiled file. */
export function toolVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

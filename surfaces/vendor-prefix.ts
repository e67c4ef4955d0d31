import type { SourceLocation } from '../contract/source-location.js';

/** The prefix that a contract was read with, off the place of one of its extensions: `svc` of `…/x-svc-cli`; empty where there is none. */
export function vendorPrefix(extension: { readonly location: SourceLocation } | undefined, name: 'cli' | 'mcp-tool'): string {
  const pattern = new RegExp(`/x-([^/]+)-${name}(?:/|$)`);
  return pattern.exec(extension?.location.pointer ?? '')?.[1] ?? '';
}

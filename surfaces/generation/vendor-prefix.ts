import type { SourceLocation } from '../../contract/json/source-location.js';

/** The prefix that a contract was read with, off where one of its extensions stands: `svc` of `…/x-svc-cli`, else empty. */
export function vendorPrefix(extension: { readonly location: SourceLocation } | undefined, name: 'cli' | 'mcp-tool'): string {
  const pattern = name === 'cli' ? /\/x-([^/]+)-cli(?:\/|$)/ : /\/x-([^/]+)-mcp-tool(?:\/|$)/;
  return pattern.exec(extension?.location.pointer ?? '')?.[1] ?? '';
}

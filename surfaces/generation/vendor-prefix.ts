import type { SourceLocation } from '../../contract/json/source-location.js';

/**
 * The vendor prefix of a contract, read from the location of one of its extensions: `svc` for `…/x-svc-cli`; empty
 * without an extension.
 */
export function vendorPrefix(
  extension: { readonly location: SourceLocation } | undefined,
  name: 'cli' | 'mcp-tool',
): string {
  const pattern = name === 'cli' ? /\/x-([^/]+)-cli(?:\/|$)/ : /\/x-([^/]+)-mcp-tool(?:\/|$)/;
  return pattern.exec(extension?.location.pointer ?? '')?.[1] ?? '';
}

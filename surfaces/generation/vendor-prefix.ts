import type { SourceLocation } from '../../contract/json/source-location.js';

/** The vendor prefix of a contract, such as `svc` for an extension at `…/x-svc-cli`. Empty if there is no extension. */
export function vendorPrefix(
  extension: { readonly location: SourceLocation } | undefined,
  name: 'cli' | 'mcp-tool',
): string {
  const pattern = name === 'cli' ? /\/x-([^/]+)-cli(?:\/|$)/ : /\/x-([^/]+)-mcp-tool(?:\/|$)/;
  return pattern.exec(extension?.location.pointer ?? '')?.[1] ?? '';
}

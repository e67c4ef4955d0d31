import type { ToolMappings } from './session/tool-mapping.js';

/** A server that is started, or the URL of one that runs. */
export type McpConfig = (
  | { readonly driver: 'mcp'; readonly command: readonly string[]; readonly env?: Readonly<Record<string, string>> }
  | { readonly driver: 'mcp'; readonly url: string }
) & {
  /** Operation id → how its tool is called, where it does not follow our conventions. */
  readonly tools?: ToolMappings;
};

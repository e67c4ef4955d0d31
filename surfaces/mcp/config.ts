import type { ToolMappings } from './session/tool-mapping.js';

/** A server that is started, or the URL of one that runs. */
export type McpConfig = (
  | { readonly driver: 'mcp'; readonly command: readonly string[]; readonly env?: Readonly<Record<string, string>> }
  | { readonly driver: 'mcp'; readonly url: string }
) & {
  /** How the tools are called where they do not follow the conventions, by the id of the operation. */
  readonly tools?: ToolMappings;
};

import type { ToolMappings } from './session/tool-mapping.js';

/** A server that is started, or the URL of a running server. */
export type McpConfig = (
  | { readonly driver: 'mcp'; readonly command: readonly string[]; readonly env?: Readonly<Record<string, string>> }
  | { readonly driver: 'mcp'; readonly url: string }
) & {
  /** By operation id: how to call the tool of an operation that does not follow our conventions. */
  readonly tools?: ToolMappings;
  /** The server reports failures as texts of its own. */
  readonly failures?: 'text';
};

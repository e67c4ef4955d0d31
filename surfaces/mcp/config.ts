import type { ToolMappings } from './tools/tool-mapping.js';

/** How to reach the tool server: a command that starts it, or the URL of a running server. */
export type McpConfig = (
  | { readonly driver: 'mcp'; readonly command: readonly string[]; readonly env?: Readonly<Record<string, string>> }
  | { readonly driver: 'mcp'; readonly url: string }
) & {
  /** How to call tools that do not have the generated names and arguments, by operation id. */
  readonly tools?: ToolMappings;
  /** Set if the server reports failures as free text, and not as problem documents. */
  readonly failures?: 'text';
};

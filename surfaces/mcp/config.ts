import type { ToolMappings } from './tools/tool-mapping.js';

/** A server that is started, or the URL of a running server. */
export type McpConfig = (
  | { readonly driver: 'mcp'; readonly command: readonly string[]; readonly env?: Readonly<Record<string, string>> }
  | { readonly driver: 'mcp'; readonly url: string }
) & {
  /** Operation id → how to call the tool of this operation, if the tool does not follow our conventions. */
  readonly tools?: ToolMappings;
  /** Set if the server reports failures in its own texts and not as problem documents. */
  readonly failures?: 'text';
};

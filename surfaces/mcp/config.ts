/** A server that is started, or the URL of one that runs. */
export type McpConfig =
  | { readonly driver: 'mcp'; readonly command: readonly string[]; readonly env?: Readonly<Record<string, string>> }
  | { readonly driver: 'mcp'; readonly url: string };

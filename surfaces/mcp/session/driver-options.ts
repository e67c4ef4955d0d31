import type { ToolMappings } from './tool-mapping.js';

export interface McpDriverOptions {
  /**
   * Command of a server with MCP on stdin and stdout. It is started once per token, in the configuration's folder,
   * without a shell.
   */
  readonly command?: readonly string[];
  /**
   * Used instead of `command`: the streamable HTTP endpoint of a running server that calls the tap with its own token.
   */
  readonly url?: string;
  /** By operation id: how to call the tool of an operation that does not follow our conventions. */
  readonly tools?: ToolMappings;
  /** The server reports failures as texts of its own, so problems are not compared. */
  readonly failures?: 'text';
  /** Variables added to the minimal environment of the command. `{url}`, `{url:SERVER}` and `{token}` are replaced. */
  readonly env?: Readonly<Record<string, string>>;
  /** The MCP revision to use; default `2025-11-25`. */
  readonly revision?: string;
}

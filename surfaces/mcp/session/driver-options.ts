import type { ToolMappings } from '../tools/tool-mapping.js';

export interface McpDriverOptions {
  /**
   * Command of a server with MCP on stdin and stdout. It is started once per token, in the configuration's folder,
   * without a shell.
   */
  readonly command?: readonly string[];
  /**
   * The streamable HTTP endpoint of a running server, instead of `command`. Such a server sends its own token to the
   * service.
   */
  readonly url?: string;
  /** How to call tools that do not have the generated names and arguments, by operation id. */
  readonly tools?: ToolMappings;
  /** Set if the server reports failures as free text. Problem documents are then not compared. */
  readonly failures?: 'text';
  /** Variables added to the minimal environment of the command. `{url}`, `{url:SERVER}` and `{token}` are replaced. */
  readonly env?: Readonly<Record<string, string>>;
  /** The MCP revision to use; default `2025-11-25`. */
  readonly revision?: string;
}

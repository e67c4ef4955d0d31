export interface McpDriverOptions {
  /** Starts a server that speaks MCP on stdin and stdout; started once a token, in the configuration's folder, without a shell. */
  readonly command?: readonly string[];
  /** Instead of `command`: a streamable HTTP endpoint that runs already, against the tap, with a token of its own. */
  readonly url?: string;
  /** Added to the small environment that a command gets. */
  readonly env?: Readonly<Record<string, string>>;
  /** The one revision to speak; default `2025-11-25`. */
  readonly revision?: string;
}

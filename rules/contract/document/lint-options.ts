/** What a contract is linted for. */
export interface LintOptions {
  /** Vendor prefix of the extensions: `svc` for `x-svc-mcp-tool`. */
  readonly prefix: string;
  /** Which surfaces are configured, and so which extensions every operation must carry. */
  readonly needs: { readonly tool: boolean; readonly command: boolean };
  /** Folder that the contract's path and those in results start from. */
  readonly root: string;
  /** Names of vendors and products that the contract must not mention; compared as whole words, without case. */
  readonly forbiddenWords?: readonly string[];
}

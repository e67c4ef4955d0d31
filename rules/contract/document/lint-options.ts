import type { RulesetDefinition } from '@stoplight/spectral-core';

/** Options of the lint of one contract. */
export interface LintOptions {
  /** The vendor prefix of extensions: with `svc`, the extension for tools is `x-svc-mcp-tool`. */
  readonly prefix: string;
  /**
   * Whether the configuration has a tool server (`tool`) and a command line (`command`). If so, every operation must
   * have the extension that names its tool or command.
   */
  readonly needs: { readonly tool: boolean; readonly command: boolean };
  /** Folder to which the contract's path and the paths in results are relative. */
  readonly root: string;
  /** Names of vendors and products that the contract must not contain, compared as whole words, ignoring case. */
  readonly forbiddenWords?: readonly string[];
  /**
   * Whether results of rules about style are only hints (see `isStyle`). This does not change the rules of a user's
   * ruleset.
   */
  readonly hintsForStyle?: boolean;
  /** The ruleset of the user. It is used in place of ours, and may extend ours. */
  readonly ruleset?: RulesetDefinition;
}

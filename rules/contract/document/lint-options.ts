import type { RulesetDefinition } from '@stoplight/spectral-core';

/** Options of the lint of one contract. */
export interface LintOptions {
  /** Vendor prefix of the extensions: `svc` for `x-svc-mcp-tool`. */
  readonly prefix: string;
  /** The kinds of surfaces that are configured. They decide which extensions every operation must have. */
  readonly needs: { readonly tool: boolean; readonly command: boolean };
  /** Folder to which the contract's path and the paths in results are relative. */
  readonly root: string;
  /** Names of vendors and products that the contract must not contain, compared as whole words, ignoring case. */
  readonly forbiddenWords?: readonly string[];
  /** Whether results of rules about style are hints (see `isStyle`). A ruleset of the user decides this itself. */
  readonly hintsForStyle?: boolean;
  /** The ruleset of the user, which replaces ours and may extend it. */
  readonly ruleset?: RulesetDefinition;
}

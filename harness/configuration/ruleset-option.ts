import type { LintOptions } from '../../rules/contract/document/lint-options.js';

/**
 * The option `ruleset` of the lint, for the option `ruleset` of the configuration. The loader is imported only if there
 * is a ruleset.
 */
export async function rulesetOption(file: string | undefined, root: string): Promise<Pick<LintOptions, 'ruleset'>> {
  if (file === undefined) return {};
  const { loadRuleset } = await import('./load-ruleset.js');
  return { ruleset: await loadRuleset(file, root) };
}

import { formatLocation } from '../../../contract/json/source-location.js';
import type { LintPlace, LintResult } from '../../../rules/contract/lint/lint-result.js';
import { lintContract } from '../../../rules/contract/lint/lint.js';
import { readable } from '../../../rules/contract/readable.js';
import { type LoadedConfig, loadConfigFor } from '../../configuration/load-config.js';
import { rulesetOption } from '../../configuration/ruleset-option.js';
import { fails, lintOptions } from '../../engine/phases/lint-phase.js';
import { counted } from '../../../reports/text/amounts.js';
import { visibleLines } from '../../../reports/text/visible.js';
import { lintSummary } from '../output/lint-summary.js';
import { wrapped } from '../output/wrapped.js';

/**
 * `parity lint`: exits with 2 if a contract cannot be read, and with 1 if there is an error. If the option `lint` is
 * `strict`, warnings count as errors. Hints never do.
 */
export async function lintCommand(config: string | undefined, files: readonly string[]): Promise<void> {
  const loaded = await loadConfigFor(files, config, process.cwd());
  const named = files.length > 0 ? files : loaded.contracts.map(({ file }) => file);
  const own = await rulesetOption(loaded.config.ruleset, loaded.root);
  let exitCode = 0;
  for (const file of named) {
    const results = await lintContract(file, { ...lintOptions(loaded, file), ...own });
    for (const { severity, rule, message, repair, location, others = [] } of results) {
      const also = others.length === 0 ? '' : `  also at ${otherPlaces(others)}\n`;
      const text = visibleLines(
        `${formatLocation(location)}: ${severity}: ${message} (${rule})\n${also}  → ${repair}\n`,
      );
      process.stdout.write(wrapped(text, process.stdout));
    }
    exitCode = Math.max(exitCode, exitCodeOf(loaded, results));
    process.stdout.write(wrapped(visibleLines(`${file}: ${lintSummary(results)}\n`), process.stdout));
  }
  process.exitCode = exitCode;
}

/** The maximum number of places that are printed for one result, in addition to its first place. */
const MAX_PLACES = 5;

function otherPlaces(others: readonly LintPlace[]): string {
  const shown = others.slice(0, MAX_PLACES).map(({ location }) => formatLocation(location));
  const more = others.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${counted(more, 'more place')}` : ''}`;
}

function exitCodeOf(loaded: LoadedConfig, results: readonly LintResult[]): number {
  if (results.some(({ rule }) => rule === readable.id)) return 2;
  return results.some((result) => fails(loaded, result)) ? 1 : 0;
}

import type { Contract } from '../../../contract/contract.js';
import type { NoteEntry } from '../../../reports/report.js';
import type { LintOptions } from '../../../rules/contract/document/lint-options.js';
import { type LintResult, lintContract } from '../../../rules/contract/lint/lint.js';
import type { Finding } from '../../../rules/finding.js';
import type { LoadedConfig } from '../../configuration/load-config.js';
import { surfaceConfigsFor } from '../../configuration/surface-configs.js';
import { staticFinding } from '../entries/findings.js';
import type { StaticResult } from './static-result.js';

/** Loads the lint ruleset of the configuration. Returns a function that gives the lint options of each contract. */
export async function lintOptions(
  loaded: LoadedConfig,
  named: readonly string[] = [],
): Promise<(file: string) => LintOptions> {
  const { prefix, root, config } = loaded;
  const ruleset = config.ruleset === undefined ? undefined : await rulesetOf(config.ruleset, root);
  return (file) => ({ prefix, root, needs: lintNeeds(loaded, file, named), ...(ruleset && { ruleset }) });
}

async function rulesetOf(file: string, root: string): Promise<LintOptions['ruleset']> {
  const { loadRuleset } = await import('../../configuration/load-ruleset.js');
  return loadRuleset(file, root);
}

/**
 * Lints the contracts. Errors become findings; warnings and hints become notes. If the configuration has `lint:
 * 'strict'`, warnings also become findings.
 */
export async function lintPhase(
  loaded: LoadedConfig,
  contracts: readonly Contract[],
  named: readonly string[],
): Promise<StaticResult> {
  const findings: Finding[] = [];
  const notes: NoteEntry[] = [];
  const optionsOf = await lintOptions(loaded, named);
  for (const contract of contracts) {
    for (const result of await lintContract(contract.file, optionsOf(contract.file))) {
      const { rule, message, repair, location, source, operation } = result;
      if (!fails(loaded, result))
        notes.push({ kind: 'note', severity: result.severity, code: rule, message, repair, location });
      else {
        const severity = result.severity === 'error' ? ('must' as const) : ('should' as const);
        const statement = { id: rule, severity, statement: message, source, repair };
        const violation = {
          surface: '',
          pointer: location.pointer,
          kind: 'lint',
          message,
          expected: 'a contract without lint errors',
          received: message,
          blame: 'contract' as const,
          location,
        };
        findings.push(staticFinding(statement, violation, operation === undefined ? [] : [operation]));
      }
    }
  }
  return { findings, notes };
}

/** Whether a lint result fails the run. */
export function fails({ config }: LoadedConfig, { severity }: Pick<LintResult, 'severity'>): boolean {
  return severity === 'error' || (severity === 'warning' && config.lint === 'strict');
}

/**
 * The contract extensions that the configured surfaces need. They are needed if the configuration does not state the
 * names of commands or tools.
 */
function lintNeeds(loaded: LoadedConfig, file: string, named: readonly string[]): LintOptions['needs'] {
  const configs = surfaceConfigsFor(loaded, file, named).map(({ config }) => config);
  return {
    tool: configs.some((config) => config.driver === 'mcp' && config.tools === undefined),
    command: configs.some((config) => config.driver === 'cli' && config.operations === undefined),
  };
}

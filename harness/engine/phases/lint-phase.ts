import type { Contract } from '../../../contract/contract.js';
import { formatLocation } from '../../../contract/json/source-location.js';
import { LINT_KIND, type NoteEntry } from '../../../reports/report.js';
import type { LintOptions } from '../../../rules/contract/document/lint-options.js';
import type { LintResult } from '../../../rules/contract/lint/lint-result.js';
import type { Finding } from '../../../rules/finding.js';
import type { LoadedConfig } from '../../configuration/load-config.js';
import { surfaceConfigsFor } from '../../configuration/surface-configs.js';
import { staticFinding } from '../entries/findings.js';
import { MAX_EVIDENCE } from '../group/found.js';
import { lintInThread } from './lint-in-thread.js';
import type { StaticResult } from './static-result.js';

/** The options of the lint of one contract, without the ruleset of the user. `named`: the selected surfaces. */
export function lintOptions(
  loaded: LoadedConfig,
  file: string,
  named: readonly string[] = [],
): Omit<LintOptions, 'ruleset'> {
  const { prefix, root, config } = loaded;
  return { prefix, root, needs: lintNeeds(loaded, file, named), hintsForStyle: config.lint !== 'strict' };
}

/** Lints the contracts in a thread of its own. `named`: the selected surfaces; `excluded`: see `lintOutcome`. */
export async function lintPhase(
  loaded: LoadedConfig,
  contracts: readonly Contract[],
  signal: AbortSignal,
  named: readonly string[] = [],
  excluded: readonly string[] = [],
): Promise<StaticResult> {
  const { root, config } = loaded;
  const request = {
    root,
    contracts: contracts.map(({ file }) => ({ file, ...lintOptions(loaded, file, named) })),
    ...(config.ruleset !== undefined && { ruleset: config.ruleset }),
  };
  const results = await lintInThread(request, signal);
  return lintOutcome(
    loaded,
    contracts.map((contract, index) => ({ contract, results: results[index] ?? [] })),
    excluded,
  );
}

/**
 * Errors become findings; warnings and hints become notes. If the configuration has `lint: 'strict'`, warnings also
 * become findings. `excluded`: the operations that the run does not call; an operation that could not be read is then
 * only a warning.
 */
export function lintOutcome(
  loaded: LoadedConfig,
  linted: readonly { readonly contract: Contract; readonly results: readonly LintResult[] }[],
  excluded: readonly string[] = [],
): StaticResult {
  const findings: Finding[] = [];
  const notes: NoteEntry[] = [];
  for (const { contract, results } of linted) {
    const isUnasked = ({ operation }: { readonly operation?: string }): boolean =>
      operation !== undefined &&
      excluded.includes(operation) &&
      (contract.leftOut ?? []).some((id) => id === operation);
    for (const found of results) {
      const isExcluded = [found, ...(found.others ?? [])].every(isUnasked);
      const result: LintResult = isExcluded ? { ...found, severity: 'warning' } : found;
      if (fails(loaded, result)) findings.push(lintFinding(result));
      else notes.push(...lintNotes(result));
    }
  }
  return { findings, notes };
}

/** The maximum number of places of one finding. A waiver may have the id of each of them. */
const MAX_PLACES = 200;

function lintFinding({
  rule,
  severity,
  message,
  repair,
  source,
  location,
  operation,
  others = [],
}: LintResult): Finding {
  const statement = {
    id: rule,
    severity: severity === 'error' ? ('must' as const) : ('should' as const),
    statement: message,
    source,
    repair,
  };
  const violation = {
    surface: '',
    pointer: location.pointer,
    kind: LINT_KIND,
    message,
    expected: 'a contract without lint errors',
    received: message,
    blame: 'contract' as const,
    location,
  };
  const operations = [operation, ...others.map((other) => other.operation)].filter((id) => id !== undefined);
  const finding = staticFinding(statement, violation, [...new Set(operations)]);
  if (others.length === 0) return finding;
  return {
    ...finding,
    places: [location, ...others.map((other) => other.location)].slice(0, MAX_PLACES).map(({ pointer }) => pointer),
    occurrences: 1 + others.length,
    evidence: others.slice(0, MAX_EVIDENCE).map((other) => ({
      rule,
      surface: '',
      ...(other.operation !== undefined && { operation: other.operation }),
      pointer: other.location.pointer,
      message: `The same fault is at ${formatLocation(other.location)}.`,
    })),
  };
}

/** A note for each place. Reports show all notes of one rule as one. */
function lintNotes({ rule: code, severity, message, repair, location, others = [] }: LintResult): readonly NoteEntry[] {
  return [location, ...others.map((other) => other.location)].map((place) => ({
    kind: 'note',
    severity,
    code,
    message,
    repair,
    location: place,
  }));
}

/** Whether a lint result with this severity fails the run. */
export function fails({ config }: LoadedConfig, { severity }: Pick<LintResult, 'severity'>): boolean {
  return severity === 'error' || (severity === 'warning' && config.lint === 'strict');
}

/**
 * The contract extensions that lint requires: names of tools for a tool server, or names of commands for a command
 * line, if the configuration of the surface does not state these names.
 */
function lintNeeds(loaded: LoadedConfig, file: string, named: readonly string[]): LintOptions['needs'] {
  const configs = surfaceConfigsFor(loaded, file, named).map(({ config }) => config);
  return {
    tool: configs.some((config) => config.driver === 'mcp' && config.tools === undefined),
    command: configs.some((config) => config.driver === 'cli' && config.operations === undefined),
  };
}

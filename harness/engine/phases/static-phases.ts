import type { Contract } from '../../../contract/contract.js';
import type { OperationId } from '../../../contract/operation.js';
import type { Finding } from '../../../rules/finding.js';
import type { NoteEntry } from '../../../reports/report.js';
import { type LintResult, lintContract } from '../../../rules/contract/lint/lint.js';
import type { LintOptions } from '../../../rules/contract/document/lint-options.js';
import { CURRENT, checkCurrent } from '../../../rules/freshness/current.js';
import { OFFERED, checkOffered } from '../../../rules/inventory/offered.js';
import { ParityError } from '../../../contract/parity-error.js';
import type { LoadedConfig } from '../../configuration/load-config.js';
import { loadRuleset } from '../../configuration/load-ruleset.js';
import { surfaceConfigsFor } from '../../configuration/surface-configs.js';
import { compareGenerated } from '../../generation/generate.js';
import type { Surface } from '../../bindings/surfaces.js';
import { staticFinding } from '../entries/findings.js';
import type { BackendRun } from '../drive/backend-run.js';

export interface StaticResult {
  readonly findings: readonly Finding[];
  readonly notes: readonly NoteEntry[];
}

/** The options of the lint of each contract. Loads the ruleset of the configuration. */
export async function lintOptions(
  loaded: LoadedConfig,
  named: readonly string[] = [],
): Promise<(file: string) => LintOptions> {
  const { prefix, root, config } = loaded;
  const ruleset = config.ruleset === undefined ? undefined : await loadRuleset(config.ruleset, root);
  return (file) => ({ prefix, root, needs: lintNeeds(loaded, file, named), ...(ruleset && { ruleset }) });
}

/**
 * Lints the contracts. Errors become findings; warnings and hints become notes. With a strict lint, warnings become
 * findings, too.
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

/** True if a lint result fails the run. */
export function fails({ config }: LoadedConfig, { severity }: Pick<LintResult, 'severity'>): boolean {
  return severity === 'error' || (severity === 'warning' && config.lint === 'strict');
}

/** The extensions that the surfaces need in a contract: names of tools or of commands that the configuration lacks. */
function lintNeeds(loaded: LoadedConfig, file: string, named: readonly string[]): LintOptions['needs'] {
  const configs = surfaceConfigsFor(loaded, file, named).map(({ config }) => config);
  return {
    tool: configs.some((config) => config.driver === 'mcp' && config.tools === undefined),
    command: configs.some((config) => config.driver === 'cli' && config.operations === undefined),
  };
}

/** Compares the generated code of each surface with the current output of its generator. */
export async function freshnessPhase(
  loaded: LoadedConfig,
  contract: Contract,
  surfaces: readonly Surface[],
): Promise<StaticResult> {
  const findings: Finding[] = [];
  const notes: NoteEntry[] = [];
  for (const { id, config } of surfaces) {
    if (config.generate === undefined) continue;
    try {
      const generated = await compareGenerated(id, config.generate, contract, loaded.root);
      findings.push(
        ...checkCurrent(generated).map((violation) => staticFinding(CURRENT, violation, generated.operations)),
      );
    } catch (error) {
      notes.push(errorNote(error, id));
    }
  }
  return { findings, notes };
}

type Bound = (surface: string, operation: OperationId) => boolean;

/**
 * Compares the operations that each surface offers at run time with the contract. `rest` is skipped on a mock, whose
 * routes are Prism's.
 */
export async function inventoryPhase(
  backendRun: BackendRun,
  surfaces: readonly Surface[],
  offers: Bound,
  chosen: Bound,
): Promise<StaticResult> {
  const findings: Finding[] = [];
  const notes: NoteEntry[] = [];
  for (const surface of surfaces) {
    const [lane] = backendRun.lanes.get(surface.id) ?? [];
    const isRest = surface.config.driver === 'rest';
    const { backend, contract, plan } = backendRun.options;
    if (lane === undefined || (isRest && backend.kind === 'mock')) continue;
    try {
      const expected = surface
        .expectedInventory(contract)
        .filter(({ operation }) => offers(surface.id, operation))
        .filter(({ operation }) => !isRest || plan.unserved?.has(operation) !== true);
      const offered = await lane.inventory();
      const violations = checkOffered(surface.id, expected, offered).filter(
        ({ operation }) => operation === undefined || chosen(surface.id, operation),
      );
      findings.push(
        ...violations.map(({ violation, operation }) =>
          staticFinding(OFFERED, violation, operation === undefined ? [] : [operation]),
        ),
      );
    } catch (error) {
      const note = errorNote(error, surface.id);
      // A service need not list its routes; its cases show whether it has the operations of the contract.
      notes.push(note.code === 'inventory-unavailable' && isRest ? { ...note, severity: 'warning' } : note);
    }
  }
  return { findings, notes };
}

export function errorNote(error: unknown, surface?: string): NoteEntry {
  const known = error instanceof ParityError;
  return {
    kind: 'note',
    severity: 'error',
    code: known ? error.code : 'unexpected',
    message: error instanceof Error ? error.message : String(error),
    ...(known && { repair: error.repair, ...(error.location && { location: error.location }) }),
    ...(surface !== undefined && { surface }),
  };
}

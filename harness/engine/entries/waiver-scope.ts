import type { Waiver } from '../../../contract/manifests/waiver.js';
import type { CellEntry, NoteEntry } from '../../../reports/report.js';
import { ALL_RULES } from '../../../rules/catalogue/all-rules.js';
import { PROBED_RULES } from '../../../rules/registry/catalogue.js';
import { COMPATIBLE } from '../../../rules/versions/compatible.js';
import type { LoadedConfig } from '../../configuration/load-config.js';
import { MOST_RUNS, type RunChoice } from '../plan/surface-runs.js';
import { type CheckOptions, PHASES, type Phase } from '../options/check-options.js';
import type { WaiverScope } from './dispositions.js';

/** Data of an ended run that decide whether waivers are stale. */
export interface EndedRun {
  readonly loaded: LoadedConfig;
  readonly options: CheckOptions;
  /** True if only a part of the cells was requested. */
  readonly isNarrowed?: boolean;
  /** Operations of every contract that was read. */
  readonly operations: readonly string[];
  /** Names of the registry's tool servers. */
  readonly servers: readonly string[];
  /** Tool servers, and surfaces with a package, whose probe had a result. */
  readonly probed: readonly string[];
}

/** Whether a waiver can match, and whether the run covered it. The results of its cells are not considered. */
export interface WaiverFacts {
  /** The reason why the waiver can never match: it has an unknown name. */
  readonly unknown?: string;
  /**
   * Whether the run would have shown the finding. `if-sound`: only if all cells that the waiver concerns were verified.
   */
  readonly verified: 'no' | 'yes' | 'if-sound';
}

export interface KnownWaiver extends WaiverFacts {
  readonly waiver: Waiver;
}

/** Phases that check a family of rules. All other families are checked by the phases with cases. */
const PHASES_OF: Readonly<Record<string, readonly Phase[]>> = {
  contract: ['lint'],
  inventory: ['inventory'],
  freshness: ['freshness'],
  registry: ['registry'],
};

/** Phases that send requests. A finding of any family that is not in `PHASES_OF` may come from any of these phases. */
const DRIVEN_PHASES = PHASES.filter((phase) => !Object.values(PHASES_OF).flat().includes(phase));

export function waiverFacts(waiver: Waiver, run: EndedRun): WaiverFacts {
  const reason = unknown(waiver, run);
  const verified =
    isBetweenVersions(waiver) || !isWhole(run)
      ? 'no'
      : isProbed(waiver)
        ? probes(waiver, run)
          ? 'yes'
          : 'no'
        : reaches(waiver, run)
          ? 'if-sound'
          : 'no';
  return { ...(reason !== undefined && { unknown: reason }), verified };
}

/** The facts about a waiver. `isPart`: the report is one of several shards, which verifies no waiver. */
export function waiverScope({
  today,
  facts,
  cells,
  notes,
  isPart,
}: {
  readonly today: string;
  readonly facts: readonly KnownWaiver[];
  readonly cells: readonly CellEntry[];
  readonly notes: readonly NoteEntry[];
  readonly isPart: boolean;
}): WaiverScope {
  const factsOf = new Map(facts.map((known) => [known.waiver, known] as const));
  return {
    today,
    unknown: (waiver) => factsOf.get(waiver)?.unknown,
    verified: (waiver) => {
      const verified = isPart ? 'no' : factsOf.get(waiver)?.verified;
      return verified === 'yes' || (verified === 'if-sound' && isSound(waiver, { cells, notes }));
    },
  };
}

/** Names of rules that may be missing in the catalogue: rules of Spectral and of the user. */
const LINT_RULE = /^(?:contract|oas|ruleset)\//;

/** Describes the unknown name of a waiver as a clause; `undefined` if all its names are known. */
function unknown(waiver: Waiver, { loaded, options, operations: all, servers }: EndedRun): string | undefined {
  const { rule, server, operations } = waiver;
  // Surfaces of a released version are named `<surface>@<version>`.
  const [surface] = waiver.surface?.split('@', 1) ?? [];
  if (!LINT_RULE.test(rule) && [...ALL_RULES, ...loaded.rules].every(({ id }) => id !== rule))
    return `the rule ${rule} is unknown (\`parity explain\` lists all rules)`;
  if (surface !== undefined && !Object.hasOwn(loaded.config.surfaces, surface))
    return `the configuration has no surface ${surface} (its surfaces are ${Object.keys(loaded.config.surfaces).join(', ')})`;
  if (server !== undefined && !servers.includes(server)) return `the registry has no tool server ${server}`;
  // The waiver may name an operation that was removed or is in a contract that was not read.
  const isOpen = options.contracts.length > 0 || isBetweenVersions(waiver);
  const missing = isOpen ? undefined : operations.find((id) => !all.includes(id));
  return missing === undefined ? undefined : `no contract has the operation ${missing}`;
}

/** Whether a waiver is for a released version. A run of only the working tree cannot verify it. */
function isBetweenVersions({ rule, surface }: Waiver): boolean {
  return rule === COMPATIBLE.id || surface?.includes('@') === true;
}

function isProbed({ rule }: Waiver): boolean {
  return PROBED_RULES.some(({ id }) => id === rule);
}

/** Whether the server or surface of the waiver was probed. */
function probes({ server, surface }: Waiver, { servers, probed }: EndedRun): boolean {
  const subject = server ?? surface;
  return subject === undefined ? servers.every((name) => probed.includes(name)) : probed.includes(subject);
}

/**
 * Whether the run, with all its shards, had all contracts, backends and configured cases. A narrowed run does not prove
 * that a finding is gone.
 */
function isWhole({ loaded, options, isNarrowed }: EndedRun): boolean {
  return (
    !options.signal.aborted &&
    options.contracts.length === 0 &&
    isNarrowed !== true &&
    loaded.safe !== true &&
    (options.exclude ?? []).length === 0 &&
    hasAllRuns(options.runs, loaded.runs) &&
    options.seed === loaded.seed &&
    loaded.backends.every((backend) => options.backends.includes(backend))
  );
}

function hasAllRuns(choice: RunChoice, configured = MOST_RUNS): boolean {
  return choice.kind === 'fixed' ? choice.runs >= configured : choice.kind === 'by-cost';
}

function reaches({ rule, surface, operations }: Waiver, { options }: EndedRun): boolean {
  const phases = PHASES_OF[rule.split('/')[0] ?? ''] ?? DRIVEN_PHASES;
  return (
    phases.every((phase) => options.phases.includes(phase)) &&
    (options.surfaces.length === 0 || (surface !== undefined && options.surfaces.includes(surface))) &&
    (options.operations.length === 0 ||
      (operations.length > 0 && operations.every((id) => options.operations.includes(id))))
  );
}

/** Whether everything that concerns the waiver could be verified. */
function isSound(
  { surface, server }: Waiver,
  { cells, notes }: { readonly cells: readonly CellEntry[]; readonly notes: readonly NoteEntry[] },
): boolean {
  const subject = surface ?? server;
  const about = (other: string | undefined): boolean =>
    subject === undefined || other === undefined || other === subject;
  return (
    !notes.some((note) => note.severity === 'error' && about(note.surface)) &&
    !cells.some((cell) => (cell.verdict === 'inconclusive' || cell.verdict === 'error') && about(cell.surface))
  );
}

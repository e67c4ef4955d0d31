import type { Waiver } from '../../../contract/manifests/waiver.js';
import type { CellEntry, NoteEntry } from '../../../reports/report.js';
import { ALL_RULES } from '../../../rules/catalogue/all-rules.js';
import { PROBED_RULES } from '../../../rules/registry/catalogue.js';
import { COMPATIBLE } from '../../../rules/versions/compatible.js';
import type { LoadedConfig } from '../../configuration/load-config.js';
import { MOST_RUNS, type RunChoice } from '../plan/surface-runs.js';
import { type CheckOptions, PHASES, type Phase } from '../options/check-options.js';
import type { WaiverScope } from './dispositions.js';

/** Data of a finished run. They decide which of its waivers are stale. */
export interface EndedRun {
  readonly loaded: LoadedConfig;
  readonly options: CheckOptions;
  /** Whether the user asked for a check of only some cells. */
  readonly isNarrowed?: boolean;
  /** The operations of all contracts that were read. */
  readonly operations: readonly string[];
  /** The names of the tool servers in the registry. */
  readonly servers: readonly string[];
  /** Tool servers, and surfaces with a package, whose probe gave a result. */
  readonly probed: readonly string[];
}

/**
 * Facts about a waiver that do not depend on the verdicts of cells: whether it can match a finding, and whether this
 * run checked everything that it concerns.
 */
export interface WaiverFacts {
  /** Set if the waiver can never match. A clause that states which name in the waiver is unknown. */
  readonly unknown?: string;
  /**
   * Whether this run would report the waived finding if its fault still existed. `if-sound`: yes, if all cells that the
   * waiver concerns were verified.
   */
  readonly verified: 'no' | 'yes' | 'if-sound';
}

export interface KnownWaiver extends WaiverFacts {
  readonly waiver: Waiver;
}

/** The phases that check the rules of each family. Rules of all other families are checked by the phases with cases. */
const PHASES_OF: Readonly<Record<string, readonly Phase[]>> = {
  contract: ['lint'],
  inventory: ['inventory'],
  freshness: ['freshness'],
  registry: ['registry'],
};

/** The phases that send requests. Rules whose family is not in `PHASES_OF` can break in any of these phases. */
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

/**
 * Decides for each waiver whether it can match, and whether this run verified it. With `isPart`, the report is only one
 * of several shards, so it verifies no waiver.
 */
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

/** Matches ids of rules that need not be in the catalogue: rules of Spectral and rules of the user. */
const LINT_RULE = /^(?:contract|oas|ruleset)\//;

/** Returns a clause that states which name in the waiver is unknown. `undefined` if all names are known. */
function unknown(waiver: Waiver, { loaded, options, operations: all, servers }: EndedRun): string | undefined {
  const { rule, server, operations } = waiver;
  // A released version of a surface has the name `<surface>@<version>`.
  const [surface] = waiver.surface?.split('@', 1) ?? [];
  if (!LINT_RULE.test(rule) && [...ALL_RULES, ...loaded.rules].every(({ id }) => id !== rule))
    return `the rule ${rule} is unknown (\`parity explain\` lists all rules)`;
  if (surface !== undefined && !Object.hasOwn(loaded.config.surfaces, surface))
    return `the configuration has no surface ${surface} (its surfaces are ${Object.keys(loaded.config.surfaces).join(', ')})`;
  if (server !== undefined && !servers.includes(server)) return `the registry has no tool server ${server}`;
  // An operation that was not found may have been removed, or belong to a contract that was not read.
  const isOpen = options.contracts.length > 0 || isBetweenVersions(waiver);
  const missing = isOpen ? undefined : operations.find((id) => !all.includes(id));
  return missing === undefined ? undefined : `no contract has the operation ${missing}`;
}

/**
 * Whether a waiver is for a comparison with a released version. A run without released versions cannot verify such a
 * waiver.
 */
function isBetweenVersions({ rule, surface }: Waiver): boolean {
  return rule === COMPATIBLE.id || surface?.includes('@') === true;
}

function isProbed({ rule }: Waiver): boolean {
  return PROBED_RULES.some(({ id }) => id === rule);
}

/** Whether the tool server or surface that the waiver names was probed. */
function probes({ server, surface }: Waiver, { servers, probed }: EndedRun): boolean {
  const subject = server ?? surface;
  return subject === undefined ? servers.every((name) => probed.includes(name)) : probed.includes(subject);
}

/**
 * Whether the run, with all its shards, included all contracts, all backends and all configured cases. Only such a run
 * can show that a finding no longer occurs.
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

/** Whether the run verified everything that the waiver concerns. */
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

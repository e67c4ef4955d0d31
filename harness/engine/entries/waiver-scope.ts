import type { Waiver } from '../../../contract/manifests/waiver.js';
import type { CellEntry, NoteEntry } from '../../../reports/report.js';
import { ALL_RULES } from '../../../rules/catalogue/catalogue.js';
import { PROBED_RULES } from '../../../rules/registry/catalogue.js';
import type { LoadedConfig } from '../../configuration/load-config.js';
import { CASE_PHASES } from '../plan/case-plan.js';
import type { CheckOptions, Phase } from '../options/check-options.js';
import type { WaiverScope } from './dispositions.js';

/** What a run that has ended knows. */
export interface EndedRun {
  readonly loaded: LoadedConfig;
  readonly options: CheckOptions;
  readonly startedAt: Date;
  /** Operations of every contract that was read. */
  readonly operations: readonly string[];
  /** Names of the registry's tool servers. */
  readonly servers: readonly string[];
  /** Servers, and surfaces with a package, of which a probe could say something. */
  readonly probed: readonly string[];
  readonly cells: readonly CellEntry[];
  readonly notes: readonly NoteEntry[];
}

/** The phases that have to be run for a rule's family to be looked at in full; all those of cases for every other family. */
const PHASES_OF: Readonly<Record<string, readonly Phase[]>> = {
  contract: ['lint'],
  inventory: ['inventory'],
  freshness: ['freshness'],
  registry: ['registry'],
};

export function waiverScope(run: EndedRun): WaiverScope {
  return {
    today: run.startedAt.toISOString().slice(0, 10),
    unknown: (waiver) => unknown(waiver, run),
    looked: (waiver) => isWhole(run) && (isProbed(waiver) ? probes(waiver, run) : reaches(waiver, run) && isSound(waiver, run)),
  };
}

/** A lint of the field has rules of its own names; all others are in the catalogue. */
function unknown(
  { rule, surface, server, operations }: Waiver,
  { loaded, options, operations: all, servers }: EndedRun,
): string | undefined {
  if (!rule.startsWith('contract/') && ALL_RULES.every(({ id }) => id !== rule))
    return `there is no rule ${rule} (\`parity explain\` lists them)`;
  if (surface !== undefined && !Object.hasOwn(loaded.config.surfaces, surface))
    return `there is no surface ${surface} (there are ${Object.keys(loaded.config.surfaces).join(', ')})`;
  if (server !== undefined && !servers.includes(server)) return `there is no tool server ${server}`;
  const missing = options.contracts.length > 0 ? undefined : operations.find((id) => !all.includes(id));
  return missing === undefined ? undefined : `there is no operation ${missing}`;
}

function isProbed({ rule }: Waiver): boolean {
  return PROBED_RULES.some(({ id }) => id === rule);
}

/** What a probe says of one server does not depend on how others fared. */
function probes({ server, surface }: Waiver, { servers, probed }: EndedRun): boolean {
  const subject = server ?? surface;
  return subject === undefined ? servers.every((name) => probed.includes(name)) : probed.includes(subject);
}

/** What was left out on the command line says nothing; neither do fewer or other cases than those that are always made. */
function isWhole({ loaded, options }: EndedRun): boolean {
  return (
    !options.signal.aborted &&
    options.contracts.length === 0 &&
    options.shard === undefined &&
    options.runs >= loaded.runs &&
    options.seed === loaded.seed &&
    loaded.backends.every((backend) => options.backends.includes(backend))
  );
}

function reaches({ rule, surface, operations }: Waiver, { options }: EndedRun): boolean {
  const phases = PHASES_OF[rule.split('/')[0] ?? ''] ?? CASE_PHASES;
  return (
    phases.every((phase) => options.phases.includes(phase)) &&
    (options.surfaces.length === 0 || (surface !== undefined && options.surfaces.includes(surface))) &&
    (options.operations.length === 0 || (operations.length > 0 && operations.every((id) => options.operations.includes(id))))
  );
}

/** Where something could not be verified, that is what has to be mended first. */
function isSound({ surface, server }: Waiver, { cells, notes }: EndedRun): boolean {
  const subject = surface ?? server;
  const about = (other: string | undefined): boolean => subject === undefined || other === undefined || other === subject;
  return (
    !notes.some((note) => note.severity === 'error' && about(note.surface)) &&
    !cells.some((cell) => (cell.verdict === 'inconclusive' || cell.verdict === 'error') && about(cell.surface))
  );
}

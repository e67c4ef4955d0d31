import type { Contract } from '../../../contract/contract.js';
import type { Waiver } from '../../../contract/manifests/waiver.js';
import {
  type FindingEntry,
  type HeaderEntry,
  type NoteEntry,
  REPORT_FORMAT,
  REPORT_VERSION,
  type RunScope,
  type UnsteadyEntry,
} from '../../../reports/report.js';
import type { Finding } from '../../../rules/finding.js';
import { drivenKind } from '../../../surfaces/kinds/surface-kinds.js';
import type { LoadedConfig } from '../../configuration/load-config.js';
import { surfaceConfigsFor } from '../../configuration/surface-configs.js';
import { toolVersion } from '../../configuration/tool-version.js';
import type { CheckOptions } from '../options/check-options.js';
import { commitOf } from './commit.js';
import type { Dispositions } from './dispositions.js';
import { MOST_RUNS } from '../plan/surface-runs.js';
import type { Found } from '../group/found.js';

export function headerEntry(
  loaded: LoadedConfig,
  options: CheckOptions,
  startedAt: Date,
  contracts: readonly Contract[],
  surfaces: readonly string[],
  scope: RunScope | undefined,
): HeaderEntry {
  const commit = commitOf(loaded.root);
  return {
    kind: 'header',
    format: REPORT_FORMAT,
    version: REPORT_VERSION,
    tool: `contract-parity ${toolVersion()}`,
    startedAt: startedAt.toISOString(),
    ...(commit !== undefined && { commit }),
    seed: options.seed,
    runs: options.runs.kind === 'fixed' ? options.runs.runs : MOST_RUNS,
    ...(options.runs.kind !== 'fixed' && { sampling: options.runs.kind }),
    phases: options.phases,
    backends: options.backends,
    contracts: contracts.map(({ file, title, version, digest }) => ({ file, title, version, digest })),
    surfaces: surfaces.map((id) => ({ id, description: { name: describeSurface(loaded, contracts, id) } })),
    ...(scope && { scope }),
  };
}

function describeSurface(loaded: LoadedConfig, contracts: readonly Contract[], id: string): string {
  const configs = contracts.flatMap(({ file }) => surfaceConfigsFor(loaded, file, [id]));
  return [...new Set(configs.map(({ config }) => drivenKind(config.driver).describe(config)))].join(', ');
}

interface DisposedEntries {
  readonly entries: readonly FindingEntry[];
  readonly unsteady: readonly UnsteadyEntry[];
  readonly notes: readonly NoteEntry[];
}

/**
 * Makes report entries from findings. A fault of the mock becomes a note that does not affect the verdict, because the
 * mock (Prism) is not under test.
 */
export function findingEntries(
  found: readonly Found[],
  disposed: Dispositions,
  options: Pick<CheckOptions, 'reports' | 'replayArguments'>,
): DisposedEntries {
  const reported = found.filter(({ finding }) => finding.blame !== 'mock');
  return {
    entries: reported
      .filter(({ unsteady }) => unsteady === undefined)
      .map(({ finding }) => ({
        kind: 'finding',
        finding,
        ...disposition(disposed.waiverOf(finding)),
        ...(finding.counterexample && { replay: replayCommand(finding.id, options) }),
      })),
    unsteady: reported.flatMap(({ finding, unsteady }) =>
      unsteady === undefined ? [] : [{ kind: 'unsteady', finding, ...unsteady }],
    ),
    notes: found.filter(({ finding }) => finding.blame === 'mock').map(({ finding }) => mockFaultNote(finding)),
  };
}

/**
 * The command that replays a finding. It uses the name of the package, because the registry has a different package
 * with the name `parity`, which `npx` would run if ours is not installed.
 */
function replayCommand(
  id: string,
  { reports, replayArguments = [] }: Pick<CheckOptions, 'reports' | 'replayArguments'>,
): string {
  return ['npx contract-parity replay', `${reports}/counterexamples/${id}.json`, ...replayArguments].join(' ');
}

function mockFaultNote({ rule, operations, message, pointer, occurrences, counterexample }: Finding): NoteEntry {
  const first =
    counterexample === undefined ? '' : `, first with ${JSON.stringify(counterexample.input).slice(0, 200)}`;
  return {
    kind: 'note',
    severity: 'info',
    code: 'mock-departure',
    message: `Prism departs from the contract (${rule}, ${operations.join(', ')}, ${pointer}): ${message} Occurred ${occurrences} times${first}.`,
  };
}

function disposition(waiver: Waiver | undefined): Pick<FindingEntry, 'disposition' | 'waiver'> {
  if (waiver === undefined) return { disposition: 'open' };
  const { reason, owner, expires } = waiver;
  return { disposition: 'waived', waiver: { reason, owner, expires } };
}

import type { Contract } from '../../contract/contract.js';
import type { Waiver } from '../../contract/waiver.js';
import { type FindingEntry, type HeaderEntry, type NoteEntry, REPORT_FORMAT, REPORT_VERSION } from '../../reports/report.js';
import type { Finding } from '../../rules/finding.js';
import type { SurfaceConfig } from '../configuration/config.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { surfaceConfigsFor } from '../configuration/surface-configs.js';
import { toolVersion } from '../tool-version.js';
import type { CheckOptions } from './check-options.js';
import { commitOf } from './commit.js';
import type { Dispositions } from './dispositions.js';

export function headerEntry(
  loaded: LoadedConfig,
  options: CheckOptions,
  startedAt: Date,
  contracts: readonly Contract[],
  surfaces: readonly string[],
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
    runs: options.runs,
    phases: options.phases,
    backends: options.backends,
    contracts: contracts.map(({ file, title, version, digest }) => ({ file, title, version, digest })),
    surfaces: surfaces.map((id) => ({ id, description: { name: describeSurface(loaded, contracts, id) } })),
  };
}

function describeSurface(loaded: LoadedConfig, contracts: readonly Contract[], id: string): string {
  const configs = contracts.flatMap(({ file }) => surfaceConfigsFor(loaded, file, [id]));
  return [...new Set(configs.map(({ config }) => describe(config)))].join(', ');
}

function describe(config: SurfaceConfig): string {
  switch (config.driver) {
    case 'rest':
      return 'the service itself';
    case 'sdk_typescript':
      return config.module;
    case 'cli':
    case 'protocol':
      return config.command.join(' ');
    case 'mcp':
      return 'url' in config ? config.url : config.command.join(' ');
    case 'ui_card':
      return config.page;
    default:
      return config satisfies never;
  }
}

/** What the mock got wrong is told, but decides nothing: it says something of Prism, not of a surface. */
export function findingEntries(
  findings: readonly Finding[],
  disposed: Dispositions,
  reports: string,
): { readonly entries: readonly FindingEntry[]; readonly notes: readonly NoteEntry[] } {
  const departures = findings.filter(({ blame }) => blame === 'mock');
  return {
    entries: findings
      .filter(({ blame }) => blame !== 'mock')
      .map((finding) => ({
        kind: 'finding',
        finding,
        ...disposition(disposed.waiverOf(finding)),
        ...(finding.counterexample && { replay: `npx parity replay ${reports}/counterexamples/${finding.id}.json` }),
      })),
    notes: departures.map(({ rule, operations, message, pointer, occurrences, counterexample }) => ({
      kind: 'note',
      severity: 'info',
      code: 'mock-departure',
      message: `Prism departs from the contract (${rule}, ${operations.join(', ')}, ${pointer}): ${message} Seen ${occurrences} times${counterexample === undefined ? '' : `, first with ${JSON.stringify(counterexample.input).slice(0, 200)}`}.`,
    })),
  };
}

function disposition(waiver: Waiver | undefined): Pick<FindingEntry, 'disposition' | 'waiver'> {
  if (waiver === undefined) return { disposition: 'regression' };
  const { reason, owner, expires } = waiver;
  return { disposition: 'waived', waiver: { reason, owner, expires } };
}

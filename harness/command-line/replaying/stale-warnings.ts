import { visibleLines } from '../../../reports/text/visible.js';
import { counted } from '../../../reports/text/amounts.js';
import type { LoadedConfig } from '../../configuration/load-config.js';
import type { Promised } from '../../engine/plan/contracts.js';
import type { Counterexample } from '../../engine/minimise/counterexample.js';
import { runFiles } from '../../sources/run-files.js';
import { type StaleBuild, staleBuilds } from './stale-builds.js';

/** The maximum number of stale files that a warning lists. Further files are only counted. */
const MAX_SHOWN = 5;

/** Warnings on standard error about built files whose sources have changed. The replay runs these outdated files. */
export function staleWarnings(
  loaded: LoadedConfig,
  promised: Promised,
  example: Counterexample,
  named: readonly string[],
): readonly string[] {
  const contract = promised.served.find(({ operations }) => operations.some(({ id }) => id === example.case.operation));
  if (contract === undefined) return [];
  const stale = staleBuilds(loaded.root, runFiles(loaded, contract.file, named.length > 0 ? named : example.surfaces));
  const more = stale.length - MAX_SHOWN;
  const lines = [
    ...stale.slice(0, MAX_SHOWN).map(staleLine),
    ...(more > 0 ? [`parity: and ${counted(more, 'more file')}`] : []),
  ];
  return lines.length === 0 ? [] : [visibleLines(`${lines.join('\n')}\n  → ${repair(stale)}\n`)];
}

function staleLine({ built, source }: StaleBuild): string {
  return `parity: ${built} is older than its source ${source}; the replay runs the old code`;
}

function repair(stale: readonly StaleBuild[]): string {
  const commands = [...new Set(stale.flatMap(({ command }) => (command === undefined ? [] : [`\`${command}\``])))];
  return commands.length === 0
    ? 'Build the file again, then replay.'
    : `Run ${commands.join(' and ')}, then replay again.`;
}

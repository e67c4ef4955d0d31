import { counted } from '../../reports/text/amounts.js';
import type { CheckRun } from './check-run.js';

/** The result of one framework. */
export type FrameworkResult =
  | { readonly kind: 'ran'; readonly name: string; readonly version: string; readonly runs: readonly CheckRun[] }
  | { readonly kind: 'missing'; readonly name: string; readonly reason: string; readonly repair: string };

const HEAD = ['framework', 'runs', 'cases', 'findings', 'unsteady', 'failures', 'version'];

/** One line for each framework, then one line for each run with findings or failures. */
export function frameworkTable(results: readonly FrameworkResult[]): string {
  const rows = [HEAD, ...results.map(rowOf)];
  const widths = HEAD.map((_, column) =>
    Math.max(...rows.map((row) => (row.length === HEAD.length ? (row[column] ?? '').length : 0))),
  );
  const nameWidth = Math.max(...rows.map(([name = '']) => name.length));
  const lines = rows.map((row) =>
    row
      .map((text, column) => text.padEnd(column === 0 ? nameWidth : (widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return [...lines, ...results.flatMap(detailsOf)].map((line) => `${line}\n`).join('');
}

/** The exit code: 1 for a finding or an unsteady finding; 2 if a framework did not run or was not verified. */
export function exitCodeOf(results: readonly FrameworkResult[]): 0 | 1 | 2 {
  const runs = results.flatMap((result) => (result.kind === 'ran' ? result.runs : []));
  if (runs.some(({ findings, unsteady }) => findings + unsteady > 0)) return 1;
  const isVerified = runs.length > 0 && runs.every(({ failure, cases }) => failure === undefined && cases > 0);
  return isVerified && results.every(({ kind }) => kind === 'ran') ? 0 : 2;
}

function rowOf(result: FrameworkResult): readonly string[] {
  if (result.kind === 'missing') return [result.name, `did not run: ${result.reason}`];
  const { name, version, runs } = result;
  const sum = (count: 'cases' | 'findings' | 'unsteady'): string =>
    String(runs.reduce((total, run) => total + run[count], 0));
  const failures = runs.filter(({ failure }) => failure !== undefined).length;
  return [name, String(runs.length), sum('cases'), sum('findings'), sum('unsteady'), String(failures), version];
}

function detailsOf(result: FrameworkResult): readonly string[] {
  if (result.kind === 'missing') return [`${result.name}: ${result.repair}`];
  return result.runs.flatMap((run) => {
    const { seed, findings, unsteady, failure, reports } = run;
    const counts =
      findings + unsteady === 0
        ? []
        : [
            `${counted(findings, 'finding')} and ${counted(unsteady, 'unsteady entry', 'unsteady entries')}, see ${reports}`,
          ];
    return [...counts, ...(failure === undefined ? [] : [failure])].map(
      (what) => `${result.name}, seed ${seed}: ${what}`,
    );
  });
}

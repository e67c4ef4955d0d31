import { type FaultResult, type Score, scoreOf } from './fault-result.js';
import { FAULT_CLASSES, type FaultClass, type PlantedFault } from './faults/planted-fault.js';

/** A fault with its result and score. */
export interface Scored {
  readonly fault: PlantedFault;
  readonly result: FaultResult;
  readonly score: Score;
}

const SURFACES = ['rest', 'sdk_typescript', 'sdk_python', 'cli', 'mcp', 'ui_card'];
const COLUMNS = ['found', 'single', 'surface', 'blame', 'minimal'] as const;
const HEAD = ['', 'faults', 'found', 'one finding', 'right place', 'right blame', 'smallest input'];

export function scored(faults: readonly PlantedFault[], results: readonly FaultResult[]): readonly Scored[] {
  const byId = new Map(results.map((result) => [result.id, result]));
  return faults.flatMap((fault) => {
    const result = byId.get(fault.id);
    return result === undefined || fault.equivalent !== undefined
      ? []
      : [{ fault, result, score: scoreOf(fault, result) }];
  });
}

/**
 * A table with totals, then one row for each class of faults and each surface. Faults of the contract and the registry
 * have no surface.
 */
export function scoreTable(all: readonly Scored[]): string {
  const classes = Object.keys(FAULT_CLASSES) as FaultClass[];
  const isOn = (name: string) => all.filter(({ fault }) => fault.surface === name);
  const rows = [
    row('**all**', all),
    ...classes.map((name) =>
      row(
        FAULT_CLASSES[name],
        all.filter(({ fault }) => fault.class === name),
      ),
    ),
    ...SURFACES.map((name) => row(`on \`${name}\``, isOn(name))),
  ];
  return table([HEAD, HEAD.map((_, index) => (index === 0 ? '---' : '---:')), ...rows]);
}

/** Faults with at least one failed score, with their findings. */
export function misses(all: readonly Scored[]): string {
  const bad = all.filter(({ score }) => COLUMNS.some((name) => score[name] === false));
  const rows = bad.map(({ fault, result, score }) => [
    `\`${fault.id}\``,
    COLUMNS.filter((name) => score[name] === false)
      .map((name) => (name === 'found' ? '**not found**' : `not ${name}`))
      .join(', '),
    result.findings
      .map(
        ({ rule, kind, surfaces, operations, blame }) =>
          `${rule} ${kind} on ${surfaces.join('+')} ${operations.join('+')} (${blame})`,
      )
      .join('; ') || result.verdict,
  ]);
  return bad.length === 0 ? 'None.' : table([['fault', 'score', 'reported'], ['---', '---', '---'], ...rows]);
}

function row(name: string, all: readonly Scored[]): string[] {
  return [name, String(all.length), ...COLUMNS.map((column) => share(all, column))];
}

/** The share of faults that have a good score in the column, among the faults that have a score there. */
function share(all: readonly Scored[], column: (typeof COLUMNS)[number]): string {
  const marks = all.map(({ score }) => score[column]).filter((mark) => mark !== undefined);
  const good = marks.filter(Boolean).length;
  return marks.length === 0 ? '' : `${good} of ${marks.length} (${Math.round((100 * good) / marks.length)}%)`;
}

function table(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

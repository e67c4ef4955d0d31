import { grouped } from '../../reports/view/words/grouped.js';
import { median } from '../bench/runs/figure.js';
import { DEPARTURES } from './judges/departures.js';
import type { MeasuredGroup, Side } from './measured-group.js';
import type { MeasuredOperation } from './measured-operation.js';

/**
 * A table with two rows for each set of schemas: one for valid and one for invalid values. Below the table, there is
 * one line with the reason for each schema without values.
 */
export function groupTable(groups: readonly MeasuredGroup[]): string {
  const head = row([
    'schemas',
    'side',
    'groups',
    'existing',
    'made',
    'share',
    'values',
    'wrong',
    'µs/value',
    'slowest',
  ]);
  const rows = [...grouped(groups, ({ set }) => set)].flatMap(([set, of]) => [
    sideRow(set, 'valid', of),
    sideRow(set, 'invalid', of),
  ]);
  return [head, ...rows, '', ...verdicts(groups), '', ...notes(groups)].join('\n');
}

/** One line for each set of schemas: how many of its schemas are satisfiable, unsatisfiable or undecided. */
function verdicts(groups: readonly MeasuredGroup[]): readonly string[] {
  return [...grouped(groups, ({ set }) => set)].map(([set, of]) => {
    const counts = [...grouped(of, ({ verdict }) => verdict)].map(([verdict, which]) => `${which.length} ${verdict}`);
    return `${set}: ${counts.toSorted().join(', ')}`;
  });
}

function sideRow(set: string, side: 'valid' | 'invalid', groups: readonly MeasuredGroup[]): string {
  const sides = groups.map((group) => group[side]).filter(({ exists }) => exists);
  const served = sides.filter(({ reason }) => reason === undefined);
  const slowest = groups.toSorted((a, b) => b[side].microseconds - a[side].microseconds)[0];
  const figures = [
    groups.length,
    sides.length,
    served.length,
    sides.length === 0 ? '' : `${((100 * served.length) / sides.length).toFixed(1)}%`,
    total(groups, (group) => group[side].values),
    total(groups, (group) => (unexplained(group) === 0 ? 0 : group[side].wrong)),
    median(served.map(({ microseconds }) => microseconds)).toFixed(0),
  ];
  const slow = slowest === undefined ? '' : `${slowest[side].microseconds.toFixed(0)} (${slowest.name.slice(0, 60)})`;
  return row([set, side, ...figures.map(String), slow]);
}

function notes(groups: readonly MeasuredGroup[]): readonly string[] {
  return groups
    .flatMap((group) => [...sideNotes(group, 'valid'), ...sideNotes(group, 'invalid'), ...sourceNotes(group)])
    .toSorted();
}

function sideNotes(group: MeasuredGroup, side: 'valid' | 'invalid'): readonly string[] {
  const { wrong, wrongValue = '', exists, reason }: Side = group[side];
  const name = `${group.set}/${group.name}`;
  const departure = DEPARTURES[name];
  const doubt = group.doubtful ? ' (no judge agrees with the tests of the schema)' : '';
  const lines = exists && reason !== undefined ? [`not made    ${side} ${name}: ${reason}`] : [];
  if (wrong === 0) return lines;
  const values = `${side} ${name}: ${wrong}, such as ${wrongValue}${doubt}`;
  return [...lines, departure === undefined ? `WRONG       ${values}` : `departure   ${values}: ${departure}`];
}

function sourceNotes(group: MeasuredGroup): readonly string[] {
  const name = `${group.set}/${group.name}`;
  const stale = Object.hasOwn(DEPARTURES, name) && group.valid.wrong + group.invalid.wrong === 0;
  const lines = stale ? [`STALE       departure ${name}`] : [];
  // The judge accepts a value, although the source of the schema states that no value is valid.
  if (group.set === 'must-be-empty' && group.valid.values > group.valid.wrong)
    lines.push(`accepts     ${name}: should accept no value, but accepts ${group.valid.example ?? ''}`);
  return lines;
}

/** The number of values with a wrong label that no entry of `DEPARTURES` explains. */
export function unexplained(group: MeasuredGroup): number {
  return Object.hasOwn(DEPARTURES, `${group.set}/${group.name}`) ? 0 : group.valid.wrong + group.invalid.wrong;
}

export function operationTable(operations: readonly MeasuredOperation[]): string {
  const head = row([
    'description',
    'operations',
    'made',
    'valid',
    'boundary',
    'invalid',
    'wrong',
    'µs/value',
    'values/s',
    'slowest',
  ]);
  const rows = [...grouped(operations, ({ file }) => file), ['all', operations] as const].map(([file, of]) => {
    const microseconds = of.map((operation) => operation.microseconds);
    const counts = [of.length, of.filter(({ reason }) => reason === undefined).length, total(of, ({ valid }) => valid)];
    const more = [
      total(of, ({ boundary }) => boundary),
      total(of, ({ invalid }) => invalid),
      total(of, ({ wrong }) => wrong),
    ];
    const slowest = of.toSorted((a, b) => b.microseconds - a.microseconds)[0];
    const cases = total(of, caseCount);
    const rate = cases / (total(of, (one) => one.microseconds * caseCount(one)) / 1e6);
    const slow = slowest === undefined ? '' : `${slowest.microseconds.toFixed(0)} (${slowest.name})`;
    return row([file, ...[...counts, ...more].map(String), median(microseconds).toFixed(0), rate.toFixed(0), slow]);
  });
  const lines = operations.flatMap(({ file, name, wrong, wrongCase, reason }) => [
    ...(wrong > 0 ? [`WRONG       ${file} ${name}: ${wrong}, such as ${wrongCase ?? ''}`] : []),
    ...(reason === undefined ? [] : [`not made    ${file} ${name}: ${reason}`]),
  ]);
  return [head, ...rows, '', ...lines.toSorted()].join('\n');
}

function caseCount({ valid, boundary, invalid }: MeasuredOperation): number {
  return valid + boundary + invalid;
}

function total<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

const WIDTHS = [36, 10, 8, 8, 8, 8, 8, 8, 8];

function row(cells: readonly string[]): string {
  return cells.map((cell, index) => (index < WIDTHS.length ? cell.padEnd(WIDTHS[index] ?? 0) : cell)).join(' ');
}

import { expect, test } from 'vitest';
import type { CellTime } from '../../../reports/report.js';
import { measuredCosts } from './measured-costs.js';

const time = (surface: string, operation: string, calls: number, durationMs: number): CellTime => ({
  surface,
  operation: operation as CellTime['operation'],
  backend: 'reference',
  calls,
  durationMs,
});

const TIMES = [time('rest', 'a', 10, 20), time('rest', 'b', 10, 60), time('cli', 'a', 2, 100), time('cli', 'c', 0, 0)];
const ESTIMATES: Readonly<Record<string, number>> = { rest: 1, cli: 25 };

test.each([
  ['a measured operation has its measured cost', 'rest', 'b', 1, 6],
  ['an operation on two backends has the cost of both', 'cli', 'a', 25, 50],
  ['a new operation has the average cost of its surface', 'rest', 'c', 1, 4],
  ['an operation without calls has the average cost of its surface', 'cli', 'c', 25, 50],
  ['a new surface has its estimated cost, converted to milliseconds', 'sdk', 'a', 2, 6],
])('the cost of a call is taken from the times in an earlier report: %s', (_, surface, operation, estimate, want) => {
  expect(measuredCosts(TIMES, (name) => ESTIMATES[name])(surface, operation, estimate)).toBe(want);
});

test('the cost of a call is the estimate if there is no earlier report', () => {
  expect(measuredCosts([], () => 1)('rest', 'a', 3)).toBe(3);
});

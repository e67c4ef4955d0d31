import { expect, it } from 'vitest';
import type { Json } from '../../../contract/json/json.js';
import { unlistedErrors } from './unlisted-errors.js';

const ERRORS = [
  { pointer: '/a', detail: 'first reason' },
  { pointer: '/a', detail: 'second reason' },
  { pointer: '/b', detail: 'third reason' },
];
const ROWS = ['/a first reason', '/a second reason', '/b third reason'];
const coded = ERRORS.map((error, index) => ({ ...error, code: ['reason', 'x1', 'third'][index] ?? '' }));

it.each<[words: string, problem: Json | undefined, rows: readonly string[], want: readonly string[]]>([
  ['every error has a row', { errors: ERRORS }, ROWS, []],
  ['the first of two errors at the same place has no row', { errors: ERRORS }, ROWS.slice(1), ['/errors/0']],
  [
    'the second of two errors at the same place has no row',
    { errors: ERRORS },
    ['/a first reason', '/b third reason'],
    ['/errors/1'],
  ],
  ['a row shows white space differently', { errors: ERRORS }, ['/a first\nreason', '/b third  reason'], ['/errors/1']],
  ['only the first errors have rows', { errors: ERRORS }, ROWS.slice(0, 2), []],
  ['only the last error has a row', { errors: ERRORS }, ROWS.slice(2), []],
  ['there are no rows', { errors: ERRORS }, [], []],
  [
    'one row shows two errors at the same place',
    { errors: ERRORS },
    ['/a first reason, second reason', '/b third reason'],
    [],
  ],
  ['rows show only the pointers', { errors: ERRORS }, ['/a', '/b'], []],
  ['rows show other texts', { errors: ERRORS }, ['Please correct the input.', 'Then send it again.'], []],
  ['a row contains a text of another member by chance', { errors: coded }, ROWS, []],
  [
    'equal errors share a row',
    { errors: [ERRORS[0] ?? {}, ERRORS[0] ?? {}, ERRORS[2] ?? {}] },
    ['/a first reason', '/b third reason'],
    [],
  ],
  ['the errors are texts', { errors: ['first', 'second', 'third'] }, ['first', 'third'], []],
  ['the problem has no errors', { title: 'No.' }, ROWS, []],
  ['there is no problem', undefined, ROWS, []],
])('the errors of a problem that no row of the page shows are found: %s', (_, problem, rows, want) => {
  expect(unlistedErrors(problem, rows)).toEqual(want);
});

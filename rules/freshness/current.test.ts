import { describe, expect, it } from 'vitest';
import { type ComparedFile, checkCurrent } from './current.js';

const STAMP = '// digest: sha256:';
const CONTENT = '// content: sha256:';

function text(stamp: string, ...lines: readonly string[]): string {
  return [`${STAMP}${stamp}`, `// operation: getItem ${stamp.repeat(12).slice(0, 12)}`, ...lines, ''].join('\n');
}

const cases: readonly (readonly [
  name: string,
  value: { given: { stale: boolean; files: readonly ComparedFile[] }; want: object | undefined },
])[] = [
  [
    'a current file is not a fault',
    {
      given: { stale: false, files: [{ path: 'a.ts', wanted: text('1', 'x'), found: text('1', 'x') }] },
      want: undefined,
    },
  ],
  ['a generator without files is not a fault', { given: { stale: false, files: [] }, want: undefined }],
  [
    'a file that was edited by hand is reported',
    {
      given: {
        stale: false,
        files: [{ path: 'a.ts', wanted: text('1', 'x', 'y'), found: text('1', 'x', 'z'), isAsWritten: false }],
      },
      want: {
        kind: 'edited',
        pointer: 'a.ts',
        expected: 'y',
        received: 'z',
        location: { file: 'a.ts', line: 4, column: 1, pointer: '' },
      },
    },
  ],
  [
    'an additional line is reported',
    {
      given: { stale: false, files: [{ path: 'a.ts', wanted: 'x', found: 'x\ny', isAsWritten: false }] },
      want: { kind: 'edited', expected: '(end of file)', received: 'y', location: { line: 2 } },
    },
  ],
  [
    'a different line ending is reported',
    {
      given: { stale: false, files: [{ path: 'a.ts', wanted: 'x\ny', found: 'x\r\ny' }] },
      want: { kind: 'changed', expected: 'x', received: 'x\r' },
    },
  ],
  [
    'a missing file is reported',
    {
      given: { stale: false, files: [{ path: 'a.ts', wanted: 'x' }] },
      want: { kind: 'missing', expected: '(a file)', received: '(no file)', location: { line: 1 } },
    },
  ],
  [
    'a file that no generator writes is reported',
    {
      given: { stale: false, files: [{ path: 'a.ts', found: 'x' }] },
      want: { kind: 'orphan', expected: '(no file)', received: '(a file)' },
    },
  ],
  [
    'a file of a different contract is reported with the first difference outside the stamps',
    {
      given: { stale: true, files: [{ path: 'a.ts', wanted: text('1', 'x', 'y'), found: text('2', 'x', 'z') }] },
      want: { kind: 'stale', expected: 'y', received: 'z', location: { line: 4 } },
    },
  ],
  [
    'a file of a different contract that differs only in its stamp is reported',
    {
      given: { stale: true, files: [{ path: 'a.ts', wanted: text('1', 'x'), found: text('2', 'x') }] },
      want: { kind: 'stale', expected: `${STAMP}1`, received: `${STAMP}2`, location: { line: 1 } },
    },
  ],
  [
    'several differing files are one fault',
    {
      given: {
        stale: false,
        files: [
          { path: 'a.ts', wanted: 'x', found: 'x' },
          { path: 'b.ts', wanted: 'x', found: 'y', isAsWritten: false },
          { path: 'c.ts', wanted: 'x' },
          { path: 'd.ts', found: 'y' },
        ],
      },
      want: {
        kind: 'edited',
        pointer: 'b.ts',
        message: 'b.ts (and 2 more) differs from what the generator writes: the file was edited by hand.',
      },
    },
  ],
  [
    'a file of an earlier version of the generator is reported, and the difference of its own digest is not shown',
    {
      given: {
        stale: false,
        files: [{ path: 'a.ts', wanted: `${CONTENT}1\nx`, found: `${CONTENT}2\ny`, isAsWritten: true }],
      },
      want: {
        kind: 'outdated',
        expected: 'x',
        received: 'y',
        message:
          'a.ts was written by a different version of the generator: neither the contract nor the file changed since.',
        repair: 'Run `parity generate` and commit `a.ts` and the other files that it writes.',
      },
    },
  ],
  [
    'an outdated file is shown before a file without a stamp',
    {
      given: {
        stale: false,
        files: [
          { path: 'a.ts', wanted: 'x', found: 'y' },
          { path: 'b.ts', wanted: 'x', found: 'y', isAsWritten: true },
        ],
      },
      want: { kind: 'outdated', pointer: 'b.ts' },
    },
  ],
  [
    'an edited file is shown before an outdated one',
    {
      given: {
        stale: false,
        files: [
          { path: 'a.ts', wanted: 'x', found: 'y', isAsWritten: true },
          { path: 'b.ts', wanted: 'x', found: 'y', isAsWritten: false },
        ],
      },
      want: { kind: 'edited', pointer: 'b.ts' },
    },
  ],
  [
    'a file of a different contract that was edited by hand is reported with the edit',
    {
      given: {
        stale: true,
        files: [{ path: 'a.ts', wanted: text('1', 'x'), found: text('2', 'y'), isAsWritten: false }],
      },
      want: {
        kind: 'stale-edited',
        message: 'a.ts was generated from a different version of the contract, and was edited by hand.',
        repair: 'Move the edit of `a.ts` into the contract or the generator, then run `parity generate`.',
      },
    },
  ],
];

it('without a stamp, an outdated file and an edited file are reported in the same way', () => {
  const given = { surface: 'own', operations: [], stale: false, files: [{ path: 'a.ts', wanted: 'x', found: 'y' }] };
  expect(checkCurrent(given)).toMatchObject([
    { kind: 'differing', message: expect.stringContaining('the contract') as string },
  ]);
});

describe('the rule freshness/current', () => {
  it.each(cases)('the generated files are compared with the tree: %s', (_, { given, want }) => {
    const found = checkCurrent({ surface: 'cli', operations: [], isStamped: true, ...given });
    expect(found).toHaveLength(want === undefined ? 0 : 1);
    if (want !== undefined) expect(found).toMatchObject([{ surface: 'cli', blame: 'surface', cause: '', ...want }]);
  });
});

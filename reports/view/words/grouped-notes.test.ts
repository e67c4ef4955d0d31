import { expect, test } from 'vitest';
import { groupedNotes } from './grouped-notes.js';
import type { NoteEntry } from '../../report.js';

function lint(severity: NoteEntry['severity'], code: string, line: number): NoteEntry {
  return {
    kind: 'note',
    severity,
    code,
    message: `${code}.`,
    location: { file: 'a.yaml', pointer: '', line, column: 1 },
  };
}

const said = (notes: readonly NoteEntry[]): readonly string[] =>
  groupedNotes(notes).map(({ severity, message, location }) => `${severity} ${location?.line ?? '-'} ${message}`);

test('the most severe notes come first, and notes of one rule in several places become one note', () => {
  const notes = [
    lint('info', 'c', 1),
    lint('warning', 'b', 2),
    lint('error', 'a', 3),
    lint('warning', 'b', 4),
    lint('warning', 'd', 5),
  ];
  expect(said(notes)).toEqual([
    'error 3 a.',
    'warning 2 b. (and in 1 more place: a.yaml:4:1)',
    'warning 5 d.',
    'info 1 c.',
  ]);
});

test('a grouped note names only the first of many places', () => {
  const notes = Array.from({ length: 9 }, (_, index) => lint('warning', 'b', index));
  expect(said(notes)).toEqual([
    'warning 0 b. (and in 8 more places: a.yaml:1:1, a.yaml:2:1, a.yaml:3:1, a.yaml:4:1, a.yaml:5:1, …)',
  ]);
});

test('notes without a location are not grouped', () => {
  const note: NoteEntry = { kind: 'note', severity: 'info', code: 'mock-departure', message: 'One.' };
  expect(said([note, { ...note, message: 'Another.' }])).toEqual(['info - One.', 'info - Another.']);
});

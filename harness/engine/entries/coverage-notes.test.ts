import { describe, expect, it } from 'vitest';
import type { Coverage } from '../../../contract/coverage/covered.js';
import type { CoverageEntry } from '../../../reports/report.js';
import { sampleReport } from '../../../reports/sample/sample-report.js';
import { coverageLimit } from '../options/coverage-limit.js';
import { coverageNotes } from './coverage-notes.js';

/** A coverage entry with 3 of 3 operations, 39 of 40 broken keywords and 20 of 21 statuses. */
const [ENTRY] = sampleReport().coverage as readonly [CoverageEntry];

/** The same coverage entry, but with coverage of the surface `cli`: it reached only 2 of 3 operations. */
const ON_CLI = {
  ...ENTRY,
  surfaces: [{ ...(ENTRY as Coverage), surface: 'cli', operations: { reached: 2, of: 3, missing: ['createItem'] } }],
};

describe('a coverage limit that is not reached is an error', () => {
  it.each<[string, readonly string[]]>([
    ['operations=100', []],
    ['broken=97', []],
    ['broken=98', ['39 of 40 broken of contract/item-service.openapi.yaml, less than 98%']],
    ['statuses=96', ['20 of 21 statuses of contract/item-service.openapi.yaml, less than 96%']],
    // A coverage entry of an earlier version has no `contents`; such an entry meets every limit for `contents`.
    ['contents=100', []],
  ])('a run gets an error if it does not reach its coverage limit: %s → $1', (limit, want) => {
    const notes = coverageNotes([ENTRY], [coverageLimit(limit)]);
    expect(notes).toHaveLength(want.length);
    for (const [index, text] of want.entries()) {
      expect(notes[index]).toMatchObject({ severity: 'error', code: 'coverage-low' });
      expect(notes[index]?.message).toContain(text);
    }
  });

  it.each<[string, readonly string[]]>([
    ['operations=100', []],
    ['cli:operations=66', []],
    [
      'cli:operations=100',
      [
        'The cases on cli reached 2 of 3 operations of contract/item-service.openapi.yaml, less than 100%. Not reached: createItem.',
      ],
    ],
    [
      'mcp:operations=1',
      ['The cases on mcp reached 0 of 3 operations of contract/item-service.openapi.yaml, less than 1%.'],
    ],
  ])('a surface gets an error if it does not reach its coverage limit: %s → $1', (limit, want) => {
    expect(coverageNotes([ON_CLI], [coverageLimit(limit)]).map(({ message }) => message)).toEqual(want);
  });

  it('the error for a coverage limit names only unreached parts of the limited kind', () => {
    const [note] = coverageNotes([ENTRY], [coverageLimit('statuses=100')]);
    expect(note?.message).toMatch(/Not reached: createItem 500\.$/);
  });

  it.each([
    'operations',
    'operation=3',
    'operations=101',
    'operations=-1',
    'operations=1.5',
    ':operations=1',
    'cli:',
    '',
  ])('a text that is not a coverage limit is refused: %j', (text) => {
    expect(() => coverageLimit(text)).toThrow(expect.objectContaining({ code: 'coverage-limit' }) as Error);
  });
});

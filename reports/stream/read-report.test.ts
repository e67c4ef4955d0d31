import { describe, expect, it } from 'vitest';
import type { Case, Follow } from '../../contract/case.js';
import type { FindingEntry } from '../report.js';
import { renderNdjson } from './ndjson.js';
import { readReport } from './read-report.js';
import { READ_BOUNDS } from './report-fault.js';
import { sampleReport } from '../sample/sample-report.js';

const TEXT = renderNdjson(sampleReport());
const LINES = TEXT.trimEnd().split('\n');
const HEADER = LINES[0] ?? '';
const FINDING = LINES.find((line) => line.startsWith('{"kind":"finding"')) ?? '';
const CELL = LINES.find((line) => line.startsWith('{"kind":"cell"')) ?? '';
const FOOTER = LINES.at(-1) ?? '';

/** A report of the header and one more line. In this line, `from` is replaced with `to`. */
const after = (line: string, from: string, to: string): string => `${HEADER}\n${line.replace(from, to)}\n`;

describe('readReport', () => {
  it.each<[string, { given: string | Uint8Array; code: string; line: number; pointer: string }]>([
    ['an empty file', { given: '', code: 'report-empty', line: 0, pointer: '' }],
    [
      'a header of a different format',
      { given: '{"kind":"header","format":"other"}\n', code: 'report-format-unknown', line: 1, pointer: '' },
    ],
    ['a report without a header', { given: `${CELL}\n`, code: 'report-format-unknown', line: 1, pointer: '' }],
    ['a text that is not JSON', { given: 'hello\nworld\n', code: 'report-format-unknown', line: 1, pointer: '' }],
    [
      'a report of a later version',
      {
        given: `${HEADER.replace('"version":2', '"version":6')}\n`,
        code: 'report-version-unknown',
        line: 1,
        pointer: '/version',
      },
    ],
    [
      'bytes that are not UTF-8',
      {
        given: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(TEXT)]),
        code: 'report-not-utf8',
        line: 0,
        pointer: '',
      },
    ],
    [
      'a line with invalid JSON',
      { given: `${HEADER}\n{"kind":\n${FOOTER}\n`, code: 'report-not-json', line: 2, pointer: '' },
    ],
    [
      'an entry of an unknown kind',
      { given: `${HEADER}\n{"kind":"poem"}\n`, code: 'report-entry-unknown', line: 2, pointer: '/kind' },
    ],
    [
      'a line that is not an object',
      { given: `${HEADER}\n[]\n`, code: 'report-entry-unknown', line: 2, pointer: '/kind' },
    ],
    [
      'an entry with a missing member',
      { given: after(CELL, '"cases":120,', ''), code: 'report-entry-invalid', line: 2, pointer: '/cases' },
    ],
    [
      'a fault below blank lines',
      { given: `${HEADER}\n\n\n{}\n`, code: 'report-entry-unknown', line: 4, pointer: '/kind' },
    ],
    [
      'an entry with an unknown member',
      {
        given: after(CELL, '"cases":120,', '"cases":120,"poem~/":1,'),
        code: 'report-entry-invalid',
        line: 2,
        pointer: '/poem~0~1',
      },
    ],
    [
      'a value that is not in the enumeration',
      { given: after(FINDING, '"must"', '"may"'), code: 'report-entry-invalid', line: 2, pointer: '/finding/severity' },
    ],
    [
      'an entry with a negative count',
      { given: after(CELL, '"cases":120', '"cases":-1'), code: 'report-entry-invalid', line: 2, pointer: '/cases' },
    ],
    [
      'a finding with a malformed id',
      { given: after(FINDING, 'a3f0c112', '\\"'), code: 'report-entry-invalid', line: 2, pointer: '/finding/id' },
    ],
    [
      'a rejected case without a keyword',
      {
        given: after(FINDING, '"expect":{"kind":"accepted"}', '"expect":{"kind":"rejected"}'),
        code: 'report-entry-invalid',
        line: 2,
        pointer: '/finding/counterexample/expect/keyword',
      },
    ],
    ['a second header', { given: `${HEADER}\n${HEADER}\n`, code: 'report-entry-misplaced', line: 2, pointer: '/kind' }],
    [
      'an entry after the footer',
      { given: `${HEADER}\n${FOOTER}\n${CELL}\n`, code: 'report-entry-misplaced', line: 3, pointer: '/kind' },
    ],
    [
      'a repeated cell entry',
      { given: `${HEADER}\n${CELL}\n${CELL}\n${FOOTER}\n`, code: 'report-entry-repeated', line: 3, pointer: '/group' },
    ],
    [
      'a repeated finding entry',
      {
        given: `${HEADER}\n${FINDING}\n${FINDING}\n${FOOTER}\n`,
        code: 'report-entry-repeated',
        line: 3,
        pointer: '/finding/id',
      },
    ],
    [
      'nesting that would overflow the stack',
      {
        given: after(FINDING, '"expected":', `"x":${'['.repeat(100_000)}${']'.repeat(100_000)},"expected":`),
        code: 'report-too-deep',
        line: 2,
        pointer: '',
      },
    ],
  ])('reports the line and the member of a fault: %s', (_name, { given, code, line, pointer }) => {
    const reading = readReport(given);
    expect(reading).toMatchObject({ kind: 'faults', faults: [{ code, line, pointer }] });
    if (reading.kind === 'faults') expect(reading.faults[0]?.repair).not.toBe('');
  });

  it.each([
    ['size of a report', { size: 100 }, 'report-too-large'],
    ['number of lines in a report', { lines: 3 }, 'report-too-large'],
    ['length of a line in a report', { line: 700 }, 'report-line-too-long'],
  ])('limits the %s', (_name, bounds, code) => {
    const reading = readReport(TEXT, { ...READ_BOUNDS, ...bounds });
    expect(reading.kind === 'faults' ? reading.faults.map((fault) => fault.code) : []).toContain(code);
  });

  it('stops reading a report after a limited number of faults', () => {
    const reading = readReport(`${HEADER}\n${'{"kind":"poem"}\n'.repeat(1000)}`);
    expect(reading.kind === 'faults' ? reading.faults.length : 0).toBe(READ_BOUNDS.faults);
  });

  it('reads a report of version 1, which has no coverage', () => {
    const lines = TEXT.split('\n').filter((line) => !line.startsWith('{"kind":"coverage"'));
    expect(readReport(lines.join('\n').replace('"version":2', '"version":1'))).toMatchObject({
      kind: 'report',
      report: { header: { version: 1 } },
    });
  });

  it('names the supported versions for a report of an unknown version, and escapes its texts', () => {
    const given = HEADER.replace('"version":2', '"version":"\\u001b[2J"').replace(
      'contract-parity 0.1.0',
      'contract-parity 9.0.0',
    );
    const reading = readReport(`${given}\n`);
    const message = String.raw`The report has version "\u001b[2J" and was written by "contract-parity 9.0.0"; this program reads versions 1, 2, 3, 4, 5.`;
    expect(reading).toMatchObject({ faults: [{ message }] });
  });

  it.each([
    ['no footer', `${LINES.slice(0, -1).join('\n')}\n`],
    ['an incomplete last line', TEXT.slice(0, -20)],
    [
      'a last line that ends within a character',
      Buffer.from(`${LINES.slice(0, -1).join('\n')}\n{"kind":"note","message":"€`).subarray(0, -1),
    ],
  ])('reads a report with %s as a report of an interrupted run', (_name, given) => {
    const { footer: _footer, ...rest } = sampleReport();
    expect(readReport(given)).toEqual({ kind: 'report', report: rest });
  });

  it('reads a file that an editor changed: CRLF, no last line feed, blank lines', () => {
    expect(readReport(LINES.join('\r\n\r\n'))).toMatchObject({ kind: 'report', report: { footer: { exitCode: 1 } } });
  });
});

const FOLLOWS: readonly Follow[] = [
  { in: 'query', name: 'cursor', within: 'page', pointer: '/next' },
  { by: 'offset', name: 'offset', within: 'page', first: 0, elements: '/data' },
  { by: 'link', pointer: '/next' },
  { by: 'last', name: 'after', elements: '/data', id: '/id', more: { pointer: '/has_more', last: false } },
];

it.each(FOLLOWS)('reads a case whose next pages are requested with %o', (follow) => {
  const { finding, ...entry } = JSON.parse(FINDING) as FindingEntry;
  const feeds = [{ in: 'body', name: 'version', pointer: '/version', step: 'a' }] as const;
  const counterexample = { ...(finding.counterexample as Case), follow, feeds };
  const line = JSON.stringify({ ...entry, finding: { ...finding, counterexample } });
  const reading = readReport(`${HEADER}\n${line}\n`);
  expect(reading.kind).toBe('report');
});

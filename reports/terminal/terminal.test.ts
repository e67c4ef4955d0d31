import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { displayWidth } from '../text/display-width.js';
import type { FindingEntry, Report } from '../report.js';
import { safeReport } from '../stream/safe-entry.js';
import { HOSTILE_TEXTS, hostileReport } from '../sample/hostile-report.js';
import { largeReport } from '../sample/large-report.js';
import { sampleReport, sequenceSample } from '../sample/sample-report.js';
import { renderTerminal } from './terminal.js';

const uncoloured = { colour: false, width: 100, reportPage: 'reports/latest/index.html' };

describe('renderTerminal', () => {
  it.each([
    ['sample', sampleReport],
    ['hostile', hostileReport],
  ])('matches its snapshot: %s', async (name, make) => {
    await expect(
      renderTerminal(
        safeReport(make(), (value) => value),
        uncoloured,
      ),
    ).toMatchFileSnapshot(`../snapshots/${name}.terminal.txt`);
  });

  it('prints the same text with and without colours', () => {
    const coloured = renderTerminal(sampleReport(), { ...uncoloured, colour: true });
    expect(coloured).toContain('\u001b[31m');
    expect(stripVTControlCharacters(coloured)).toBe(renderTerminal(sampleReport(), uncoloured));
  });

  it('prints no terminal escapes and no log commands', () => {
    const text = renderTerminal(hostileReport(), uncoloured);
    expect(text).not.toMatch(/[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|[^\n\P{Cc}]/u);
    expect(text).not.toMatch(/##[a-z]*\[/i);
    for (const width of [40, 60, 80, 120]) {
      for (const hostile of [
        ...HOSTILE_TEXTS,
        ...Array.from({ length: 40 }, (_, length) => `${'x'.repeat(length)} ::add-mask::x`),
      ]) {
        expect(renderTerminal(withMessage(hostile), { colour: false, width })).not.toMatch(/^\s*::/m);
      }
    }
  });

  it.each([
    ['the surface of a finding', 'on sdk_typescript'],
    ['the expected value of a finding', 'expected        {"name": "aaa", "description": null}'],
    ['the received value of a finding', 'received        {"name": "aaa"}'],
    ['the smallest input of a finding', 'smallest input  {"body": {"name": "aaa", "description": null}}'],
    ['the outcome that the contract requires', 'createItem, which by the contract must be accepted'],
    ['the owner of the fix', 'to fix          the surface (sdk_typescript)'],
    ['the request on the wire', 'on the wire     → POST /items {"name": "aaa"}\n'],
    ['the difference from another surface', 'difference      only rest sent "description": null\n'],
    ['the log of the service', 'service log     POST /items 201 3 ms\n'],
    ['a command that repeats the request', 'curl            curl -sS'],
    ['the call in the language of the surface', "by hand         import { Client } from './sdk/client.js';\n"],
    [
      'the replay command on one line',
      'replay          npx contract-parity replay counterexamples/a3f0c112.json --surface sdk_typescript\n',
    ],
    [
      'the reason why an operation was not verified',
      '? inconclusive: getItem on mcp (mock): Only 3 of 120 cases were accepted',
    ],
    ['the path of the HTML page', 'report: reports/latest/index.html'],
  ])('shows %s', (_name, want) => {
    expect(renderTerminal(sampleReport(), uncoloured)).toContain(want);
  });

  it('writes a number before each call of a sequence', () => {
    const text = renderTerminal(sequenceSample(), uncoloured);
    expect(text).toContain('  fewest calls    1. createItem {"body"');
    expect(text).not.toContain('smallest input');
  });

  it.each([60, 80, 100])('splits the matrix into tables of at most %i columns that show every surface', (width) => {
    const lines = renderTerminal({ ...largeReport(), findings: [] }, { colour: false, width }).split('\n');
    const table = lines.filter((line) => /reference|mock|backend/.test(line));
    for (const line of table) expect(displayWidth(line)).toBeLessThanOrEqual(width);
    for (const { id } of largeReport().header.surfaces) expect(table.join('\n')).toContain(id);
  });

  it('keeps the output lines of a process in a note, and states the time of resets', () => {
    const report = sampleReport();
    const message = 'the service did not start:\nTraceback:\n  File "a.py"';
    const footer = report.footer && { ...report.footer, resets: { count: 4, durationMs: 200 } };
    const notes = [{ kind: 'note', severity: 'error', code: 'service-unavailable', message }] as const;
    const text = renderTerminal({ ...report, notes, ...(footer && { footer }) }, { ...uncoloured, width: 120 });
    expect(text).toContain('\n  the service did not start:\n  Traceback:\n    File "a.py"\n');
    expect(text).toMatch(/ s, 4\s+resets\s+of\s+50\s+ms\s+each/);
  });

  it('counts the rows and findings that it does not print', () => {
    const text = renderTerminal(largeReport(), { ...uncoloured, maxFindings: 3 });
    expect(text).toContain('376 rows without anything to report are not shown.');
    expect(text).toContain('57 more findings in the report: ');
    expect(text).toContain('■ interrupted: 48 findings, and 12 waived');
  });

  it.each([60, 80, 200])('wraps text between words within %i columns', (width) => {
    const reports = [sampleReport(), { ...sampleReport(), findings: sampleReport().findings.map(onManySurfaces) }];
    for (const line of reports.flatMap((report) => renderTerminal(report, { colour: false, width }).split('\n'))) {
      // Commands and paths must stay on one line, so that they can be copied.
      if (
        /^ {2}(replay|contract|curl|by hand|on the wire|service log) |^ {18}(?:[←=] |const |console\.)|^[!i] \w+ /.test(
          line,
        )
      )
        continue;
      if (displayWidth(line) > width) expect(line.trim()).not.toContain(' ');
    }
  });

  it('fits thirty surfaces with long names into a narrow terminal, and marks shortened names', () => {
    const report = sampleReport();
    const long = (name: string): string => `${name}_of_the_department_of_measurements`;
    const cells = Array.from({ length: 30 }, (_, index) =>
      report.cells.map((cell) => ({ ...cell, group: long(cell.group), surface: long(`${cell.surface}${index}`) })),
    );
    const many = { ...report, header: { ...report.header, surfaces: [] }, cells: cells.flat() };
    const lines = renderTerminal(many, { ...uncoloured, width: 60 }).split('\n');
    const table = lines.filter((line) => /^\S* +(reference|mock|backend) /.test(line));
    expect(table.join('\n')).toMatch(/^listItems_of\w*…/m);
    expect(table.length).toBeGreaterThan(7 * 30);
    for (const line of table) expect(displayWidth(line), line).toBeLessThanOrEqual(60);
  });

  it('ends with the required fixes if there are many findings', () => {
    const text = renderTerminal(largeReport(), uncoloured);
    expect(text).toContain(
      'Required fixes by owner\n  the surface (sdk_typescript): 12 × parity/same-request #1 #4 #7 #10 #13 #21 #24 #27 and 4 more\n',
    );
    expect(text.indexOf('Required fixes by owner')).toBeGreaterThan(text.indexOf('more findings in the report'));
    const rules = largeReport().findings.map((entry, index) => ({
      ...entry,
      finding: { ...entry.finding, rule: `a/${index % 2}` },
    }));
    const two = renderTerminal({ ...largeReport(), findings: rules }, uncoloured);
    expect(two).toContain('  the surface (cli): 12 findings\n    6 × a/1 #2 #8 #16 #22 #28 #34\n    6 × a/0 #5 #13');
    expect(renderTerminal(sampleReport(), uncoloured)).not.toContain('Required fixes by owner');
  });

  it('counts the findings of a matrix cell if none of them is printed', () => {
    expect(renderTerminal(sampleReport(), { ...uncoloured, maxFindings: 1 })).toMatch(/✗ fail \(1 finding\)/);
  });

  it('keeps columns aligned for wide and combining characters', () => {
    const report = sampleReport();
    const cells = report.cells.map((cell) => ({
      ...cell,
      group: cell.group === 'getItem' ? '日本e\u0301語' : cell.group,
    }));
    const rows = renderTerminal({ ...report, cells }, uncoloured)
      .split('\n')
      .filter((line) => /reference {2}/.test(line));
    expect(new Set(rows.map((row) => displayWidth(row.slice(0, row.indexOf('reference'))))).size).toBe(1);
  });

  it('shortens a long value, and states the number of omitted characters', () => {
    expect(renderTerminal(hostileReport(), uncoloured)).toContain('…[99,400 more characters]');
  });
});

function onManySurfaces(entry: FindingEntry): FindingEntry {
  const surfaces = Array.from({ length: 12 }, (_, index) => `surface_number_${index}`);
  return { ...entry, finding: { ...entry.finding, surfaces } };
}

function withMessage(message: string): Report {
  const report = sampleReport();
  const [entry] = report.findings;
  if (entry === undefined) throw new Error('the sample has lost its findings');
  return { ...report, cells: [], findings: [{ ...entry, finding: { ...entry.finding, message } }] };
}

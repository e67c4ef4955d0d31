import { describe, expect, it } from 'vitest';
import type { FindingEntry } from '../report.js';
import { safeReport } from '../stream/safe-entry.js';
import { hostileReport } from '../sample/hostile-report.js';
import { largeReport } from '../sample/large-report.js';
import { sampleReport, sequenceSample } from '../sample/sample-report.js';
import { renderSummary } from './summary.js';

describe('renderSummary', () => {
  it.each([
    ['sample', sampleReport],
    ['hostile', hostileReport],
  ])('matches its snapshot: %s', async (name, make) => {
    await expect(renderSummary(safeReport(make(), (value) => value))).toMatchFileSnapshot(
      `../snapshots/${name}.summary.md`,
    );
  });

  it.each([60 * 1024, 20_000, 4000])('fits into %i bytes, and counts the findings that do not fit', (maxBytes) => {
    const report = largeReport();
    const text = renderSummary(report, { maxBytes });
    const shown = (text.match(/^### /gm) ?? []).length;
    const rest = /\*\*(\d+) more findings?\*\* in the full report/.exec(text)?.[1];
    expect(shown + Number(rest ?? 0)).toBe(report.findings.length);
    // The matrix has a separate size limit, which does not depend on the limit of the summary.
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(Math.max(maxBytes, 21_000));
  });

  it('adds the calls of findings only if every finding already has its block', () => {
    const report = sampleReport();
    const maxBytes = Buffer.byteLength(renderSummary({ ...report, findings: report.findings.map(withoutProof) })) + 300;
    const text = renderSummary(report, { maxBytes });
    expect(text.match(/^### /gm)).toHaveLength(report.findings.length);
    expect(text).not.toContain('On the wire');
    expect(renderSummary(report).match(/On the wire/g)).toHaveLength(2);
  });

  it('shows code that repeats the calls, without lines that CI systems would execute', () => {
    expect(renderSummary(sampleReport())).toMatch(
      /<summary>By hand<\/summary>\n\n```typescript\nimport .*\n\nconst client/,
    );
    expect(renderSummary(hostileReport())).not.toMatch(/^\s*::|^##\w*\[/m);
  });

  it('states the place of a note, and separates its message from its repair', () => {
    const location = { file: 'openapi.yaml', pointer: '', line: 258, column: 5 };
    const about = { kind: 'note', severity: 'warning', code: 'a/b', repair: 'Add it.' } as const;
    const notes = [
      { ...about, message: 'the reply has no header', location },
      { ...about, message: 'It is cut.' },
    ];
    expect(renderSummary({ ...sampleReport(), notes })).toContain(
      '- **warning** `a/b` `openapi.yaml:258:5`: the reply has no header. Repair: Add it.\n' +
        '- **warning** `a/b`: It is cut. Repair: Add it.\n',
    );
  });

  it('writes a number before each call of a sequence', () => {
    const text = renderSummary(sequenceSample());
    expect(text).toContain('<summary>Fewest calls</summary>\n\n```text\n1. createItem {"body"');
    expect(text).not.toContain('Smallest input');
  });

  it('begins with the required fixes if there are many findings', () => {
    const text = renderSummary(largeReport());
    expect(text).toContain(
      '- **the surface (cli)**: 12 findings of `conformance/request-target` (2, 5, 8, 11, 14, 22, 25, 28, 31, 34 and 2 more). Percent',
    );
    expect(text.indexOf('**Required fixes by owner**')).toBeLessThan(text.indexOf('| operation |'));
  });

  it('shows only the rows of a large matrix that need attention, and counts the others', () => {
    const text = renderSummary(largeReport());
    expect(text.match(/^\| `operationNumber/gm)).toHaveLength(24);
    expect(text).toContain('The full report has 376 more rows without anything to report.');
  });

  it('writes the same number of columns in each row of the matrix table, for any names', () => {
    const report = hostileReport();
    const cells = report.cells.map((cell) => ({ ...cell, group: `a|b${cell.group}\n|`, findings: ['0badc0de'] }));
    const rows = renderSummary({ ...report, cells })
      .split('\n')
      .filter((line) => line.startsWith('|'));
    for (const row of rows) expect(row.replace(/\\\|/g, '').match(/\|/g)).toHaveLength(7);
  });

  it('contains only its own markup, even for hostile texts', () => {
    const withoutBlocks = renderSummary(hostileReport()).replace(/^(`{3,})\w+\n[^]*?\n\1$/gm, '');
    const outside = withoutBlocks.replace(/(?<!\\|`)(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, '');
    const tags = outside.match(/<[^>]*>?/g) ?? [];
    expect([...new Set(tags)].toSorted()).toStrictEqual([
      '<!-- -->',
      '</details>',
      '</summary>',
      '<details>',
      '<summary>',
    ]);
  });
});

function withoutProof(entry: FindingEntry): FindingEntry {
  const { proof: _, ...finding } = entry.finding;
  return { ...entry, finding };
}

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../contract/fixtures/any-character.js';
import type { OperationId } from '../../contract/operation.js';
import { renderHtml } from './html.js';
import type { Report } from '../report.js';
import { safeReport } from '../stream/safe-entry.js';
import { HOSTILE_TEXTS, hostileReport } from '../sample/hostile-report.js';
import { comparedSample } from '../sample/compared-report.js';
import { largeReport } from '../sample/large-report.js';
import { sampleReport, sequenceSample } from '../sample/sample-report.js';
import { htmlTags } from '../sample/well-formed.js';

describe('renderHtml', () => {
  it.each([
    ['sample', sampleReport],
    ['hostile', hostileReport],
  ])('matches its snapshot: %s', async (name, make) => {
    await expect(renderHtml(safeReport(make(), (value) => value))).toMatchFileSnapshot(`../snapshots/${name}.html`);
  });

  it('writes a number before each call of a sequence', () => {
    const page = renderHtml(sequenceSample());
    expect(page).toContain('<p class="label">Fewest calls that show the finding</p><pre>1. createItem {');
    expect(page).not.toContain('Smallest input');
  });

  it('explains the words `with another result` only if the matrix contains these words', () => {
    const report = sampleReport();
    const page = (refused: number): string =>
      renderHtml({ ...report, cells: report.cells.map((cell) => ({ ...cell, rejected: 3, refused })) });
    expect(page(2)).toContain('; with another result: other replies');
    expect(page(3)).not.toContain('with another result: ');
  });

  it('uses the plural for several operations of a finding', () => {
    const report = sampleReport();
    const findings = report.findings.map((entry) => {
      return {
        ...entry,
        finding: { ...entry.finding, operations: ['getItem', 'listItems'].map((id) => id as OperationId) },
      };
    });
    expect(renderHtml({ ...report, findings })).toContain('· operations getItem, listItems ·');
    expect(renderHtml(report)).toContain('· operation ');
  });

  it('contains only its own tags, even for hostile texts in a report', () => {
    const page = htmlTags(renderHtml(hostileReport()));
    expect(page.faults).toStrictEqual([]);
    const names = page.tags.map((tag) => /[a-z0-9]+/.exec(tag)?.[0] ?? '');
    expect([...new Set(names)].toSorted()).toStrictEqual(TAGS);
    expect(page.tags.filter((tag) => / on|src|style=/.test(tag))).toStrictEqual([]);
  });

  it('writes the same tags for any texts in a report', () => {
    const tagsOf = (text: string): readonly string[] => htmlTags(renderHtml(withText(text))).tags;
    const harmless = tagsOf('x');
    for (const text of HOSTILE_TEXTS) expect(tagsOf(text.replaceAll('`', "'"))).toStrictEqual(harmless);
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 1 }), (text) => {
        expect(tagsOf(text.replaceAll('`', "'"))).toStrictEqual(harmless);
      }),
      { numRuns: 50 },
    );
  });

  it('escapes invisible characters', () => {
    expect(renderHtml(hostileReport())).not.toMatch(/[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|[^\n\P{Cc}]/u);
  });

  it('permits only its own style and script', () => {
    const page = renderHtml(sampleReport());
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1];
    const hashOf = (tag: string): string => {
      const text = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page)?.[1] ?? '';
      return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    };
    const sources = `style-src ${hashOf('style')}; script-src ${hashOf('script')}`;
    expect(policy).toBe(`default-src 'none'; ${sources}; base-uri 'none'; form-action 'none'`);
    expect(page).not.toMatch(/https?:|src=|url\(|@import| style=/);
    expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<style>'));
  });

  it('links every failed matrix cell to its findings, and every link has a target', () => {
    const page = renderHtml(comparedSample());
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]);
    expect(targets).toContain('finding-a3f0c112');
    for (const target of targets) expect(page).toContain(`id="${target}"`);
  });

  it('begins with the required fixes: the messages of few findings, or only the numbers of many findings', () => {
    const few = /aria-labelledby="fixes"[^]*?<\/section>/.exec(renderHtml(sampleReport()))?.[0] ?? '';
    expect(few).toContain('Fix the surface (cli) <small>1 finding</small>');
    expect(few).toContain('<a href="#finding-1c9e77b4">Finding 2</a>: The request target splits');
    expect(few).toContain('Repair: Percent-encode reserved characters');
    expect(few).toContain('inconclusive</span></span>\ngetItem on mcp (mock): Only 3 of 120 cases');
    const many =
      /aria-labelledby="fixes"[^]*?<\/section>/.exec(renderHtml(largeReport(), { maxFindings: 10 }))?.[0] ?? '';
    expect(many).toContain('>2</a>, <a href="#finding-00140001">5</a>, <a');
    expect(many).toContain('>8</a> and 9 more');
    const [only] = sampleReport().findings;
    const single = { ...sampleReport(), findings: only === undefined ? [] : [only], cells: [] };
    expect(renderHtml(single)).not.toContain('id="fixes"');
  });

  it('begins with the statement about a release, its reasons, and the changes', () => {
    const page = renderHtml(comparedSample());
    expect(/<div class="verdict[^]*?<\/ul>/.exec(page)?.[0]).toContain('Not ready to release');
    expect(/<div class="verdict[^]*?<\/ul>/.exec(page)?.[0]).toContain('since 0.0.9 (1111111, 2026-02-01)');
    const changes = /aria-labelledby="changes"[^]*?<\/section>/.exec(page)?.[0] ?? '';
    expect(changes).toContain('1 regression</p>');
    expect(changes).toContain(
      '<a href="#finding-a3f0c112">Finding 1</a> createItem on sdk_typescript: The request body',
    );
    expect(changes).toContain('An earlier fault.');
    expect(changes).toContain('Unchanged: 4 findings.');
    const history = /aria-labelledby="history"[^]*?<\/section>/.exec(page)?.[0] ?? '';
    expect(history.indexOf('0.1.0 (4f1c2ab)')).toBeLessThan(history.indexOf('0.0.9 (1111111)'));
    expect(history).toMatch(/<summary>1 cell with different results[^]*getItem<small>mcp[^]*inconclusive[^]*pass/);
    expect(renderHtml(sampleReport())).not.toMatch(/id="changes"|id="history"/);
  });

  it('states `Ready to release` only for a whole run that passed, not for a partial run', () => {
    const { header, footer, cells, ...rest } = sampleReport();
    const passed: Report = {
      ...rest,
      header,
      findings: [],
      notes: [],
      cells: cells.slice(0, 1).map((cell) => ({ ...cell, verdict: 'pass', findings: [] })),
      ...(footer && { footer: { ...footer, verdict: 'pass', exitCode: 0 } }),
    };
    expect(renderHtml(passed)).toContain('<strong>Ready to release</strong>');
    const scope = { surfaces: { selected: ['rest'], leftOut: ['cli'] } };
    const part = renderHtml({ ...passed, header: { ...header, scope } });
    expect(part).toContain('<div class="verdict inconclusive">');
    expect(part).toContain('Not ready to release</strong></p>\n<ul><li>Only a part was checked: only surface rest');
    expect(part).toContain('Pass: every surface conforms');
  });

  it('explains each verdict that the matrix contains', () => {
    const legendOf = (report: Report): string => /<div class="legend">[^]*?<\/div>/.exec(renderHtml(report))?.[0] ?? '';
    expect(legendOf(sampleReport())).toContain('fail, waived</span>: every finding of the cell is waived');
    expect(legendOf({ ...sampleReport(), findings: [] })).not.toContain('waived');
  });

  it('gives every landmark a unique name, and links to every section', () => {
    const page = renderHtml(comparedSample());
    const names = [
      ...page.matchAll(
        /<(?:section|nav|form|div role="region"|div class="scroll" role="region")[^>]* aria-label(?:ledby)?="([^"]*)"/g,
      ),
    ];
    const sections = [...page.matchAll(/<section aria-labelledby="([^"]*)"/g)].map((match) => match[1]);
    expect(new Set(names.map((match) => match[1])).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(sections.length + 2);
    for (const id of sections) expect(/<nav[^]*?<\/nav>/.exec(page)?.[0]).toContain(`href="#${id}"`);
  });

  it('counts the findings that it does not show', () => {
    const page = renderHtml(sampleReport(), { maxFindings: 2 });
    expect(page.match(/<article /g)).toHaveLength(2);
    expect(page).toContain('3 more findings are in <code>report.ndjson</code>');
  });

  it('shows a report without a footer as interrupted, even if it is empty', () => {
    const { footer: _footer, ...rest } = sampleReport();
    expect(renderHtml({ ...rest, cells: [], findings: [], notes: [] })).toContain(
      'Interrupted: this report contains only the results up to the interruption',
    );
  });

  it('shows two hundred operations on six surfaces, and hides passed operations', () => {
    const page = renderHtml(largeReport());
    expect(page.length).toBeLessThan(1_000_000);
    expect(page).toContain('id="attention" autocomplete="off" checked>');
    expect(page.match(/<tbody id="\w+" class="calm">/g)).toHaveLength(188);
  });
});

const TAGS = [
  'a article body button code dd details div dl dt figcaption figure footer form h1 h2 h3 head header html input label',
  'li main mark meta nav option p pre script section select small span strong style summary table tbody td th thead time title tr',
  'ul',
].flatMap((names) => names.split(' '));

function withText(text: string): Report {
  const report = sampleReport();
  const [entry] = report.findings;
  if (entry === undefined) throw new Error('the sample has lost its findings');
  const free = {
    rule: text,
    message: text,
    repair: text,
    source: text,
    pointer: `/${text}`,
    expected: text,
    received: text,
  };
  const finding = { ...entry.finding, surfaces: [text], ...free };
  return {
    ...report,
    header: { ...report.header, tool: text, commit: text },
    findings: [{ ...entry, finding, replay: text }],
  };
}

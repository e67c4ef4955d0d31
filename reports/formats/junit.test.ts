import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../contract/fixtures/any-character.js';
import { renderJunit } from './junit.js';
import type { Report } from '../report.js';
import { safeReport } from '../stream/safe-entry.js';
import { hostileReport } from '../sample/hostile-report.js';
import { largeReport } from '../sample/large-report.js';
import { sampleReport } from '../sample/sample-report.js';
import { xmlFault } from '../sample/well-formed.js';
import { xmlAttribute, xmlText } from '../text/xml-text.js';

const suiteOf = (xml: string, name: string): string =>
  new RegExp(`<testsuite name="${name}"[^]*?</testsuite>`).exec(xml)?.[0] ?? '';

describe('renderJunit', () => {
  it('matches its snapshot', async () => {
    await expect(renderJunit(safeReport(hostileReport(), (value) => value))).toMatchFileSnapshot(
      '../snapshots/hostile.junit.xml',
    );
  });

  it.each([
    ['sample', sampleReport],
    ['hostile', hostileReport],
    ['large', largeReport],
    ['empty', emptyReport],
  ])('writes well-formed XML for the %s report', (_name, make) => {
    expect(xmlFault(renderJunit(make()))).toBeUndefined();
  });

  it('the XML checker of these tests rejects malformed XML', () => {
    for (const text of [
      '<a>',
      '<a b="<"/>',
      '</a>',
      '<a>&</a>',
      '<a>\u0000</a>',
      '<a>]]></a>',
      '<a>\ufffe</a>',
      '<a b="\ud800"/>',
    ]) {
      expect(xmlFault(text)).toBeDefined();
    }
  });

  it.each([
    [
      'a rule that was not broken becomes a passed test',
      'rest on reference',
      '<testcase classname="rest.reference.createItem" name="parity/same-request" time="0.',
    ],
    [
      'an open finding becomes a failed test',
      'cli on reference',
      '<failure type="conformance/request-target" message="The request target splits',
    ],
    [
      'a waived finding becomes a skipped test',
      'rest on mock',
      '<skipped message="waived: A valid input was rejected with 422.">',
    ],
    [
      'an operation that was not verified becomes an error',
      'mcp on mock',
      '<error type="inconclusive" message="Only 3 of 120 cases were accepted',
    ],
    [
      'a finding without an operation is in the suite of the run',
      'run',
      '<testcase classname="mcp" name="inventory/tools-match d00d1e5f">',
    ],
    [
      'a note of severity error becomes an error',
      'run',
      '<error type="waiver-stale" message="The waiver `conformance/allow-header` on mcp',
    ],
  ])('%s', (_name, suite, want) => {
    expect(suiteOf(renderJunit(sampleReport()), suite)).toContain(want);
  });

  it('contains the measured times, whose sum is the total time', () => {
    const xml = renderJunit(sampleReport());
    const times = (pattern: RegExp): readonly number[] => [...xml.matchAll(pattern)].map((match) => Number(match[1]));
    const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0);
    const measured = sum(sampleReport().footer?.times?.map(({ durationMs }) => durationMs) ?? []) / 1000;
    expect(measured).toBeGreaterThan(1);
    for (const element of ['testsuites', 'testsuite', 'testcase'])
      expect(sum(times(new RegExp(`<${element} [^>]*time="([\\d.]+)"`, 'g')))).toBeCloseTo(measured, 1);
  });

  it('contains no times for an interrupted run', () => {
    const { footer: _, ...report } = sampleReport();
    expect(renderJunit(report)).not.toContain(' time="');
  });

  it('counts tests, failures, errors and skipped tests', () => {
    const xml = renderJunit(sampleReport());
    const count = (pattern: RegExp): number => (xml.match(pattern) ?? []).length;
    const said = [
      ...(/<testsuites [^>]*>/.exec(xml)?.[0] ?? '').matchAll(/(?:tests|failures|errors|skipped)="(\d+)"/g),
    ];
    expect(said.map((match) => Number(match[1]))).toStrictEqual([
      count(/<testcase /g),
      count(/<failure /g),
      count(/<error /g),
      count(/<skipped /g),
    ]);
  });

  it('shows a finding in full only once, even if it occurs for many operations', () => {
    const xml = renderJunit(sampleReport());
    expect(xml.match(/finding 1c9e77b4\n/g)).toHaveLength(1);
    expect(xml).toContain('finding 1c9e77b4, shown in full at cli.reference.getItem\nrepair: Percent-encode');
  });

  it('reports an interrupted run as an error', () => {
    const { footer: _footer, ...rest } = sampleReport();
    expect(suiteOf(renderJunit(rest), 'run')).toContain('<error type="interrupted"');
  });
});

describe('xmlText and xmlAttribute', () => {
  it('the escaped text and attribute are well-formed XML for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(xmlFault(`<a b="${xmlAttribute(text)}">${xmlText(text)}</a>`)).toBeUndefined();
      }),
    );
  });
});

function emptyReport(): Report {
  return { ...sampleReport(), cells: [], findings: [], notes: [] };
}

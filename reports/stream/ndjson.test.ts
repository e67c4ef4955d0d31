import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../contract/fixtures/any-character.js';
import type { CaseInput } from '../../contract/case.js';
import type { Json } from '../../contract/json/json.js';
import { entryLine, renderNdjson } from './ndjson.js';
import { readReport } from './read-report.js';
import type { FindingEntry, Report } from '../report.js';
import { safeReport } from './safe-entry.js';
import { hostileReport } from '../sample/hostile-report.js';
import { largeReport } from '../sample/large-report.js';
import { sampleFindings } from '../sample/sample-findings.js';
import { sampleReport } from '../sample/sample-report.js';

const safe = (report: Report): Report => safeReport(report, (value) => value);

describe('renderNdjson', () => {
  it('matches its snapshot', async () => {
    await expect(renderNdjson(safe(sampleReport()))).toMatchFileSnapshot('../snapshots/sample.ndjson');
  });

  it.each([
    ['the sample report', sampleReport],
    ['a report with hostile texts', hostileReport],
    ['a large report without a footer', largeReport],
  ])('writes a report that is read back unchanged: %s', (_name, make) => {
    const report = safe(make());
    const text = renderNdjson(report);
    expect(readReport(text)).toStrictEqual({ kind: 'report', report });
    expect(readReport(Buffer.from(text))).toStrictEqual({ kind: 'report', report });
  });

  it('writes a report that is read back unchanged, for any values in findings', () => {
    const json = fc.jsonValue({ stringUnit: anyCharacter }) as fc.Arbitrary<Json>;
    const named = fc.dictionary(fc.string(), json, { noNullPrototype: true });
    const input = fc.record({ path: named, body: json }, { requiredKeys: [] }) as fc.Arbitrary<CaseInput>;
    const values = fc.array(fc.tuple(fc.string({ unit: anyCharacter }), json, json, input), {
      minLength: 10,
      maxLength: 20,
    });
    fc.assert(
      fc.property(values, (each) => {
        const findings = each.map((tuple, index) => withValues(...tuple, index.toString(16).padStart(8, '0')));
        const report = safe({ ...sampleReport(), cells: [], notes: [], findings });
        const text = renderNdjson(report);
        expect(readReport(text)).toStrictEqual({ kind: 'report', report });
        expect(text.split('\n')).toHaveLength(findings.length + 4);
        expect(text).not.toMatch(/[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|[^\n\P{Cc}]/u);
      }),
      { numRuns: 10 },
    );
  });

  it('writes the same bytes for any order of keys', () => {
    const backwards = (value: Json): Json => {
      if (typeof value !== 'object' || value === null) return value;
      if (Array.isArray(value)) return (value as readonly Json[]).map(backwards);
      return Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([key, member]) => [key, backwards(member)]),
      );
    };
    const entry = withValues('', { b: 1, a: { d: 1, c: [{ f: 1, e: 1 }] } }, null, {});
    expect(entryLine(backwards(entry as unknown as Json) as unknown as FindingEntry)).toBe(entryLine(entry));
  });

  it('keeps the order of the members of an input', () => {
    const line = entryLine(withValues('', null, { b: 1, a: 2 }, { body: { b: 1, a: 2 } }));
    expect(line).toContain('"received":{"a":2,"b":1}');
    expect(line).toContain('"input":{"body":{"b":1,"a":2}}');
  });
});

function withValues(message: string, expected: Json, received: Json, input: CaseInput, id = '00000000'): FindingEntry {
  const [entry] = sampleFindings();
  const counterexample = entry?.finding.counterexample;
  if (entry === undefined || counterexample === undefined) throw new Error('the sample has lost its first finding');
  return {
    ...entry,
    finding: { ...entry.finding, id, message, expected, received, counterexample: { ...counterexample, input } },
  };
}

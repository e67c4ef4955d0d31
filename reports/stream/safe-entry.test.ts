import { describe, expect, it } from 'vitest';
import type { Json } from '../../contract/json/json.js';
import type { Proof } from '../../rules/proof.js';
import { renderAnnotations } from '../formats/annotations.js';
import { renderHtml } from '../html/html.js';
import { renderJunit } from '../formats/junit.js';
import { entryLine, renderNdjson } from './ndjson.js';
import { readReport } from './read-report.js';
import { redactor } from './redact.js';
import type { FindingEntry, Report } from '../report.js';
import { safeEntry, safeReport } from './safe-entry.js';
import { hostileReport } from '../sample/hostile-report.js';
import { sampleFindings } from '../sample/sample-findings.js';
import { sampleReport } from '../sample/sample-report.js';
import { renderSummary } from '../summary/summary.js';
import { renderTerminal } from '../terminal/terminal.js';

const SECRET = 'hunter2-hunter2';

describe('safeEntry', () => {
  it('redacts the secret in every text of every entry', () => {
    const safe = safeReport(leaking(sampleReport()), redactor([SECRET]));
    const outputs = [
      JSON.stringify(safe),
      renderNdjson(safe),
      renderHtml(safe),
      renderJunit(safe),
      renderSummary(safe),
      renderAnnotations(safe),
      renderTerminal(safe, { colour: false, width: 100 }),
    ];
    for (const output of outputs) {
      expect(output).toContain('[redacted]');
      expect(output).not.toContain(SECRET);
    }
  });

  it('redacts every spelling of the secret in every text of a proof', () => {
    const basic = Buffer.from(`user:${SECRET}`).toString('base64');
    const text = `curl "$BASE_URL/items?api_key=${SECRET}&k=${encodeURIComponent(SECRET)}" -H 'Authorization: Basic ${basic}' -H 'Cookie: sid=${SECRET}'`;
    const headers = [
      ['authorization', `Basic ${basic}`],
      ['cookie', `sid=${SECRET}`],
      [SECRET, text],
    ] as const;
    const exchanges = [
      { request: { method: 'GET', target: text, headers, body: text }, response: { status: 200, headers, body: text } },
    ];
    const call = { surface: 'cli', exchanges, outcome: text };
    const proof: Proof = {
      ...call,
      sibling: { ...call, surface: 'rest' },
      serviceLog: text,
      surfaceLog: text,
      curl: text,
    };
    const safe = safeEntry(withFinding({ proof: proof as unknown as Json }), redactor([SECRET])) as FindingEntry;
    const report: Report = { ...sampleReport(), findings: [safe] };
    const outputs = [
      entryLine(safe),
      renderHtml(report),
      renderJunit(report),
      renderSummary(report),
      renderTerminal(report, { colour: false, width: 100 }),
    ];
    for (const output of outputs) {
      expect(output).toContain('[redacted]');
      for (const secret of [SECRET, basic, basic.slice(8)]) expect(output).not.toContain(secret);
    }
    expect(readReport(renderNdjson(report)).kind).toBe('report');
  });

  it('keeps a report readable, even if a secret equals a keyword of the report format', () => {
    const words =
      'finding regression counterexample reference configured interrupted contract-parity-report /body/description'.split(
        ' ',
      );
    const safe = safeReport(sampleReport(), redactor(words));
    expect(readReport(renderNdjson(safe)).kind).toBe('report');
  });

  it.each<[string, { given: Json; part: string; cut: readonly string[] | undefined }]>([
    ['an expected value that is too long', { given: 'x'.repeat(400_000), part: 'expected', cut: ['/expected'] }],
    [
      'a received value that is too long',
      { given: Array.from({ length: 6000 }, () => 0), part: 'received', cut: ['/received'] },
    ],
    ['no member, because the value is short enough', { given: 'x'.repeat(200_000), part: 'received', cut: undefined }],
  ])('names shortened members in `cut`: %s', (_name, { given, part, cut }) => {
    const safe = safeEntry(withFinding({ [part]: given }), (value) => value) as FindingEntry;
    expect(safe.cut).toStrictEqual(cut);
    expect(entryLine(safe).length).toBeLessThan(300_000);
  });

  it('keeps the items that differ between two lists, also after the report is read back', () => {
    const items = Array.from({ length: 20 }, (_, id) => ({ id }));
    const safe = safeEntry(
      withFinding({ expected: items, received: items.toSpliced(7, 1) }),
      (value) => value,
    ) as FindingEntry;
    expect(safe.finding.expected).toStrictEqual(['…[7 equal items]', { id: 7 }, '…[12 equal items]']);
    expect(safe.finding.received).toStrictEqual(['…[7 equal items]', '…[12 equal items]']);
    expect(safe.cut).toStrictEqual(['/expected', '/received']);
    expect(safeEntry(safe, (value) => value)).toStrictEqual(safe);
  });

  it('shortens each part of an input separately', () => {
    const counterexample = {
      ...sampleFindings()[0]?.finding.counterexample,
      input: { path: { id: 'a' }, body: 'x'.repeat(1_000_000) },
    };
    const safe = safeEntry(withFinding({ counterexample }), (value) => value) as FindingEntry;
    expect(safe.cut).toStrictEqual(['/counterexample/input/body']);
    expect(safe.finding.counterexample?.input.path).toStrictEqual({ id: 'a' });
  });

  it('keeps only the first violations in the evidence of a finding', () => {
    const evidence = Array.from({ length: 300 }, (_, index) => ({
      rule: 'a/b',
      surface: 'cli',
      pointer: '',
      message: `${index}`,
    }));
    const safe = safeEntry(withFinding({ evidence }), (value) => value) as FindingEntry;
    expect(safe.finding.evidence).toHaveLength(200);
    expect(safe.cut).toStrictEqual(['/evidence']);
  });

  it('safeEntry is idempotent', () => {
    const once = safeReport(hostileReport(), redactor([SECRET]));
    expect(safeReport(once, redactor([SECRET]))).toStrictEqual(once);
  });
});

function withFinding(members: object): FindingEntry {
  const [entry] = sampleFindings();
  return { ...entry, finding: { ...entry?.finding, ...members } } as FindingEntry;
}

/**
 * A report that contains the secret in every free string: in values, in keys of values and in messages. Words that the
 * format defines stay unchanged.
 */
function leaking(report: Report): Report {
  const [entry] = report.findings;
  const [note] = report.notes;
  if (entry === undefined || note === undefined) throw new Error('the sample has lost its entries');
  const text = `before ${SECRET} after`;
  const finding = {
    ...entry.finding,
    message: text,
    repair: text,
    source: text,
    pointer: `/body/${SECRET}`,
    expected: { [SECRET]: text },
    received: [text],
    evidence: [{ rule: 'a/b', surface: text, pointer: `/${SECRET}`, message: text }],
    counterexample: {
      ...entry.finding.counterexample,
      provenance: { kind: 'valid', name: text },
      input: { header: { authorization: text }, body: { [SECRET]: [text] } },
    },
    location: { file: text, line: 1, column: 1, pointer: '' },
  };
  return {
    ...report,
    header: { ...report.header, tool: text, commit: SECRET },
    cells: report.cells.map((cell) => ({ ...cell, verdict: 'error' as const, reason: text })),
    findings: [
      { ...entry, finding, replay: text, waiver: { reason: text, owner: text, expires: '2026-12-31' } } as FindingEntry,
    ],
    notes: [{ ...note, code: text, message: text, repair: text }],
  };
}

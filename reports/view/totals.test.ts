import { describe, expect, it } from 'vitest';
import type { Report } from '../report.js';
import { sampleReport } from '../sample/sample-report.js';
import { findingsInOrder, outcomeSentence, reportTotals } from './totals.js';

const sample = sampleReport();
const { footer, ...withoutFooter } = sample;

describe('reportTotals', () => {
  it.each<[string, { given: Report; verdict: string; sentence: string }]>([
    [
      'a failure',
      {
        given: sample,
        verdict: 'fail',
        sentence: '4 findings, and 1 waived; 1 cell could not be verified; 1 error; 24 cells and 2,880 cases checked',
      },
    ],
    [
      'an interruption without a footer',
      {
        given: { ...withoutFooter, cells: [], findings: [], notes: [] },
        verdict: 'interrupted',
        sentence: 'no findings; 0 cells and 0 cases checked',
      },
    ],
    [
      'an interruption with a footer',
      {
        given: { ...withoutFooter, footer: { ...footer, interrupted: true } as never, findings: [], notes: [] },
        verdict: 'interrupted',
        sentence: 'no findings; 1 cell could not be verified; 24 cells and 2,880 cases checked',
      },
    ],
    [
      'only waived findings',
      {
        given: {
          ...sample,
          cells: [],
          notes: [],
          findings: sample.findings.filter((entry) => entry.disposition === 'waived'),
        },
        verdict: 'fail',
        sentence: '1 finding, all waived; 0 cells and 0 cases checked',
      },
    ],
  ])('states the verdict and the numbers: %s', (_name, { given, verdict, sentence }) => {
    const totals = reportTotals(given);
    expect(totals.verdict).toBe(verdict);
    expect(outcomeSentence(totals)).toBe(sentence);
  });
});

describe('findingsInOrder', () => {
  it('puts findings to fix before waived ones, MUST before SHOULD, and otherwise keeps the order', () => {
    const ids = findingsInOrder(sample).map(({ finding }) => finding.id);
    expect(ids).toStrictEqual(['a3f0c112', '1c9e77b4', 'd00d1e5f', '5b2d8e90', '77aa01ff']);
  });

  const [first] = sample.findings;
  if (first === undefined) throw new Error('the sample has no findings');
  const many = (count: number, finding: Partial<typeof first.finding>): typeof sample.findings =>
    Array.from({ length: count }, () => ({ ...first, finding: { ...first.finding, ...finding } }));
  const lint = { rule: 'contract/a', blame: 'contract', kind: 'lint' } as const;
  const rulesOf = (findings: typeof sample.findings, max: number): readonly string[] =>
    findingsInOrder({ ...sample, findings })
      .slice(0, max)
      .map(({ finding: { rule } }) => rule);

  it('puts findings about behaviour before findings of the lint', () => {
    const service = { rule: 'state/a', severity: 'should' } as const;
    expect(rulesOf([...many(1, lint), ...many(1, service)], 2)).toEqual(['state/a', 'contract/a']);
  });

  it('the first findings include every rule, even if one rule has many findings', () => {
    const findings = [...many(60, lint), ...many(60, { rule: 'state/a' }), ...many(1, { rule: 'state/b' })];
    expect(new Set(rulesOf(findings, 50))).toEqual(new Set(['state/a', 'state/b', 'contract/a']));
  });
});

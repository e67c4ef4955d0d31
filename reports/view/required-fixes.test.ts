import { describe, expect, it } from 'vitest';
import { requiredFixes, unverified } from './required-fixes.js';
import { largeReport } from '../sample/large-report.js';
import { sampleReport } from '../sample/sample-report.js';

describe('requiredFixes', () => {
  it('lists the rules to fix by owner, the most severe first, without waived findings', () => {
    const listed = requiredFixes(sampleReport()).map(({ owner, count, fixes }) => [
      owner,
      count,
      fixes.map(({ rule }) => rule),
    ]);
    expect(listed).toStrictEqual([
      ['the surface (sdk_typescript)', 1, ['parity/same-request']],
      ['the surface (cli)', 1, ['conformance/request-target']],
      ['the surface (mcp)', 1, ['inventory/tools-match']],
      ['the service behind the surfaces', 1, ['conformance/response-schema']],
    ]);
  });

  it('groups the findings of one rule, with their numbers on the page', () => {
    const [first] = requiredFixes(largeReport());
    expect(first?.count).toBe(12);
    expect(first?.fixes.map(({ findings }) => findings.map(({ number }) => number))).toStrictEqual([
      [1, 4, 7, 10, 13, 21, 24, 27, 30, 33, 36, 39],
    ]);
  });
});

describe('the function unverified', () => {
  it('lists each reason once, with every matrix cell to which it applies', () => {
    const report = sampleReport();
    const cells = report.cells.map((cell) =>
      cell.surface === 'cli' ? { ...cell, verdict: 'error' as const, reason: 'gone' } : cell,
    );
    const listed = unverified({ ...report, cells }).map(({ verdict, reason, cells: of }) => [
      verdict,
      reason,
      of.length,
    ]);
    expect(listed).toStrictEqual([
      ['error', 'gone', 6],
      ['inconclusive', 'Only 3 of 120 cases were accepted; a cell needs at least 10.', 1],
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../contract/operation.js';
import type { Evidence, Finding } from '../../../rules/finding.js';
import { evidenceGroups, evidenceText } from './evidence-groups.js';
import { sampleFindings } from '../../sample/sample-findings.js';

const [sample] = sampleFindings();

function textsOf(evidence: readonly Evidence[]): readonly string[] {
  if (sample === undefined) throw new Error('the sample has no findings');
  const finding: Finding = {
    ...sample.finding,
    rule: 'a/own',
    pointer: '/body/a',
    operations: ['createItem' as OperationId],
    evidence,
  };
  return evidenceGroups(finding).map(evidenceText);
}

function sign(rule: string, surface: string, message = 'm', pointer = '/body/a', operation = 'createItem'): Evidence {
  return { rule, surface, message, pointer, operation: operation as OperationId };
}

describe('evidence of a finding', () => {
  it.each<readonly [string, readonly Evidence[], readonly string[]]>([
    ['a finding without evidence', [], []],
    [
      'evidence of the same rule on other surfaces',
      [sign('a/own', 'mcp', 'x'), sign('a/own', 'cli', 'y')],
      ['also on mcp, cli'],
    ],
    ['evidence of the same rule on the same surface', [sign('a/own', 'sdk_typescript')], []],
    [
      'evidence of the same rule for a different operation',
      [sign('a/own', 'mcp', 'x', '/body/b', 'getItem')],
      ['also on mcp; getItem; at /body/b'],
    ],
    [
      'evidence of a different rule with one message',
      [sign('b/c', 'mcp'), sign('b/c', 'cli'), sign('b/c', 'cli', 'm', '/x')],
      ['b/c on mcp, cli; at /x: m'],
    ],
    [
      'evidence of a different rule with two messages',
      [sign('b/c', 'mcp', 'x'), sign('b/c', 'mcp', 'y')],
      ['b/c on mcp: x', 'b/c on mcp: y'],
    ],
    [
      'evidence of a different rule with many messages',
      Array.from({ length: 9 }, (_, index) => sign('b/c', `s${index}`, `m${index}`)),
      ['b/c on s0, s1, s2, s3, s4, s5 and 3 others; 9 messages, the first of which is: m0'],
    ],
    [
      'evidence of several other rules',
      [sign('b/c', 'mcp'), sign('d/e', 'mcp'), sign('b/c', 'cli')],
      ['b/c on mcp, cli: m', 'd/e on mcp: m'],
    ],
  ])('evidence is summarised by rule and message: %s → $2', (_, evidence, want) => {
    expect(textsOf(evidence)).toEqual(want);
  });
});

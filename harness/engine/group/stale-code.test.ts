import { caseOf } from '../../../contract/fixtures/cases.js';
import type { CaseInput } from '../../../contract/case.js';
import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../contract/operation.js';
import type { Finding } from '../../../rules/finding.js';
import { findingOf as finding } from './fixtures/findings.js';
import { joinStaleCode } from './stale-code.js';

const OPERATION = 'createItem' as OperationId;
const CASE = caseOf(OPERATION);

function grouped(findings: readonly Finding[]): readonly Finding[] {
  return joinStaleCode(findings.map((each) => ({ finding: each, cells: new Set<string>() }))).map(
    (found) => found.finding,
  );
}

describe('a finding of stale generated code gets other findings as evidence', () => {
  it('a finding of stale generated code explains only findings of the same surface', () => {
    const stale = finding({ id: '00000001', rule: 'freshness/current', kind: 'stale', operations: [], backends: [] });
    const own = finding({ id: '00000002' });
    const other = finding({ id: '00000003', surfaces: ['cli'] });
    const contract = finding({ id: '00000004', surfaces: [], blame: 'contract' });
    const kept = grouped([stale, own, other, contract]);
    expect(kept.map(({ id }) => id)).toEqual(['00000001', '00000003', '00000004']);
    expect(kept[0]).toMatchObject({
      operations: [OPERATION],
      evidence: [{ rule: 'parity/same-request', surface: 'mcp' }],
    });
  });

  it('findings do not change if no generated code is stale', () => {
    const findings = [finding({}), finding({ id: '00000002', surfaces: ['cli'] })];
    expect(grouped(findings)).toEqual(findings);
  });
});

describe('a finding of a missing operation gets other findings as evidence', () => {
  const offered = { id: '00000001', rule: 'inventory/offered', backends: [] };
  const own = finding({ id: '00000002' });

  it.each<[string, Partial<Finding>, Partial<Finding>, boolean]>([
    ['a missing operation explains a finding of the same operation', { kind: 'missing' }, {}, true],
    ['a renamed operation explains a finding of the same operation', { kind: 'renamed' }, {}, true],
    [
      'a missing operation does not explain a finding of a different operation',
      { kind: 'missing' },
      { operations: ['getItem' as OperationId] },
      false,
    ],
    [
      'a missing operation does not explain a finding that also concerns a second operation',
      { kind: 'missing' },
      { operations: [OPERATION, 'getItem' as OperationId] },
      false,
    ],
    [
      'a missing operation does not explain a finding of a different surface',
      { kind: 'missing' },
      { surfaces: ['cli'] },
      false,
    ],
    ['a missing operation does not explain a fault of the service', { kind: 'missing' }, { blame: 'backend' }, false],
    [
      'an offered operation that is not in the contract explains no finding',
      { kind: 'unexpected', operations: [] },
      {},
      false,
    ],
    [
      'a missing operation does not explain a finding about the package of the surface',
      { kind: 'missing' },
      { rule: 'registry/console-command' },
      false,
    ],
    [
      'a missing argument explains a finding whose case needs it',
      differing(['limit', 'cursor'], ['cursor', 'max']),
      smallest({ query: { limit: 1 } }),
      true,
    ],
    [
      'an argument that the surface has does not explain a finding whose case needs it',
      differing(['limit', 'cursor'], ['cursor', 'max']),
      smallest({ query: { cursor: 'a' } }),
      false,
    ],
    [
      'a missing flag explains a finding whose case needs it',
      differing(['--item-id', '--limit'], ['--limit']),
      smallest({ path: { item_id: 'a' } }),
      true,
    ],
    [
      'a flag that the surface has does not explain a finding whose case needs it',
      differing(['--item-id', '--limit'], ['--limit']),
      smallest({ query: { limit: 1 } }),
      false,
    ],
    [
      'a missing flag for the body explains a finding whose case needs the body',
      differing(['--body', '--body-file'], ['--body']),
      smallest({ body: 'abc' }),
      true,
    ],
    [
      'a missing body argument explains a finding whose case needs the body',
      differing(['body'], []),
      smallest({ body: null }),
      true,
    ],
  ])('a finding becomes evidence only of the inventory finding that explains it: %s', (_, cause, other, want) => {
    const kept = grouped([finding({ ...own, ...other }), finding({ ...offered, ...cause })]);
    expect(kept.map(({ id }) => id)).toEqual(want ? ['00000001'] : ['00000002', '00000001']);
    if (want) expect(kept[0]?.evidence).toHaveLength(1);
  });

  it('stale generated code explains a missing operation, and also the findings that the missing operation explains', () => {
    const stale = finding({ id: '00000003', rule: 'freshness/current', kind: 'stale', operations: [], backends: [] });
    const [only, ...others] = grouped([own, finding({ ...offered, kind: 'missing' }), stale]);
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      id: '00000003',
      evidence: [{ rule: 'parity/same-request' }, { rule: 'inventory/offered' }],
    });
  });
});

function differing(expected: readonly string[], received: readonly string[]): Partial<Finding> {
  return { kind: 'inputs-differ', expected, received };
}

function smallest(input: CaseInput): Partial<Finding> {
  return { counterexample: { ...CASE, input } };
}

import { caseOf } from '../../../contract/fixtures/cases.js';
import type { CaseInput } from '../../../contract/case.js';
import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../contract/operation.js';
import type { Finding } from '../../../rules/finding.js';
import { joinStaleCode } from './stale-code.js';

const OPERATION = 'createItem' as OperationId;
const CASE = caseOf(OPERATION);

function grouped(findings: readonly Finding[]): readonly Finding[] {
  return joinStaleCode(findings.map((each) => ({ finding: each, cells: new Set<string>() }))).map(
    (found) => found.finding,
  );
}

function finding(given: Partial<Finding>): Finding {
  return {
    id: '00000000',
    rule: 'parity/same-request',
    severity: 'must',
    surfaces: ['mcp'],
    operations: [OPERATION],
    backends: ['reference'],
    pointer: '/body',
    kind: 'missing',
    message: 'm',
    expected: 1,
    received: 2,
    blame: 'surface',
    repair: 'r',
    source: 's',
    occurrences: 1,
    evidence: [],
    ...given,
  };
}

describe('stale code', () => {
  it('explains the findings of its own surface only', () => {
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

  it('does not change findings if no code is stale', () => {
    const findings = [finding({}), finding({ id: '00000002', surfaces: ['cli'] })];
    expect(grouped(findings)).toEqual(findings);
  });
});

describe('an operation that is not offered', () => {
  const offered = { id: '00000001', rule: 'inventory/offered', backends: [] };
  const own = finding({ id: '00000002' });

  it.each<[string, Partial<Finding>, Partial<Finding>, boolean]>([
    ['the operation is missing, and the finding is of the same operation', { kind: 'missing' }, {}, true],
    ['the operation is renamed, and the finding is of the same operation', { kind: 'renamed' }, {}, true],
    ['the finding is of a different operation', { kind: 'missing' }, { operations: ['getItem' as OperationId] }, false],
    [
      'the finding is also of a second operation',
      { kind: 'missing' },
      { operations: [OPERATION, 'getItem' as OperationId] },
      false,
    ],
    ['the finding is of a different surface', { kind: 'missing' }, { surfaces: ['cli'] }, false],
    ['the finding is a fault of the service', { kind: 'missing' }, { blame: 'backend' }, false],
    ['the surface offers an operation that is not in the contract', { kind: 'unexpected', operations: [] }, {}, false],
    ['the finding is of the package of the surface', { kind: 'missing' }, { rule: 'registry/console-command' }, false],
    [
      'the case needs an input that the surface lacks',
      differing(['limit', 'cursor'], ['cursor', 'max']),
      smallest({ query: { limit: 1 } }),
      true,
    ],
    [
      'the case needs an input that the surface has',
      differing(['limit', 'cursor'], ['cursor', 'max']),
      smallest({ query: { cursor: 'a' } }),
      false,
    ],
    [
      'the case needs a flag that the surface lacks',
      differing(['--item-id', '--limit'], ['--limit']),
      smallest({ path: { item_id: 'a' } }),
      true,
    ],
    [
      'the case needs a flag that the surface has',
      differing(['--item-id', '--limit'], ['--limit']),
      smallest({ query: { limit: 1 } }),
      false,
    ],
    [
      'the case needs a body flag that the surface lacks',
      differing(['--body', '--body-file'], ['--body']),
      smallest({ body: 'abc' }),
      true,
    ],
    ['the case needs a body that the surface lacks', differing(['body'], []), smallest({ body: null }), true],
  ])('explains only findings of the same operation: %s: %o %o', (_, cause, other, want) => {
    const kept = grouped([finding({ ...own, ...other }), finding({ ...offered, ...cause })]);
    expect(kept.map(({ id }) => id)).toEqual(want ? ['00000001'] : ['00000002', '00000001']);
    if (want) expect(kept[0]?.evidence).toHaveLength(1);
  });

  it('is explained by stale code, together with its consequences', () => {
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

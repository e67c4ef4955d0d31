import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../contract/operation.js';
import type { Finding } from '../../rules/finding.js';
import { type CellSubject, cell } from './cells.js';
import { absorbIntoStale } from './findings.js';
import type { Tally } from './trials.js';

const OPERATION = 'createItem' as OperationId;

function tally(counts: Partial<Omit<Tally, 'verified'>>): Tally {
  return { cases: 10, accepted: 5, rejected: 5, inexpressible: 0, missed: 0, verified: new Map(), ...counts };
}

describe('the verdict of a cell', () => {
  const cases: readonly (readonly [string, Partial<CellSubject>, string])[] = [
    ['all cases run, some accepted', {}, 'pass'],
    ['the surface did not start', { unavailable: 'no such file', tally: undefined }, 'inconclusive'],
    ['no case', { tally: tally({ cases: 0 }) }, 'inconclusive'],
    ['cases left undone', { tally: tally({ missed: 1 }) }, 'inconclusive'],
    ['nothing expressible', { tally: tally({ inexpressible: 10 }) }, 'inconclusive'],
    ['everything refused', { tally: tally({ accepted: 0, rejected: 10 }) }, 'inconclusive'],
    ['everything refused, as it should be', { tally: tally({ accepted: 0, rejected: 10 }), expectsAccepted: false }, 'pass'],
  ];
  it.each(cases)('%s', (_, given, want) => {
    const made = cell({
      group: 'create_item',
      operation: OPERATION,
      surface: 'cli',
      backend: 'reference',
      tally: tally({}),
      unavailable: undefined,
      expectsAccepted: true,
      ...given,
    });
    expect(made.verdict).toBe(want);
    expect(made.reason === undefined).toBe(want === 'pass');
  });

  it('counts the rules that cannot hold on a backend', () => {
    const on = (backend: CellSubject['backend']): readonly string[] =>
      cell({ group: 'g', operation: OPERATION, surface: 'cli', backend, tally: tally({}), unavailable: undefined, expectsAccepted: true })
        .inapplicable;
    // Of a stream that a script spells.
    expect(on('reference')).toEqual(['stream/resume', 'stream/parsed-alike']);
    expect(on('mock')).toContain('state/echo');
  });
});

describe('what is stale', () => {
  const finding = (given: Partial<Finding>): Finding => ({
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
  });

  it('carries the findings of its own surface, and of no other', () => {
    const stale = finding({ id: '00000001', rule: 'freshness/current', kind: 'stale', operations: [], backends: [] });
    const own = finding({ id: '00000002' });
    const other = finding({ id: '00000003', surfaces: ['cli'] });
    const contract = finding({ id: '00000004', surfaces: [], blame: 'contract' });
    const kept = absorbIntoStale([stale, own, other, contract]);
    expect(kept.map(({ id }) => id)).toEqual(['00000001', '00000003', '00000004']);
    expect(kept[0]).toMatchObject({ operations: [OPERATION], evidence: [{ rule: 'parity/same-request', surface: 'mcp' }] });
  });

  it('changes nothing where nothing is stale', () => {
    const findings = [finding({}), finding({ id: '00000002', surfaces: ['cli'] })];
    expect(absorbIntoStale(findings)).toEqual(findings);
  });
});

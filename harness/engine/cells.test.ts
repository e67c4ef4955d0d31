import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../contract/operation.js';
import { type CellSubject, cell } from './cells.js';
import type { Tally } from './trials.js';

const OPERATION = 'createItem' as OperationId;

function tally(counts: Partial<Omit<Tally, 'verified'>>): Tally {
  return { cases: 10, accepted: 5, rejected: 5, inexpressible: 0, missed: 0, refusals: new Set(['500', '400']), verified: new Map(), ...counts };
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
      withoutValues: [],
      ...given,
    });
    expect(made.verdict).toBe(want);
    expect(made.reason === undefined).toBe(want === 'pass');
  });

  it('says what no case could be made of', () => {
    const subject = { group: 'g', operation: OPERATION, surface: 'cli', backend: 'mock', tally: undefined, unavailable: undefined } as const;
    expect(cell({ ...subject, expectsAccepted: false, withoutValues: ['body'] }).reason).toBe(
      'no case was run: no value of `body` could be made; give it an example in the contract',
    );
  });

  it('says what was answered where nothing was accepted', () => {
    const reason = (answers: readonly string[]): string | undefined => {
      const refused = { ...tally({ accepted: 0, rejected: 10 }), refusals: new Set(answers) };
      const subject = { group: 'g', operation: OPERATION, surface: 'cli', backend: 'mock', tally: refused, unavailable: undefined } as const;
      return cell({ ...subject, expectsAccepted: true, withoutValues: [] }).reason;
    };
    expect(reason(['500', 'no reply', '401'])).toBe('not one case was accepted; what came: 401, 500, no reply');
    expect(reason(Array.from({ length: 99 }, (_, index) => String(400 + index)))).toMatch(/: 400, 401, 402, 403, 404, 405, …$/);
  });

  it('counts the rules that cannot hold on a backend', () => {
    const on = (backend: CellSubject['backend']): readonly string[] =>
      cell({ group: 'g', operation: OPERATION, surface: 'cli', backend, tally: tally({}), unavailable: undefined, expectsAccepted: true, withoutValues: [] })
        .inapplicable;
    // Of a stream that a script spells.
    expect(on('reference')).toEqual(['stream/resume', 'stream/parsed-alike']);
    expect(on('mock')).toContain('state/echo');
  });
});

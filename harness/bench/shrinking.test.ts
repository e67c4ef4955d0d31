import { beforeAll, describe, expect, it } from 'vitest';
import { contractAt, itemService } from '../../contract/fixtures/contracts.js';
import { MAX_SHRINK_CALLS } from '../engine/minimise/shrink.js';
import { median } from './runs/figure.js';
import { PLANTED } from './planted.js';
import { type Measured, callsText, measureShrinking } from './shrinking.js';

const SEED_FAULTS = PLANTED.slice(0, 10);

let measured: readonly Measured[];
beforeAll(async () => {
  measured = await measureShrinking([await itemService(), await contractAt('contract/science-runtime.openapi.yaml')]);
}, 120_000);

describe('counterexamples of planted faults', () => {
  it('every planted fault has a counterexample', () => {
    const found = new Set(measured.map(({ planted }) => planted));
    expect(PLANTED.filter((planted) => !found.has(planted)).map(({ name }) => name)).toEqual([]);
  });

  it('a counterexample is at most a tenth larger than the smallest hand-written one', () => {
    const larger = measured.filter(({ ratio }) => ratio > 1.1);
    expect(larger.map(({ planted, to }) => [planted.name, callsText(to)])).toEqual([]);
  });

  it('a shrunk counterexample still shows its fault', () => {
    expect(measured.filter(({ planted, to }) => !planted.shows(to)).map(({ planted }) => planted.name)).toEqual([]);
  });

  it('shrinking needs few calls, and counts every call', () => {
    const calls = (of: readonly Measured[]): readonly number[] => of.map((one) => one.calls);
    expect(median(calls(measured.filter(({ planted }) => SEED_FAULTS.includes(planted))))).toBeLessThanOrEqual(20);
    expect(median(calls(measured))).toBeLessThanOrEqual(20);
    expect(Math.max(...calls(measured))).toBeLessThanOrEqual(MAX_SHRINK_CALLS / 2);
  });

  it('a counterexample does not depend on the start case if there is a single smallest input', () => {
    const names = [
      'a joiner is dropped',
      'any label',
      'a leap day',
      'rounding to integers',
      'a slash in a path',
      'the event stream of any run',
    ];
    for (const name of names) {
      const ends = measured.filter(({ planted }) => planted.name === name).map(({ to }) => sorted(callsText(to)));
      expect([name, new Set(ends).size]).toEqual([name, 1]);
    }
  });
});

/** The JSON text with sorted members, to compare texts independently of the order of members. */
function sorted(text: string): string {
  return text.split(/[{},]/).toSorted().join();
}

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

describe('the counterexamples of planted faults', () => {
  it('exist for every fault', () => {
    const found = new Set(measured.map(({ planted }) => planted));
    expect(PLANTED.filter((planted) => !found.has(planted)).map(({ name }) => name)).toEqual([]);
  });

  it('are at most a tenth larger than the smallest hand-written ones', () => {
    const larger = measured.filter(({ ratio }) => ratio > 1.1);
    expect(larger.map(({ planted, to }) => [planted.name, callsText(to)])).toEqual([]);
  });

  it('show the fault that they were shrunk for', () => {
    expect(measured.filter(({ planted, to }) => !planted.shows(to)).map(({ planted }) => planted.name)).toEqual([]);
  });

  it('are found in few calls, and every call is counted', () => {
    const calls = (of: readonly Measured[]): readonly number[] => of.map((one) => one.calls);
    expect(median(calls(measured.filter(({ planted }) => SEED_FAULTS.includes(planted))))).toBeLessThanOrEqual(20);
    expect(median(calls(measured))).toBeLessThanOrEqual(20);
    expect(Math.max(...calls(measured))).toBeLessThanOrEqual(MAX_SHRINK_CALLS / 2);
  });

  it('do not depend on the start if there is a single smallest input', () => {
    const names = [
      'a joiner is dropped',
      'any label',
      'a leap day',
      'rounding to integers',
      'a slash in a path',
      'a stream of any run',
    ];
    for (const name of names) {
      const ends = measured.filter(({ planted }) => planted.name === name).map(({ to }) => sorted(callsText(to)));
      expect([name, new Set(ends).size]).toEqual([name, 1]);
    }
  });
});

/** The text with sorted members, to compare independently of their order. */
function sorted(text: string): string {
  return text.split(/[{},]/).toSorted().join();
}

import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { invalidRejected } from './invalid-rejected.js';

const DIGITS = { type: 'string', pattern: '^[0-9]+$' };

it.each<[string, number, number]>([
  ['Range', 200, 0],
  ['range', 200, 0],
  ['If-Modified-Since', 200, 0],
  ['Range', 401, 1],
  ['X-Depth', 200, 1],
])(
  'an invalid header may be ignored if HTTP states so: %s, answered %i (violations: %i)',
  async (name, status, want) => {
    const responses = { '200': { description: '' }, '400': { description: '' } };
    const get = { operationId: 'getPad', parameters: [{ name, in: 'header', schema: DIGITS }], responses };
    const contract = await contractOf({ paths: { '/pad': { get } } });
    const reject = { kind: 'rejected', keyword: 'pattern', pointer: `/header/${name}` } as const;
    const trial = trialOf(contract, 'getPad', { header: { [name]: 'a' } }, [{ response: replied(status, {}) }], {
      expect: reject,
    });
    expect(invalidRejected.check(trial, contextOf(contract))).toHaveLength(want);
  },
);

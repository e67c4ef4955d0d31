import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { invalidRejected } from './invalid-rejected.js';
import { responseBody } from './response-body.js';

const DIGITS = { type: 'string', pattern: '^[0-9]+$' };

it.each<[string, number, number]>([
  ['Range', 200, 0],
  ['Prefer', 200, 0],
  ['range', 200, 0],
  ['If-Modified-Since', 200, 0],
  ['Range', 401, 1],
  ['X-Depth', 200, 1],
])(
  'the service may ignore an invalid header only if HTTP permits it: `%s`, answered %i (violations: %i)',
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

it.each([
  ['return=minimal', 0],
  ['return=representation', 1],
])('the reply lacks its documented body after a request with `Prefer: %s` (violations: %i)', async (value, want) => {
  const content = { 'application/json': { schema: { type: 'object' } } };
  const parameters = [{ name: 'Prefer', in: 'header', schema: { type: 'string' } }];
  const post = { operationId: 'addPad', parameters, responses: { '201': { description: '', content } } };
  const contract = await contractOf({ paths: { '/pad': { post } } });
  const response = { ...replied(201), body: new Uint8Array(0) };
  const trial = trialOf(contract, 'addPad', { header: { Prefer: value } }, [{ response }]);
  expect(responseBody.check(trial, contextOf(contract))).toHaveLength(want);
});

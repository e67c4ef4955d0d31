import { expect, it } from 'vitest';
import type { Case, Expectation } from '../../../contract/case.js';
import type { Operation } from '../../../contract/operation.js';
import type { WireResponse } from '../../../surfaces/exchange.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Broken } from './judge.js';
import { countObservation, newTally } from './tally.js';
import { BESIDE_PATH } from './undecided.js';

const OPERATION = { id: 'getItem', responses: [{ status: '200' }] } as unknown as Operation;
const COVERAGE = { verified: [], blocked: [] };

const NO_CONTENT: Pick<WireResponse, 'headers' | 'body'> = { headers: [], body: new Uint8Array() };

function observation(
  expectation: Expectation,
  status?: number,
  changes: Partial<Case> = {},
  reply = NO_CONTENT,
): Observation {
  const exchanges = status === undefined ? [] : [{ request: {}, response: { kind: 'response', status, ...reply } }];
  return {
    surface: 'rest',
    case: { expect: expectation, ...changes },
    outcome: status === undefined ? { kind: 'refused', by: 'client', reason: '' } : { kind: 'problem', status },
    exchanges,
  } as unknown as Observation;
}

const BROKEN_PROMISE = { rule: { judgesCase: true }, violation: { surface: 'rest' } } as unknown as Broken;
const OTHER_SURFACE = { rule: { judgesCase: true }, violation: { surface: 'cli' } } as unknown as Broken;
const OTHER_RULE = { rule: {}, violation: { surface: 'rest' } } as unknown as Broken;
const INVALID = { kind: 'rejected', keyword: 'type', pointer: '' } as const;

it.each<[string, Observation, readonly Broken[], number]>([
  ['an invalid input that the service refuses counts as a correct refusal', observation(INVALID, 422), [], 1],
  [
    'a 404 for an invalid input does not count, because the item in the path may be unknown',
    observation({ ...INVALID, pointer: '/body/name' }, 404),
    [],
    0,
  ],
  [
    'a 404 for an invalid identifier counts as a correct refusal',
    observation({ ...INVALID, pointer: '/path/id' }, 404),
    [],
    1,
  ],
  ['an invalid input that the client refuses counts as a correct refusal', observation(INVALID), [], 1],
  ['a 404 for an unknown identifier counts as a correct refusal', observation({ kind: 'absent' }, 404), [], 1],
  [
    'a 404 for an identifier that may be unknown counts as a correct refusal',
    observation({ kind: 'accepted-or-absent' }, 404),
    [],
    1,
  ],
  ['a refused valid input does not count as a correct refusal', observation({ kind: 'accepted' }, 422), [], 0],
  ['a server error does not count as a correct refusal', observation(INVALID, 500), [], 0],
  [
    'a refusal with the wrong status does not count as a correct refusal',
    observation({ kind: 'unauthenticated' }, 403),
    [BROKEN_PROMISE],
    0,
  ],
  [
    'a correct refusal counts, even if another surface shows a wrong refusal',
    observation({ kind: 'unauthenticated' }, 401),
    [OTHER_SURFACE],
    1,
  ],
  [
    'a refusal with a wrong header counts as a correct refusal',
    observation({ kind: 'unauthenticated' }, 401),
    [OTHER_RULE],
    1,
  ],
  [
    'a scripted error status counts as a correct refusal',
    observation({ kind: 'accepted' }, 503, { reply: { status: 503, headers: [] } }),
    [],
    1,
  ],
])('counts the correct refusals of a cell: %s', (_name, given, broken, refused) => {
  const tally = newTally();
  countObservation(tally, OPERATION, given, COVERAGE, broken);
  expect(tally).toMatchObject({ accepted: 0, rejected: 1, refused });
});

it.each<[string, readonly (readonly [string, number])[], number, boolean]>([
  ['a 404 to an invalid body does not show it', [['/body/name', 404]], 0, true],
  ['a 409 to an invalid body does not show it', [['/body/name', 409]], 0, true],
  [
    'a 422 to one of two invalid bodies shows it',
    [
      ['/body/name', 404],
      ['/body/name', 422],
    ],
    1,
    false,
  ],
  [
    'a 422 to an invalid identifier shows it only for identifiers',
    [
      ['/body/name', 404],
      ['/path/id', 422],
    ],
    1,
    true,
  ],
])('counts whether replies show that invalid inputs are refused: %s', (_name, replies, verified, isOpen) => {
  const tally = newTally();
  const coverage = { verified: ['conformance/invalid-rejected'], blocked: [] };
  for (const [pointer, status] of replies)
    countObservation(tally, OPERATION, observation({ ...INVALID, pointer }, status), coverage, []);
  expect(tally.verified.get('conformance/invalid-rejected') ?? 0).toBe(verified);
  expect(tally.blocked.has(BESIDE_PATH) && !tally.verifiedFor.has(BESIDE_PATH)).toBe(isOpen);
});

it.each<[string, { given: [type: string, body: string]; want: string | undefined }]>([
  [
    'the detail of a problem document',
    { given: ['application/problem+json', '{"detail":"in the past\\u0007"}'], want: 'in the past\\u0007' },
  ],
  [
    'a body without a text as its detail',
    { given: ['application/json', '{"detail":[{"msg":"x"}]}'], want: '{"detail":[{"msg":"x"}]}' },
  ],
  ['no body that is not JSON', { given: ['text/html', '<p>'], want: 'earlier' }],
  ['no body that is malformed JSON', { given: ['application/json', '{'], want: 'earlier' }],
])(
  'keeps the text of the last refusal of a valid call with each status: %s',
  (_, { given: [lastType, text], want }) => {
    const tally = newTally();
    for (const [type, body] of [
      ['application/json', '{"detail":"earlier"}'],
      [lastType, text],
    ] as const)
      countObservation(
        tally,
        OPERATION,
        observation({ kind: 'accepted' }, 422, {}, { headers: [['Content-Type', type]], body: Buffer.from(body) }),
        COVERAGE,
        [],
      );
    expect(tally.refusalTexts.get('422')).toBe(want);
  },
);

it('keeps the reason for which a case could not be expressed', () => {
  const tally = newTally();
  const outcome = { kind: 'inexpressible', reason: 'a body of */* has no type' };
  countObservation(tally, OPERATION, { ...observation({ kind: 'accepted' }), outcome } as Observation, COVERAGE, []);
  expect(tally.refusalTexts.get('inexpressible')).toBe('a body of */* has no type');
});

import { expect, it } from 'vitest';
import { type Given, grouped } from '../../fixtures/grouped-trials.js';

const SHARED: Given = {
  rule: 'state/calls-at-once',
  kind: 'shared-request',
  pointer: '/request',
  cause: 'calls at once',
};
const MIXED: Given = { ...SHARED, kind: 'depends-on-other-calls' };

it.each<[string, Given, number]>([
  [
    'equal concurrent calls that share one request form one finding with a request that depends on other calls',
    MIXED,
    1,
  ],
  [
    'equal concurrent calls that share one request are a separate finding from the requests of another surface',
    { ...MIXED, surface: 'b' },
    2,
  ],
  [
    'equal concurrent calls that share one request form one finding with a result that has another status',
    { ...MIXED, pointer: '/outcome', cause: 'status of calls at once', status: 409 },
    1,
  ],
])('%s (findings: $2)', async (_, other, want) => {
  expect(await grouped([{ violations: [SHARED] }, { violations: [other] }])).toHaveLength(want);
});

const AT_ONCE: Given = {
  ...MIXED,
  place: 'makeThing',
  pointer: '/outcome',
  cause: 'status of calls at once',
  status: 409,
};
const { status: _status, ...SAME } = { ...AT_ONCE, cause: 'calls at once' };
const REPORTED: Given = {
  rule: 'parity/same-status',
  kind: 'failure-reported-as-success',
  pointer: '/outcome/status',
  cause: 'failure',
};

it.each<[string, Given, Given, number, string?]>([
  ['a failure that is always reported as a success', REPORTED, AT_ONCE, 1],
  ['a failure that is reported as a success on another surface', { ...REPORTED, surface: 'b' }, AT_ONCE, 2],
  ['a failure that another operation reports as a success', REPORTED, AT_ONCE, 2, 'orderThing'],
  ['a success that is reported as a failure', { ...REPORTED, kind: 'success-reported-as-failure' }, AT_ONCE, 2],
  ['a failure with a wrong exit code', { ...REPORTED, kind: 'other-exit-code' }, AT_ONCE, 2],
  [
    'a success that is always reported as a failure, and the concurrent call is a success',
    { ...REPORTED, kind: 'success-reported-as-failure' },
    { ...AT_ONCE, status: 202 },
    1,
  ],
  [
    'a failure that is reported as a success, and only concurrent calls with the same status are wrong',
    REPORTED,
    SAME,
    2,
  ],
])(
  'a wrong result of concurrent calls and a wrong status of calls one after the other: %s (findings: $3)',
  async (_, byItself, atOnce, want, operation = 'makeThing') => {
    const trials = [{ violations: [byItself], operation }, { violations: [atOnce] }];
    expect(await grouped(trials)).toHaveLength(want);
  },
);

it('concurrent calls that affect each other are a separate finding from a status that is always reported wrongly', async () => {
  const trials = [REPORTED, AT_ONCE, SAME].map((one) => ({ violations: [one] }));
  expect(await grouped(trials)).toEqual([
    'a parity/same-status /outcome/status +1',
    'a state/calls-at-once /outcome +0',
  ]);
});

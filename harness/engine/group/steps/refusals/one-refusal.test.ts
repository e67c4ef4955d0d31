import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const BACKEND = { blame: 'backend' } as const;
const UNREASONED: Given = {
  ...BACKEND,
  rule: 'conformance/valid-accepted',
  kind: 'valid-refused',
  pointer: '/response/status',
  status: 400,
  cause: 'makeThing 400',
};
const REFUSED: Given = { ...UNREASONED, reason: 'Bad tenant *' };
const STATED: Given = {
  ...BACKEND,
  rule: 'conformance/problem-members',
  kind: 'status-differs',
  pointer: '/response/body/status',
  cause: '404 400',
  received: 400,
};

const CONFLICT: Given = {
  ...BACKEND,
  rule: 'state/repeated',
  kind: 'conflict-answered-otherwise',
  pointer: '/response/status',
  status: 400,
};

const CREATES: Given = { ...BACKEND, rule: 'state/repeated', kind: 'repeat-creates', pointer: '/response/body' };
const ACCEPTED: Given = { ...CONFLICT, kind: 'conflict-accepted', status: 201 };

it.each<[string, readonly GivenTrial[], number]>([
  ['an equal request creates another item', [{ violations: [CREATES] }, { violations: [ACCEPTED] }], 1],
  [
    'an equal request has another reply about the same item',
    [{ violations: [{ ...CREATES, kind: 'repeat-differs' }] }, { violations: [ACCEPTED] }],
    2,
  ],
  [
    'an equal request of another operation creates another item',
    [{ violations: [CREATES], operation: 'orderThing' }, { violations: [ACCEPTED] }],
    2,
  ],
])('a different request with a known idempotency key is accepted, and %s (findings: $2)', async (_, trials, want) => {
  expect(await grouped(trials)).toHaveLength(want);
});

/** Last column: `true` if all violations become one finding. */
describe('a refusal of valid input', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'forms one finding with a wrong refusal of a known key, if the status is the same',
      [{ violations: [UNREASONED] }, { violations: [CONFLICT] }],
      true,
    ],
    [
      'is a separate finding from a refusal of a known key with another status',
      [{ violations: [UNREASONED] }, { violations: [{ ...CONFLICT, status: 422 }] }],
      false,
    ],
    [
      'forms one finding with a refusal by another operation for the same reason',
      [{ violations: [REFUSED] }, { violations: [{ ...REFUSED, cause: 'orderThing 400' }] }],
      true,
    ],
    [
      'is a separate finding from a refusal by another operation for a different reason',
      [{ violations: [REFUSED] }, { violations: [{ ...REFUSED, reason: 'No name', cause: 'orderThing 400' }] }],
      false,
    ],
    [
      'is a separate finding from a refusal by another operation if neither states a reason',
      [{ violations: [UNREASONED] }, { violations: [{ ...UNREASONED, cause: 'orderThing 400' }] }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

describe('a wrong status in problems', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'is one finding for all statuses of replies',
      [{ violations: [STATED] }, { violations: [{ ...STATED, cause: '401 400' }] }],
      true,
    ],
    [
      'is a separate finding if the problem states a different status',
      [{ violations: [STATED] }, { violations: [{ ...STATED, cause: '401 402', received: 402 }] }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

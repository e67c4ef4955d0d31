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

/** A step of a sequence, whose identifier is from the reply to the call before. */
const FED: Partial<GivenTrial> = { sequence: true, isRepeated: true, identifierFrom: '/name' };

const CONFLICT: Given = {
  ...BACKEND,
  rule: 'state/repeated',
  kind: 'conflict-answered-otherwise',
  pointer: '/response/status',
  status: 400,
};

const CREATES: Given = { ...BACKEND, rule: 'state/repeated', kind: 'repeat-creates', pointer: '/response/body' };
const BOTH = ['makeThing', 'orderThing'] as unknown as NonNullable<Given['sharedBy']>;
const ACCEPTED: Given = { ...CONFLICT, kind: 'conflict-accepted', status: 201 };

it.each<[string, readonly GivenTrial[], number]>([
  [
    'the service accepts a different request with a known idempotency key, and creates a second item for a repeated request',
    [{ violations: [CREATES] }, { violations: [ACCEPTED] }],
    1,
  ],
  [
    'two operations with the same parameter for the key, of which one accepts a different request with a known key and the other creates a second item',
    [{ violations: [{ ...CREATES, sharedBy: BOTH }] }, { violations: [ACCEPTED], operation: 'orderThing' }],
    1,
  ],
  [
    'two operations with different parameters for the key, of which one accepts a different request with a known key and the other creates a second item',
    [{ violations: [CREATES] }, { violations: [ACCEPTED], operation: 'orderThing' }],
    2,
  ],
  [
    'the service accepts a different request with a known idempotency key, and answers a repeated request with a different reply about the same item',
    [{ violations: [{ ...CREATES, kind: 'repeat-differs' }] }, { violations: [ACCEPTED] }],
    2,
  ],
  [
    'the service accepts a different request with a known idempotency key, and another operation creates a second item for a repeated request',
    [{ violations: [CREATES], operation: 'orderThing' }, { violations: [ACCEPTED] }],
    2,
  ],
])('%s (findings: $2)', async (_, trials, want) => {
  expect(await grouped(trials)).toHaveLength(want);
});

describe('refusals of valid input are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'a refusal of valid input forms one finding with a refusal of a known idempotency key, if both have the same status',
      [{ violations: [UNREASONED] }, { violations: [CONFLICT] }],
      true,
    ],
    [
      'a refusal of valid input forms one finding with a refusal of a request that was accepted with another key',
      [{ violations: [UNREASONED] }, { violations: [{ ...CONFLICT, kind: 'repeat-refused' }] }],
      true,
    ],
    [
      'a refusal of valid input is a separate finding from a refusal of a known idempotency key with another status',
      [{ violations: [UNREASONED] }, { violations: [{ ...CONFLICT, status: 422 }] }],
      false,
    ],
    [
      'a refusal of valid input forms one finding with a refusal by another operation for the same reason',
      [{ violations: [REFUSED] }, { violations: [{ ...REFUSED, cause: 'orderThing 400' }] }],
      true,
    ],
    [
      'a refusal of valid input is a separate finding from a refusal by another operation for a different reason',
      [{ violations: [REFUSED] }, { violations: [{ ...REFUSED, reason: 'No name', cause: 'orderThing 400' }] }],
      false,
    ],
    [
      'a refusal of valid input is a separate finding from a refusal by another operation if neither states a reason',
      [{ violations: [UNREASONED] }, { violations: [{ ...UNREASONED, cause: 'orderThing 400' }] }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

describe('wrong statuses in problem documents are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'problem documents that state the same wrong status are one finding, even if their replies have different statuses',
      [{ violations: [STATED] }, { violations: [{ ...STATED, cause: '401 400' }] }],
      true,
    ],
    [
      'problem documents that state different wrong statuses are two findings',
      [{ violations: [STATED] }, { violations: [{ ...STATED, cause: '401 402', received: 402 }] }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

const LOCKED: Given = {
  ...BACKEND,
  rule: 'conformance/valid-accepted',
  kind: 'locked-out',
  pointer: '/request/header/authorization',
  status: 401,
};
const TOKEN_REFUSED: Given = { ...LOCKED, kind: 'valid-refused', pointer: '/response/status' };

it.each<[string, Given, number]>([
  ['a token that is locked out forms one finding with other calls that are refused with 401', TOKEN_REFUSED, 1],
  [
    'a token that is locked out is a separate finding from a valid input that is refused with 400',
    { ...TOKEN_REFUSED, status: 400 },
    2,
  ],
])('%s (findings: $2)', async (_, refused, want) => {
  expect(await grouped([{ violations: [LOCKED] }, { violations: [refused] }])).toHaveLength(want);
});

it('does not join refusals of identifiers with different statuses', async () => {
  const trials = ['/a/{} 400', '/b/{} 400', '/c/{} 422'].map((cause): GivenTrial => ({
    operation: 'peekThing',
    violations: [{ ...UNREASONED, status: Number(cause.slice(-3)), cause: `identifier ${cause}` }],
  }));
  expect(await grouped(trials)).toHaveLength(3);
});

it.each<[string, readonly string[], Partial<GivenTrial>, number]>([
  ['three resources refuse identifiers', ['/a/{}', '/b/{}', '/c/{}'], {}, 1],
  ['two resources refuse identifiers', ['/a/{}', '/b/{}'], {}, 2],
  ['three resources refuse identifiers that the service returned', ['/a/{}', '/b/{}', '/c/{}'], FED, 3],
])('groups refusals of identifiers in the path: %s (findings: $3)', async (_, paths, about, want) => {
  const trials = paths.map((path): GivenTrial => ({
    ...about,
    operation: 'peekThing',
    violations: [{ ...UNREASONED, cause: `identifier ${path} 400` }],
  }));
  expect(await grouped(trials)).toHaveLength(want);
});

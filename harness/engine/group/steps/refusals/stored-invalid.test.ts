import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const ACCEPTED: Given = {
  blame: 'backend',
  rule: 'conformance/invalid-rejected',
  kind: 'invalid-accepted',
  pointer: '/body/name',
  cause: 'makeThing format /body/name',
  status: 201,
};
const INVALID: Given = {
  blame: 'backend',
  rule: 'conformance/response-body',
  kind: 'format',
  pointer: '/response/body/name',
  cause: 'things.yaml#/components/schemas/Thing/properties/name/format',
  status: 200,
};
const LISTED: Given = { ...INVALID, pointer: '/response/body/items/0/name' };

function created(violations: readonly Given[]): GivenTrial {
  return { violations, body: { name: 'é' }, expect: { kind: 'rejected', keyword: 'format', pointer: '/body/name' } };
}

const RAW = { fault: 'encoding', words: 'with an escaped NUL in its body' } as const;

function later(violation: Given): GivenTrial {
  return { violations: [violation], operation: 'orderThing' };
}

describe('stored invalid values are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'an invalid value in a later reply is evidence of the create that accepted and returned a value that breaks the same keyword',
      [created([ACCEPTED, INVALID]), later(LISTED)],
      true,
    ],
    [
      'an invalid value in a later reply is a separate finding if the create does not return the value',
      [created([ACCEPTED]), later(LISTED)],
      false,
    ],
    [
      'an invalid value in the reply to a raw request is evidence of an accepted value that breaks the same keyword',
      [created([ACCEPTED]), { ...later(INVALID), operation: 'makeThing', raw: RAW }],
      true,
    ],
    [
      'an invalid value in a later reply is a separate finding if it breaks a different keyword',
      [created([ACCEPTED, INVALID]), later({ ...LISTED, kind: 'maxLength', cause: 'maxLength' })],
      false,
    ],
    [
      'an invalid value in a later reply is a separate finding if it is at a different member',
      [created([ACCEPTED, INVALID]), later({ ...LISTED, pointer: '/response/body/items/0/text', cause: 'text' })],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

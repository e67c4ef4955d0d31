import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const BACKEND = { blame: 'backend' } as const;
const ECHO: Given = { ...BACKEND, rule: 'state/echo', pointer: '/response/body/tags/0', cause: 'tags' };
const REPLY: Given = { ...BACKEND, rule: 'conformance/response-body', pointer: '/response/body/tags' };

const DECODED: Given = { ...ECHO, kind: 'mis-decoded', cause: 'makeThing' };
const AT_NAME: Given = { ...DECODED, pointer: '/response/body/name', place: '/response/body/name' };
const AT_TAG: Given = { ...DECODED, place: '/response/body/tags/0' };
const TOO_LONG: Given = { ...REPLY, kind: 'maxLength', pointer: '/response/body/name' };

const TRIMMED: Given = { ...ECHO, pointer: '/response/body/name', cause: 'name' };
const TOO_SHORT: Given = { ...REPLY, kind: 'minLength', pointer: '/response/body/name', received: '' };
const CREATED: GivenTrial = { violations: [TOO_SHORT, TRIMMED], body: { name: ' ' } };
const LONGER: GivenTrial = { violations: [TRIMMED], body: { name: ' a' } };

describe('changed strings are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'a changed string explains an invalid string in a reply to another operation if the request has a different string',
      [CREATED, LONGER, { violations: [TOO_SHORT], body: { name: ' ' }, operation: 'orderThing' }],
      true,
    ],
    [
      'a changed string does not explain an invalid string in a reply to another operation if the request has no string',
      [CREATED, LONGER, { violations: [TOO_SHORT], body: {}, operation: 'orderThing' }],
      false,
    ],
    [
      'a changed string does not explain an invalid string in a reply to another operation if the request has this string',
      [
        CREATED,
        LONGER,
        {
          violations: [TOO_SHORT],
          body: { name: '' },
          operation: 'orderThing',
        },
      ],
      false,
    ],
    [
      'a changed string does not explain an invalid string in a reply to another operation if the create returns no invalid string',
      [{ violations: [TRIMMED] }, { violations: [TOO_SHORT], body: { name: ' ' }, operation: 'orderThing' }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

describe('strings in a wrong character encoding are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'a string that becomes too long because of its wrong encoding is not a further finding, even if other strings have this encoding too',
      [{ violations: [AT_TAG], body: {} }, { violations: [TOO_LONG, AT_NAME] }],
      true,
    ],
    [
      'an element that becomes too long because of a wrong encoding is not a further finding, even if other elements and strings have this encoding too',
      [
        { violations: [{ ...AT_TAG, pointer: '/response/body/tags/1' }, AT_NAME], body: {} },
        { violations: [{ ...TOO_LONG, pointer: '/response/body/tags/0' }, AT_TAG] },
      ],
      true,
    ],
    [
      'a string that is too long is a separate finding if only other strings are wrongly encoded',
      [{ violations: [TOO_LONG, AT_TAG] }, { violations: [AT_TAG], body: {} }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

describe('changed elements of lists are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'a changed element of a list explains equal elements in a list that must have unique elements',
      [{ violations: [{ ...REPLY, kind: 'uniqueItems' }, ECHO] }, { violations: [ECHO] }],
      true,
    ],
    [
      'a changed element of a list does not explain equal elements in another list',
      [{ violations: [{ ...REPLY, kind: 'uniqueItems' }] }, { violations: [ECHO] }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

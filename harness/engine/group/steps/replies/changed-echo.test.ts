import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const BACKEND = { blame: 'backend' } as const;
const ECHO: Given = { ...BACKEND, rule: 'state/echo', pointer: '/response/body/tags/0', cause: 'tags' };
const REPLY: Given = { ...BACKEND, rule: 'conformance/response-body', pointer: '/response/body/tags' };

const TRIMMED: Given = { ...ECHO, pointer: '/response/body/name', cause: 'name' };
const TOO_SHORT: Given = { ...REPLY, kind: 'minLength', pointer: '/response/body/name', received: '' };
const CREATED: GivenTrial = { violations: [TOO_SHORT, TRIMMED], body: { name: ' ' } };
const LONGER: GivenTrial = { violations: [TRIMMED], body: { name: ' a' } };

/** Last column: `true` if all violations become one finding. */
describe('a changed text', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'explains invalid texts in replies to other calls that change a text',
      [CREATED, LONGER, { violations: [TOO_SHORT], body: { name: ' ' }, operation: 'orderThing' }],
      true,
    ],
    [
      'does not explain invalid texts in replies to calls without a changed text',
      [CREATED, LONGER, { violations: [TOO_SHORT], body: {}, operation: 'orderThing' }],
      false,
    ],
    [
      'does not explain invalid texts that the calls sent',
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
      'does not explain invalid texts if the create returns valid texts',
      [{ violations: [TRIMMED] }, { violations: [TOO_SHORT], body: { name: ' ' }, operation: 'orderThing' }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

/** Last column: `true` if all violations become one finding. */
describe('a changed element of a list', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'explains equal elements in a list that must have unique elements',
      [{ violations: [{ ...REPLY, kind: 'uniqueItems' }, ECHO] }, { violations: [ECHO] }],
      true,
    ],
    [
      'does not explain equal elements in another list',
      [{ violations: [{ ...REPLY, kind: 'uniqueItems' }] }, { violations: [ECHO] }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

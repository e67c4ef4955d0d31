import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../fixtures/grouped-trials.js';

const REJECTED: GivenTrial['expect'] = { kind: 'rejected', keyword: 'type', pointer: '/body' };
const BODY: Given = { rule: 'parity/same-request', kind: 'changed', pointer: '/body' };
const LABEL: Given = { rule: 'parity/same-request', kind: 'changed', pointer: '/header/content-type' };
const BY_CLIENT: Given = {
  rule: 'conformance/valid-accepted',
  kind: 'refused-by-client',
  pointer: '/outcome',
  cause: 'makeThing',
};

/** `true`: one finding. */
describe('a writer of bodies', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'changes objects and texts in different ways',
      [{ violations: [{ ...BODY, kind: 'type-changed' }] }, { violations: [BODY], body: 'a', expect: REJECTED }],
      true,
    ],
    [
      'is not the one of a member',
      [{ violations: [{ ...BODY, kind: 'type-changed' }] }, { violations: [{ ...BODY, pointer: '/body/a' }] }],
      false,
    ],
    ['refuses what has no wrong label', [{ violations: [LABEL] }, { violations: [BY_CLIENT] }], true],
    [
      'is another one on another surface',
      [{ violations: [LABEL] }, { violations: [{ ...BY_CLIENT, surface: 'b' }] }],
      false,
    ],
  ])('%s', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

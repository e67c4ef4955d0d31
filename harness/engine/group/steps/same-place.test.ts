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

/** Last column: `true` if all violations become one finding. */
describe('a body that is written wrongly', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'is one finding, though objects and texts are changed in different ways',
      [{ violations: [{ ...BODY, kind: 'type-changed' }] }, { violations: [BODY], body: 'a', expect: REJECTED }],
      true,
    ],
    [
      'is a separate finding from a member that is written wrongly',
      [{ violations: [{ ...BODY, kind: 'type-changed' }] }, { violations: [{ ...BODY, pointer: '/body/a' }] }],
      false,
    ],
    [
      'is one finding if some bodies get a wrong media type and the others are refused',
      [{ violations: [LABEL] }, { violations: [BY_CLIENT] }],
      true,
    ],
    [
      'is a separate finding on another surface',
      [{ violations: [LABEL] }, { violations: [{ ...BY_CLIENT, surface: 'b' }] }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

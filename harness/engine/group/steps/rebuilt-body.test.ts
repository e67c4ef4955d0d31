import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../fixtures/grouped-trials.js';

const REJECTED: GivenTrial['expect'] = { kind: 'rejected', keyword: 'type', pointer: '/body' };
const MISSING: Given = { rule: 'parity/same-request', kind: 'missing', pointer: '/body/size' };
const WHOLE: Given = { rule: 'parity/same-request', kind: 'type-changed', pointer: '/body' };
const NULL_SENT: Given = { rule: 'parity/same-request', kind: 'null-became-value', pointer: '/body' };
const CRASH: Given = { rule: 'conformance/outcome', kind: 'crash', pointer: '/outcome' };

/** `true`: one finding. */
describe('a rebuilt body', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'has another type, or ends the call, for bodies without members',
      [
        { violations: [MISSING] },
        { violations: [WHOLE], body: 0, expect: REJECTED },
        { violations: [CRASH], body: null, expect: REJECTED },
      ],
      true,
    ],
    ['is no cause for an object of another type', [{ violations: [MISSING] }, { violations: [WHOLE] }], false],
    [
      'is no cause on another surface',
      [{ violations: [MISSING] }, { violations: [{ ...CRASH, surface: 'b' }], body: null, expect: REJECTED }],
      false,
    ],
  ])('%s', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

describe('a body that is sent as text', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    ['is sent so for null, too', [{ violations: [WHOLE] }, { violations: [NULL_SENT], body: null }], true],
    [
      'is no cause on another surface',
      [{ violations: [WHOLE] }, { violations: [{ ...NULL_SENT, surface: 'b' }], body: null }],
      false,
    ],
    [
      'is no cause for null in a member',
      [{ violations: [WHOLE] }, { violations: [{ ...NULL_SENT, pointer: '/body/name' }] }],
      false,
    ],
  ])('%s', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

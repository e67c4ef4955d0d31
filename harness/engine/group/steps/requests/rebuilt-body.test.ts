import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const REJECTED: GivenTrial['expect'] = { kind: 'rejected', keyword: 'type', pointer: '/body' };
const MISSING: Given = { rule: 'parity/same-request', kind: 'missing', pointer: '/body/size' };
const WHOLE: Given = { rule: 'parity/same-request', kind: 'type-changed', pointer: '/body' };
const NULL_SENT: Given = { rule: 'parity/same-request', kind: 'null-became-value', pointer: '/body' };
const CRASH: Given = { rule: 'conformance/outcome', kind: 'crash', pointer: '/outcome' };

/** Last column: `true` if all violations become one finding. */
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
    [
      'has a member that is null in place of null',
      [
        { violations: [{ ...MISSING, kind: 'omitted-became-null' }] },
        { violations: [{ ...WHOLE, kind: 'wrapped' }], body: null, expect: REJECTED },
      ],
      true,
    ],
    [
      'is not a cause for an envelope of valid bodies',
      [{ violations: [MISSING] }, { violations: [{ ...WHOLE, kind: 'wrapped' }] }],
      false,
    ],
    ['is not a cause for an object of another type', [{ violations: [MISSING] }, { violations: [WHOLE] }], false],
    [
      'is not a cause on another surface',
      [{ violations: [MISSING] }, { violations: [{ ...CRASH, surface: 'b' }], body: null, expect: REJECTED }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

describe('a body that is sent as text', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    ['is sent so for null, too', [{ violations: [WHOLE] }, { violations: [NULL_SENT], body: null }], true],
    [
      'is not a cause on another surface',
      [{ violations: [WHOLE] }, { violations: [{ ...NULL_SENT, surface: 'b' }], body: null }],
      false,
    ],
    [
      'is not a cause for null in a member',
      [{ violations: [WHOLE] }, { violations: [{ ...NULL_SENT, pointer: '/body/name' }] }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

const LOST: Given = { ...MISSING, pointer: '/body/labels/__proto__' };
const COPIED: Given = { ...WHOLE, pointer: '/body/labels', expected: 'ab', received: { 0: 'a', 1: 'b' } };

describe('an object that is copied member by member', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    ['becomes one of characters if it is a text', [{ violations: [LOST] }, { violations: [COPIED] }], true],
    [
      'is not a cause for another type',
      [{ violations: [LOST] }, { violations: [{ ...COPIED, received: { value: 'ab' } }] }],
      false,
    ],
    [
      'is not a cause at another place',
      [{ violations: [LOST] }, { violations: [{ ...COPIED, pointer: '/body/source' }] }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

const OMITTED: Given = { ...MISSING, kind: 'null-became-omitted', pointer: '/body/note' };
const NOTHING: Given = { rule: 'conformance/one-exchange', kind: 'nothing-sent', pointer: '/request' };

describe('a surface that omits nulls', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'sends nothing if the body is null',
      [{ violations: [NOTHING], body: null, expect: REJECTED }, { violations: [OMITTED] }],
      true,
    ],
    ['has another fault if it sends nothing else', [{ violations: [NOTHING] }, { violations: [OMITTED] }], false],
    [
      'has another fault if it sends nothing for more bodies',
      [
        { violations: [NOTHING], body: null, expect: REJECTED },
        { violations: [NOTHING], body: {}, expect: REJECTED },
        { violations: [OMITTED] },
      ],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

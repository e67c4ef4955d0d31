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
      'forms one finding with a wrong type or a crash for bodies without members',
      [
        { violations: [MISSING] },
        { violations: [WHOLE], body: 0, expect: REJECTED },
        { violations: [CRASH], body: null, expect: REJECTED },
      ],
      true,
    ],
    [
      'forms one finding with a null body that is sent as an object with a null member',
      [
        { violations: [{ ...MISSING, kind: 'omitted-became-null' }] },
        { violations: [{ ...WHOLE, kind: 'wrapped' }], body: null, expect: REJECTED },
      ],
      true,
    ],
    [
      'is a separate finding from an envelope around valid bodies',
      [{ violations: [MISSING] }, { violations: [{ ...WHOLE, kind: 'wrapped' }] }],
      false,
    ],
    [
      'is a separate finding from a wrong type of valid bodies',
      [{ violations: [MISSING] }, { violations: [WHOLE] }],
      false,
    ],
    [
      'is a separate finding from a fault on another surface',
      [{ violations: [MISSING] }, { violations: [{ ...CRASH, surface: 'b' }], body: null, expect: REJECTED }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

describe('a body that is sent as text', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'forms one finding with null that is sent as text',
      [{ violations: [WHOLE] }, { violations: [NULL_SENT], body: null }],
      true,
    ],
    [
      'is a separate finding from a fault on another surface',
      [{ violations: [WHOLE] }, { violations: [{ ...NULL_SENT, surface: 'b' }], body: null }],
      false,
    ],
    [
      'is a separate finding from a null member that is sent as text',
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
    [
      'forms one finding with a text that is copied character by character',
      [{ violations: [LOST] }, { violations: [COPIED] }],
      true,
    ],
    [
      'is a separate finding from a text that is wrapped in an object',
      [{ violations: [LOST] }, { violations: [{ ...COPIED, received: { value: 'ab' } }] }],
      false,
    ],
    [
      'is a separate finding from a text that is copied at another place',
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
      'has one finding if it sends nothing for a null body',
      [{ violations: [NOTHING], body: null, expect: REJECTED }, { violations: [OMITTED] }],
      true,
    ],
    [
      'has two findings if it sends nothing for another body',
      [{ violations: [NOTHING] }, { violations: [OMITTED] }],
      false,
    ],
    [
      'has two findings if it sends nothing for null and for another body',
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

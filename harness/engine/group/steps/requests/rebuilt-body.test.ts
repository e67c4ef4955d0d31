import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const REJECTED: GivenTrial['expect'] = { kind: 'rejected', keyword: 'type', pointer: '/body' };
const MISSING: Given = { rule: 'parity/same-request', kind: 'missing', pointer: '/body/size' };
const WHOLE: Given = { rule: 'parity/same-request', kind: 'type-changed', pointer: '/body' };
const NULL_SENT: Given = { rule: 'parity/same-request', kind: 'null-became-value', pointer: '/body' };
const CRASH: Given = { rule: 'conformance/outcome', kind: 'crash', pointer: '/outcome' };

describe('bodies that a surface builds again, member by member, are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'a rebuilt body forms one finding with a wrong type or a crash for bodies without members',
      [
        { violations: [MISSING] },
        { violations: [WHOLE], body: 0, expect: REJECTED },
        { violations: [CRASH], body: null, expect: REJECTED },
      ],
      true,
    ],
    [
      'a rebuilt body forms one finding with a null body that is sent as an object with a null member',
      [
        { violations: [{ ...MISSING, kind: 'omitted-became-null' }] },
        { violations: [{ ...WHOLE, kind: 'wrapped' }], body: null, expect: REJECTED },
      ],
      true,
    ],
    [
      'a rebuilt body is a separate finding from an envelope around valid bodies',
      [{ violations: [MISSING] }, { violations: [{ ...WHOLE, kind: 'wrapped' }] }],
      false,
    ],
    [
      'a rebuilt body is a separate finding from a wrong type of valid bodies',
      [{ violations: [MISSING] }, { violations: [WHOLE] }],
      false,
    ],
    [
      'a rebuilt body is a separate finding from a fault on another surface',
      [{ violations: [MISSING] }, { violations: [{ ...CRASH, surface: 'b' }], body: null, expect: REJECTED }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

describe('bodies that are sent as text are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'a body that is sent as text forms one finding with null that is sent as text',
      [{ violations: [WHOLE] }, { violations: [NULL_SENT], body: null }],
      true,
    ],
    [
      'a body that is sent as text is a separate finding from a fault on another surface',
      [{ violations: [WHOLE] }, { violations: [{ ...NULL_SENT, surface: 'b' }], body: null }],
      false,
    ],
    [
      'a body that is sent as text is a separate finding from a null member that is sent as text',
      [{ violations: [WHOLE] }, { violations: [{ ...NULL_SENT, pointer: '/body/name' }] }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

const LOST: Given = { ...MISSING, pointer: '/body/labels/__proto__' };
const COPIED: Given = { ...WHOLE, pointer: '/body/labels', expected: 'ab', received: { 0: 'a', 1: 'b' } };

describe('objects that are copied member by member are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'an object that is copied member by member forms one finding with a text that is copied character by character',
      [{ violations: [LOST] }, { violations: [COPIED] }],
      true,
    ],
    [
      'an object that is copied member by member is a separate finding from a text that is wrapped in an object',
      [{ violations: [LOST] }, { violations: [{ ...COPIED, received: { value: 'ab' } }] }],
      false,
    ],
    [
      'an object that is copied member by member is a separate finding from a text that is copied at another place',
      [{ violations: [LOST] }, { violations: [{ ...COPIED, pointer: '/body/source' }] }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

const OMITTED: Given = { ...MISSING, kind: 'null-became-omitted', pointer: '/body/note' };
const NOTHING: Given = { rule: 'conformance/one-exchange', kind: 'nothing-sent', pointer: '/request' };

describe('nulls that a surface omits from requests are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'a surface that omits nulls has one finding if it sends nothing for a null body',
      [{ violations: [NOTHING], body: null, expect: REJECTED }, { violations: [OMITTED] }],
      true,
    ],
    [
      'a surface that omits nulls has two findings if it sends nothing for another body',
      [{ violations: [NOTHING] }, { violations: [OMITTED] }],
      false,
    ],
    [
      'a surface that omits nulls has two findings if it sends nothing for null and for another body',
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

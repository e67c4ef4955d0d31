import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const BACKEND = { blame: 'backend', pointer: '/response/status', status: 404 } as const;
const MISSING: Given = { ...BACKEND, rule: 'state/stored', kind: 'not-found', cause: 'makeThing' };
const REFUSED: Given = {
  ...BACKEND,
  rule: 'conformance/valid-accepted',
  kind: 'valid-refused',
  cause: '/things/{id} 404',
};

const INVALID: Given = {
  blame: 'backend',
  rule: 'conformance/response-body',
  kind: 'format',
  pointer: '/response/body/id',
  cause: '#/components/schemas/Thing/properties/id/format',
};
const CHANGED: Given = { blame: 'backend', rule: 'state/echo', kind: 'changed', pointer: '/response/body/id' };
const AGAIN: Given = { ...BACKEND, rule: 'state/repeated', kind: 'conflict-accepted', cause: 'conflict', status: 200 };
const UNREAD = { violations: [MISSING], sequence: true, isRepeated: true } as const;
const UNLISTED: Given = { blame: 'backend', rule: 'state/listed', kind: 'not-listed', pointer: '/response/body' };
const PAGES: Given = { blame: 'backend', rule: 'state/partition', kind: 'elements-differ', pointer: '/state/pages' };
const LATER = { violations: [{ ...REFUSED, status: 422 }], sequence: true, isRepeated: true } as const;

describe('created items that are not found are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'an item that is not found forms one finding with a 404 to a valid call in the same trial',
      [{ violations: [MISSING, REFUSED] }, { violations: [MISSING] }],
      true,
    ],
    [
      'an item that is not found forms one finding with a 404 after a create with a chosen identifier, and with a repeated key',
      [{ violations: [MISSING] }, { violations: [REFUSED], setup: 'makeThing' }, { violations: [AGAIN] }],
      true,
    ],
    [
      'an item that is not found is a separate finding from a 404 after the create of another item',
      [{ violations: [MISSING] }, { violations: [REFUSED], setup: 'orderThing' }],
      false,
    ],
    [
      'an item that is not found is a separate finding from a repeated key if a call after the create is not refused',
      [{ violations: [MISSING] }, { violations: [AGAIN] }],
      false,
    ],
    [
      'an item that is not found is a separate finding from a 404 that also occurs without the missing item',
      [{ violations: [MISSING, REFUSED] }, { violations: [REFUSED] }],
      false,
    ],
    [
      'a refused identifier forms one finding with the create that returned this invalid identifier',
      [{ violations: [INVALID] }, { ...LATER, identifierFrom: '/id' }],
      true,
    ],
    [
      'an item that is not found forms one finding with the create that returned a changed identifier',
      [{ violations: [CHANGED] }, { ...UNREAD, identifierFrom: '/id' }],
      true,
    ],
    [
      'an item that is not found and a list that lacks the item and has differing pages are one finding',
      [{ violations: [MISSING] }, { violations: [UNLISTED], isRepeated: true }, { violations: [PAGES] }],
      true,
    ],
    [
      'an item that is not found and a list that has the item, but has differing pages, are separate findings',
      [{ violations: [MISSING] }, { violations: [PAGES] }],
      false,
    ],
    [
      'an item that is not found is a separate finding from a create that returned another changed member',
      [{ violations: [CHANGED] }, { ...UNREAD, identifierFrom: '/number' }],
      false,
    ],
    [
      'a refused identifier is a separate finding from a create that returned another invalid member',
      [{ violations: [INVALID] }, { ...LATER, identifierFrom: '/number' }],
      false,
    ],
    [
      'a refused identifier is a separate finding from the create that returned it if a call outside a sequence is also refused',
      [{ violations: [INVALID] }, { ...LATER, identifierFrom: '/id' }, { violations: [{ ...REFUSED, status: 422 }] }],
      false,
    ],
    [
      'an item that is not found forms one finding with a 404 to a call below the item',
      [{ violations: [MISSING] }, { ...LATER, violations: [REFUSED], identifierFrom: '/id' }],
      true,
    ],
    [
      'an item that is not found is a separate finding from a 404 that a call outside a sequence also gets',
      [
        { violations: [MISSING] },
        { ...LATER, violations: [REFUSED], identifierFrom: '/id' },
        { violations: [REFUSED] },
      ],
      false,
    ],
    [
      'an item that is not found is a separate finding from a refusal with a status other than 404',
      [{ violations: [MISSING, { ...REFUSED, status: 400 }] }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

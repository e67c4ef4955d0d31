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
const UNREAD = { violations: [MISSING], sequence: true, isRepeated: true } as const;
const UNLISTED: Given = { blame: 'backend', rule: 'state/listed', kind: 'not-listed', pointer: '/response/body' };
const PAGES: Given = { blame: 'backend', rule: 'state/partition', kind: 'elements-differ', pointer: '/state/pages' };
const LATER = { violations: [{ ...REFUSED, status: 422 }], sequence: true, isRepeated: true } as const;

/** The last value of each row states whether all violations become one finding. */
describe('created items that are not found are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'an item that is not found forms one finding with the refusal of its identifier',
      [{ violations: [MISSING, REFUSED] }, { violations: [MISSING] }],
      true,
    ],
    [
      'an item that is not found is a separate finding from the refusal of another call',
      [{ violations: [MISSING, REFUSED] }, { violations: [REFUSED] }],
      false,
    ],
    [
      'an item that is not found forms one finding with the invalid identifier in the reply to the create',
      [{ violations: [INVALID] }, { ...LATER, identifierFrom: '/id' }],
      true,
    ],
    [
      'an item that is not found forms one finding with the changed identifier in the reply to the create',
      [{ violations: [CHANGED] }, { ...UNREAD, identifierFrom: '/id' }],
      true,
    ],
    [
      'an item that is not found forms one finding with the list that lacks it, and whose pages differ',
      [{ violations: [MISSING] }, { violations: [UNLISTED], isRepeated: true }, { violations: [PAGES] }],
      true,
    ],
    [
      'an item that is not found is a separate finding from differing pages of a list that has it',
      [{ violations: [MISSING] }, { violations: [PAGES] }],
      false,
    ],
    [
      'an item that is not found is a separate finding from another changed member in the reply',
      [{ violations: [CHANGED] }, { ...UNREAD, identifierFrom: '/number' }],
      false,
    ],
    [
      'an item that is not found is a separate finding from another invalid member in the reply',
      [{ violations: [INVALID] }, { ...LATER, identifierFrom: '/number' }],
      false,
    ],
    [
      'an item that is not found is a separate finding from an invalid identifier if valid identifiers are also refused',
      [{ violations: [INVALID] }, { ...LATER, identifierFrom: '/id' }, { violations: [{ ...REFUSED, status: 422 }] }],
      false,
    ],
    [
      'an item that is not found is a separate finding from a refusal with another status',
      [{ violations: [MISSING, { ...REFUSED, status: 400 }] }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

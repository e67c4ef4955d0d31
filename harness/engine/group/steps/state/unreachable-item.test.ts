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
const LATER = { violations: [{ ...REFUSED, status: 422 }], sequence: true, isRepeated: true } as const;

/** Last column: `true` if all violations become one finding. */
describe('an item that is not found', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    ['is refused with its identifier', [{ violations: [MISSING, REFUSED] }, { violations: [MISSING] }], true],
    [
      'is not a cause where another call is refused',
      [{ violations: [MISSING, REFUSED] }, { violations: [REFUSED] }],
      false,
    ],
    [
      'is refused because the reply has an invalid identifier',
      [{ violations: [INVALID] }, { ...LATER, identifierFrom: '/id' }],
      true,
    ],
    [
      'is not refused because of another invalid member',
      [{ violations: [INVALID] }, { ...LATER, identifierFrom: '/number' }],
      false,
    ],
    [
      'is not refused because of an invalid identifier where other identifiers are refused, too',
      [{ violations: [INVALID] }, { ...LATER, identifierFrom: '/id' }, { violations: [{ ...REFUSED, status: 422 }] }],
      false,
    ],
    ['is not a cause for another status', [{ violations: [MISSING, { ...REFUSED, status: 400 }] }], false],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const ABOUT = { blame: 'backend', pointer: '/response/status' } as const;
const MAYBE: GivenTrial['expect'] = { kind: 'accepted-or-absent' };
const KNOWN: GivenTrial['expect'] = { kind: 'accepted' };

const UNDOCUMENTED: Given = {
  ...ABOUT,
  rule: 'conformance/status-documented',
  kind: 'status-undocumented',
  cause: '400',
  status: 400,
};
const REFUSED: Given = {
  ...ABOUT,
  rule: 'conformance/valid-accepted',
  kind: 'valid-refused',
  cause: 'orderThing 400',
  status: 400,
};
const NULL: Given = {
  ...ABOUT,
  rule: 'conformance/response-body',
  kind: 'type',
  pointer: '/response/body',
  cause: 'one',
  status: 200,
};
const OTHER_NULL: Given = { ...NULL, cause: 'other' };

const FOUND: Given = { ...ABOUT, rule: 'conformance/invalid-rejected', kind: 'absent-accepted', status: 200 };
const EMPTY: Given = { ...ABOUT, rule: 'state/removed-parent', kind: 'empty-in-place-of-404', status: 200 };
const AFTER_REMOVAL = { sequence: true, isRemoved: true } as const;

const of = (violation: Given, expected: GivenTrial['expect'] = MAYBE, operation = 'makeThing'): GivenTrial => ({
  violations: [violation],
  expect: expected,
  operation,
});

describe('wrong replies for unknown items are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], number]>([
    [
      'an undocumented refusal is one fault with a refusal that another operation documents for invalid input',
      [of(UNDOCUMENTED), of(REFUSED, MAYBE, 'orderThing')],
      1,
    ],
    [
      'a refusal that names a member outside of the path is a separate fault',
      [of(UNDOCUMENTED), of({ ...REFUSED, members: ['since Too late'] }, MAYBE, 'orderThing')],
      2,
    ],
    [
      'refusals with two statuses are separate faults',
      [of(UNDOCUMENTED), of({ ...REFUSED, status: 409 }, MAYBE, 'orderThing')],
      2,
    ],
    [
      'a refusal that also occurs for known items is a separate fault from an undocumented refusal',
      [of(UNDOCUMENTED), of(REFUSED, MAYBE, 'orderThing'), of(REFUSED, KNOWN, 'orderThing')],
      2,
    ],
    [
      'an empty list of an unknown parent is one fault with an empty list of a removed parent',
      [of(FOUND, { kind: 'absent' }), { ...of(EMPTY), ...AFTER_REMOVAL }],
      1,
    ],
    ['successes of two operations without the item are one fault', [of(NULL), of(OTHER_NULL, MAYBE, 'orderThing')], 1],
    [
      'a reply with an invalid item is a separate fault from a success without the item',
      [of(NULL), of({ ...OTHER_NULL, pointer: '/response/body/name' }, MAYBE, 'orderThing')],
      2,
    ],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});

const INVALID: GivenTrial['expect'] = { kind: 'rejected', keyword: 'minLength', pointer: '/body/name' };
const ACCEPTED: Given = {
  blame: 'backend',
  rule: 'conformance/invalid-rejected',
  kind: 'invalid-accepted',
  pointer: '/body/name',
  status: 200,
};
const OF_PATH: Given = { ...ACCEPTED, pointer: '/path/id', status: 204 };
const OF_UNKNOWN: Given = { ...ABOUT, rule: 'state/unknown-item', kind: 'success', status: 204 };
const OF_ID: GivenTrial['expect'] = { kind: 'rejected', keyword: 'maxLength', pointer: '/path/id' };
const ENFORCED = { makeThing: ['minLength /body/name'] };

describe('invalid inputs for unknown items are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], Readonly<Record<string, readonly string[]>>, number]>([
    [
      'an accepted invalid input is not a further fault if its success reply is also the reply to unknown items',
      [of(NULL), { ...of(ACCEPTED, INVALID), violations: [ACCEPTED, NULL] }],
      ENFORCED,
      1,
    ],
    [
      'an accepted invalid input is a further fault if the service never enforces the constraint',
      [of(NULL), { ...of(ACCEPTED, INVALID), violations: [ACCEPTED, NULL] }],
      {},
      2,
    ],
    [
      'an accepted invalid input is a further fault if its success reply is valid',
      [of(NULL), of(ACCEPTED, INVALID)],
      ENFORCED,
      2,
    ],
    [
      'an invalid identifier is no further fault if an unknown one gets the same success',
      [of(OF_UNKNOWN), of(OF_PATH, OF_ID)],
      {},
      1,
    ],
    [
      'an invalid identifier is a further fault if it gets another success',
      [of(OF_UNKNOWN), of({ ...OF_PATH, status: 200 }, OF_ID)],
      {},
      2,
    ],
    [
      'an invalid identifier is a further fault for another operation',
      [of(OF_UNKNOWN), of(OF_PATH, OF_ID, 'orderThing')],
      {},
      2,
    ],
  ])('%s (findings: $3)', async (_, trials, enforced, want) => {
    expect(await grouped(trials, enforced)).toHaveLength(want);
  });
});

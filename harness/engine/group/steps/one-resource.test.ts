import { expect, it } from 'vitest';
import type { Json } from '../../../../contract/json/json.js';
import { type Given, type GivenTrial, grouped } from '../fixtures/grouped-trials.js';

/** A trial with an invalid body, whose member breaks a keyword, and a violation of this rule. */
function invalid(operation: string, rule: string, kind: string, keyword: string, pointer = '/body/name'): GivenTrial {
  const place = `${operation} ${keyword} ${pointer}`;
  const given: Given = { blame: 'backend', rule: `conformance/${rule}`, kind, pointer, cause: place, place };
  return { operation, violations: [given], expect: { kind: 'rejected', keyword, pointer } };
}

const taken = (operation: string, keyword: string, pointer?: string): GivenTrial =>
  invalid(operation, 'invalid-rejected', 'invalid-accepted', keyword, pointer);
const failed = (operation: string, keyword: string, pointer?: string): GivenTrial =>
  invalid(operation, 'no-server-error', 'server-error', keyword, pointer);

/** A trial in which a change stores a member wrongly. */
function changed(operation: string, kind: string, member: string, expected: Json = 'a'): GivenTrial {
  const about = { rule: 'state/updated', kind, pointer: `/response/body/${member}`, expected } as const;
  return { operation, violations: [{ ...about, blame: 'backend', cause: `${operation} ${member}` }] };
}

/** A trial in which an operation accepts an item in a state in which the contract refuses it. */
function accepted(operation: string, shared: string): GivenTrial {
  const about = { rule: 'state/refused-state', kind: 'accepted-in-state', pointer: '/response/status' } as const;
  return { operation, violations: [{ ...about, blame: 'backend', cause: operation, shared }] };
}

it.each<[string, readonly [GivenTrial, GivenTrial], number]>([
  ['one state in two operations', [accepted('dropThing', 'make paid'), accepted('orderThing', 'make paid')], 1],
  ['two states in two operations', [accepted('dropThing', 'make paid'), accepted('orderThing', 'make open')], 2],
  [
    'an item and its collection accept one keyword',
    [taken('dropThing', 'maxLength'), taken('peekThing', 'maxLength')],
    1,
  ],
  ['two keywords', [taken('dropThing', 'maxLength'), taken('peekThing', 'pattern')], 2],
  ['two members', [taken('dropThing', 'maxLength'), taken('peekThing', 'maxLength', '/body/other')], 2],
  ['two resources', [taken('dropThing', 'maxLength'), taken('orderThing', 'maxLength')], 2],
  ['an accepted value and a server error', [taken('dropThing', 'minimum'), failed('peekThing', 'maximum')], 1],
  [
    'an accepted value and a server error for another member',
    [taken('dropThing', 'minimum'), failed('peekThing', 'maximum', '/body/other')],
    2,
  ],
  ['one member in two changes', [changed('dropThing', 'changed', 'name'), changed('peekThing', 'changed', 'name')], 1],
  ['two members in two changes', [changed('dropThing', 'changed', 'name'), changed('peekThing', 'changed', 'id')], 2],
  ['two kinds in two changes', [changed('dropThing', 'changed', 'name'), changed('peekThing', 'missing', 'name')], 2],
  [
    'null and an empty text in one change',
    [changed('dropThing', 'null-became-value', 'name', null), changed('dropThing', 'changed', 'name', '')],
    1,
  ],
  [
    'null and a text in one change',
    [changed('dropThing', 'null-became-value', 'name', null), changed('dropThing', 'changed', 'name', 'a')],
    1,
  ],
])('violations about one resource are grouped: %s (%#)', async (_, trials, want) => {
  expect(await grouped(trials)).toHaveLength(want);
});

import { expect, it } from 'vitest';
import type { Json } from '../../../../contract/json/json.js';
import { type Given, type GivenTrial, grouped } from '../fixtures/grouped-trials.js';

/**
 * A trial in which an operation accepts a body with an invalid member, and so violates `rule`. The member breaks
 * `keyword`.
 */
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

/**
 * A trial in which an operation accepts a call on an item, although the contract requires a refusal in this state of
 * the item.
 */
function accepted(operation: string, shared: string): GivenTrial {
  const about = { rule: 'state/refused-state', kind: 'accepted-in-state', pointer: '/response/status' } as const;
  return { operation, violations: [{ ...about, blame: 'backend', cause: operation, shared }] };
}

it.each<[string, readonly [GivenTrial, GivenTrial], number]>([
  [
    'two operations accept an item in one state in which the contract refuses both',
    [accepted('dropThing', 'make paid'), accepted('orderThing', 'make paid')],
    1,
  ],
  [
    'two operations accept an item in different states in which the contract refuses them',
    [accepted('dropThing', 'make paid'), accepted('orderThing', 'make open')],
    2,
  ],
  [
    'two operations of one resource accept values that break the same keyword',
    [taken('dropThing', 'maxLength'), taken('peekThing', 'maxLength')],
    1,
  ],
  [
    'two operations of one resource accept values that break different keywords',
    [taken('dropThing', 'maxLength'), taken('peekThing', 'pattern')],
    2,
  ],
  [
    'two operations of one resource accept invalid values of different members',
    [taken('dropThing', 'maxLength'), taken('peekThing', 'maxLength', '/body/other')],
    2,
  ],
  [
    'operations of two resources accept values that break the same keyword',
    [taken('dropThing', 'maxLength'), taken('orderThing', 'maxLength')],
    2,
  ],
  [
    'an invalid value is accepted, and another one of the same member causes a server error',
    [taken('dropThing', 'minimum'), failed('peekThing', 'maximum')],
    1,
  ],
  [
    'an invalid value is accepted, and one of another member causes a server error',
    [taken('dropThing', 'minimum'), failed('peekThing', 'maximum', '/body/other')],
    2,
  ],
  [
    'two operations store the same member wrongly',
    [changed('dropThing', 'changed', 'name'), changed('peekThing', 'changed', 'name')],
    1,
  ],
  [
    'two operations store different members wrongly',
    [changed('dropThing', 'changed', 'name'), changed('peekThing', 'changed', 'id')],
    2,
  ],
  [
    'one operation stores a member wrongly, and another one loses it',
    [changed('dropThing', 'changed', 'name'), changed('peekThing', 'missing', 'name')],
    2,
  ],
  [
    'one operation stores neither null nor an empty text in a member',
    [changed('dropThing', 'null-became-value', 'name', null), changed('dropThing', 'changed', 'name', '')],
    1,
  ],
  [
    'one operation stores neither null nor a text in a member',
    [changed('dropThing', 'null-became-value', 'name', null), changed('dropThing', 'changed', 'name', 'a')],
    1,
  ],
])('violations of two calls are grouped if they concern one resource: %s (findings: $2)', async (_, trials, want) => {
  expect(await grouped(trials)).toHaveLength(want);
});

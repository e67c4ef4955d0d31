import { expect, test } from 'vitest';
import type { Case } from '../../../contract/case.js';
import type { Json } from '../../../contract/json/json.js';
import type { Violation } from '../../../rules/finding.js';
import { type ShownSequences, type SmallestTrial, addSequence, isSameOnEarlier, isSmaller } from './smallest-trial.js';

function shown(body: Json | undefined, pointer: string, steps: number, isSequence = true): SmallestTrial {
  const step = { input: {} } as Case;
  const made = { ...step, expect: { kind: 'accepted' }, precedingCalls: Array.from({ length: steps }, () => step) };
  return {
    case: { ...made, input: body === undefined ? {} : { body }, ...(isSequence && { sequence: true }) } as Case,
    violation: { kind: 'type', pointer, received: null } as Violation,
    resource: '/books',
    index: 0,
    backend: 'live',
    accompanied: false,
  };
}

const LIST = shown(undefined, '/response/body/items/12/tags', 0);
const READ = shown(undefined, '/response/body/tags', 0, false);

test.each<[string, SmallestTrial, SmallestTrial, boolean]>([
  [
    'a change that sets the null, and a list with this null',
    shown({ tags: null }, '/response/body/tags', 1),
    LIST,
    true,
  ],
  ['a change that sets no null, and a list', shown({ tags: [] }, '/response/body/tags', 1), LIST, false],
  ['a change that sets the null, and a single call', shown({ tags: null }, '/response/body/tags', 1), READ, false],
])('a trial that shows where an invalid null comes from is the smaller one of two: %s → $3', (_, one, other, want) => {
  expect(isSmaller(one, other)).toBe(want);
});

test('an ordinary request is a better example than a smaller request with a special form', () => {
  const raw: Case['raw'] = { fault: 'media-type', words: 'with a charset parameter in its content type' };
  const special: SmallestTrial = { ...READ, case: { ...READ.case, raw } };
  const ordinary = shown({ name: 'a' }, '/response/body', 0, false);
  expect([isSmaller(ordinary, special), isSmaller(special, ordinary)]).toEqual([true, false]);
});

const SURFACES = ['rest', 'cli'];
const on = (surface: string, index: number, steps = 1): SmallestTrial => {
  const made = shown(undefined, '/response/body', steps);
  return { ...made, index, violation: { ...made.violation, surface } };
};

test.each([
  ['the same step on an earlier surface', on('rest', 3), on('cli', 3), true],
  ['the same step on a later surface', on('cli', 3), on('rest', 3), false],
  ['another step on an earlier surface', on('rest', 4), on('cli', 3), false],
  ['the same step', on('rest', 3), on('rest', 3), false],
  ['a larger step on an earlier surface', on('rest', 3, 2), on('cli', 3), false],
])('the example does not depend on which surface is faster: %s', (_, one, other, want) => {
  expect(isSameOnEarlier(one, other, SURFACES)).toBe(want);
});

test('the first and the longest sequence are the same, whichever arrives first', () => {
  const all = [on('cli', 1), on('rest', 1), on('cli', 2, 3), on('rest', 2, 3), on('rest', 5, 3)];
  for (const arrived of [all, all.toReversed()]) {
    const kept: ShownSequences = {};
    for (const here of arrived) addSequence(kept, here, SURFACES);
    expect([kept.firstSequence, kept.longestSequence]).toEqual([all[1], all[3]]);
  }
});

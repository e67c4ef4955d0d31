import { expect, it } from 'vitest';
import type { Json } from '../../../contract/json/json.js';
import { contextOf, replied, things, trialOf } from '../../fixtures/trials.js';
import { objectWithDropped } from './dropped-members.js';

const contract = await things();
const LABELS = { x: 'b', toString: 'c' };

it.each<[string, Json, Json, string | undefined]>([
  ['has all members', { name: 'a', labels: LABELS }, { name: 'a', labels: LABELS }, undefined],
  ['lacks a member', { name: 'a', labels: LABELS }, { name: 'a', labels: { x: 'b' } }, '/labels'],
  ['lacks an invalid member', { name: 'a', labels: { toString: 0 } }, { name: 'a', labels: {} }, '/labels'],
  [
    'lacks a valid member and has an invalid one',
    { name: 'a', labels: { x: 0, y: 'b' } },
    { labels: { x: 0 } },
    undefined,
  ],
  ['lacks the whole object', { name: 'a', labels: LABELS }, { name: 'a' }, undefined],
  ['is a list', { name: 'a', labels: LABELS }, [], undefined],
])(
  'compares a sent body with a reply that %s, and finds the object from which the service dropped members: $3',
  (_, body, returned, want) => {
    const response = replied(201, returned);
    const trial = trialOf(contract, 'makeThing', { body }, [{ response, outcome: { kind: 'value' } }]);
    expect(objectWithDropped(trial, contextOf(contract), response)).toBe(want);
  },
);

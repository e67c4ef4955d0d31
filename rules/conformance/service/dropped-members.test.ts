import { expect, it } from 'vitest';
import type { Json } from '../../../contract/json/json.js';
import { contextOf, replied, things, trialOf } from '../../fixtures/trials.js';
import { objectWithDropped } from './dropped-members.js';

const contract = await things();
const LABELS = { x: 'b', toString: 'c' };

it.each<[string, Json, Json, string | undefined]>([
  ['all members', { name: 'a', labels: LABELS }, { name: 'a', labels: LABELS }, undefined],
  ['without a member', { name: 'a', labels: LABELS }, { name: 'a', labels: { x: 'b' } }, '/labels'],
  ['without an invalid member', { name: 'a', labels: { toString: 0 } }, { name: 'a', labels: {} }, '/labels'],
  [
    'without a member, but with an invalid one',
    { name: 'a', labels: { x: 0, y: 'b' } },
    { labels: { x: 0 } },
    undefined,
  ],
  ['without the object', { name: 'a', labels: LABELS }, { name: 'a' }, undefined],
  ['a list', { name: 'a', labels: LABELS }, [], undefined],
])('the object from which the service dropped members, for a reply with %s', (_, body, returned, want) => {
  const response = replied(201, returned);
  const trial = trialOf(contract, 'makeThing', { body }, [{ response, outcome: { kind: 'value' } }]);
  expect(objectWithDropped(trial, contextOf(contract), response)).toBe(want);
});

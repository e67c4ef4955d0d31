import { beforeAll, expect, it } from 'vitest';
import type { Contract } from '../../../contract/contract.js';
import type { Json } from '../../../contract/json/json.js';
import { contextOf, replied, things, trialOf } from '../../fixtures/trials.js';
import { writeOnly } from './write-only.js';

let contract: Contract;
beforeAll(async () => {
  contract = await things();
});

const THING = { name: 'a', id: '1' };

it.each<[string, Json, readonly string[]]>([
  ['a reply without it', THING, []],
  ['a reply with it', { ...THING, secret: 'p4ss' }, ['write-only-returned /response/body/secret']],
  ['masked, it is there all the same', { ...THING, secret: '***' }, ['write-only-returned /response/body/secret']],
  [
    'in a branch that the value meets',
    { ...THING, parts: [{ kind: 'b', key: 'p4ss' }] },
    ['write-only-returned /response/body/parts/0/key'],
  ],
  ['in a branch that it does not meet', { ...THING, parts: [{ kind: 'a', key: 'p4ss' }] }, []],
  ['a value that another alternative takes', { ...THING, parts: [{ kind: 'b', hue: 'red' }] }, []],
  [
    'a value that the marked alternative takes',
    { ...THING, parts: [{ kind: 'b', hue: 7 }] },
    ['write-only-returned /response/body/parts/0/hue'],
  ],
  [
    'one place is one fault, in however many elements',
    {
      ...THING,
      parts: [
        { kind: 'b', key: 'p4ss' },
        { kind: 'b', key: 'p4ss' },
      ],
    },
    ['write-only-returned /response/body/parts/0/key'],
  ],
  ['a member of that name elsewhere', { ...THING, labels: { secret: 'x' } }, []],
])('a writeOnly member in a reply is a violation: %s → $2', (_, value, want) => {
  const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [{ response: replied(200, value) }]);
  const found = writeOnly.check(trial, contextOf(contract)) ?? [];
  expect(found.map(({ kind, pointer }) => `${kind} ${pointer}`)).toEqual(want);
  expect(JSON.stringify(found)).not.toContain('p4ss');
});

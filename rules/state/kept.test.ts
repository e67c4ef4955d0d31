import { beforeAll, expect, it } from 'vitest';
import type { Contract } from '../../contract/contract.js';
import type { Json } from '../../contract/json/json.js';
import type { OperationId } from '../../contract/operation.js';
import type { Observation } from '../../surfaces/observation.js';
import { contextOf, replied, things, trialOf } from '../fixtures/trials.js';
import type { Trial } from '../rule.js';
import { noEffect } from './no-effect.js';
import { pages } from './lists/pages/pages.js';

let contract: Contract;
beforeAll(async () => {
  contract = await things();
});

function seen(status: number, value: Json, more: Partial<Observation>): Trial {
  const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [
    { response: replied(status, value), outcome: { kind: 'value' } },
  ]);
  return { ...trial, observations: trial.observations.map((observation) => ({ ...observation, ...more })) };
}

const [A, B, C] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

it.each<[string, readonly Json[], readonly string[] | undefined]>([
  ['a list with one page', [{ items: [A] }], undefined],
  ['two pages with different elements', [{ items: [A, B] }, { items: [C] }], []],
  [
    'a page that begins with the last element of the page before',
    [{ items: [A, B] }, { items: [B, C] }],
    ['element-repeated'],
  ],
  [
    'an element of an earlier page with its members in a different order',
    [[{ x: 1, y: 2 }], [A], [{ y: 2, x: 1 }]],
    ['element-repeated'],
  ],
  ['a collection with equal elements on one page', [[A, A], [A]], []],
  ['two pages with equal texts', [['a'], ['a']], []],
  [
    'two pages that each contain two lists',
    [
      { items: [A], tags: [B] },
      { items: [A], tags: [B] },
    ],
    [],
  ],
])('a later page of a list must not repeat an element: %s (violations: $2)', (_, [first = null, ...others], want) => {
  const trial = seen(200, first, { pages: others.map((page) => replied(200, page)) });
  expect(pages.check(trial, contextOf(contract))?.map(({ kind }) => kind)).toEqual(want);
});

it('a page to which a link leads must not be refused', () => {
  const trial = seen(200, [A], { pages: [replied(422, { title: 'No.' })] });
  expect(pages.check(trial, contextOf(contract))).toMatchObject([
    { kind: 'page-refused', received: 422, blame: 'backend' },
  ]);
});

it.each<[string, number, string, readonly string[] | undefined]>([
  ['a refused call changed nothing', 422, '[1]', []],
  ['a refused call added an element', 422, '[1,2]', ['changed-by-refused-call']],
  ['a refused call changed only the spelling of the JSON', 422, '[ 1 ]', []],
  ['an accepted call added an element', 201, '[1,2]', undefined],
])('a call that is refused must not change the stored state: %s (violations: $3)', (_, status, after, want) => {
  const trial = seen(status, {}, { kept: { reader: 'listThings' as OperationId, before: ['[1]'], after: [after] } });
  expect(noEffect.check(trial, contextOf(contract))?.map(({ kind }) => kind)).toEqual(want);
});

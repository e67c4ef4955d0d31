import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { ordered } from './ordered.js';

const NUMBER = { type: 'number' };
const money = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const AMOUNT = { price: money({ amount: NUMBER, currency: { type: 'string' } }) };
const CURRENCIES = { prices: money({ EUR: NUMBER, GBP: NUMBER }) };
const VOTES = { price: money({ up: NUMBER, down: NUMBER }) };
const WRONG = ['not-sorted'];

const amounts = (...values: readonly number[]): readonly JsonObject[] =>
  values.map((amount) => ({ price: { amount, currency: 'EUR' } }));
const prices = (...values: readonly (readonly [EUR: number, GBP?: number])[]): readonly JsonObject[] =>
  values.map(([EUR, GBP]) => ({ prices: { EUR, ...(GBP !== undefined && { GBP }) } }));

it.each<[string, JsonObject, readonly JsonObject[], readonly string[]]>([
  ['an amount in descending order', AMOUNT, amounts(3, 2, 1), []],
  ['an amount in ascending order', AMOUNT, amounts(1, 2, 3), WRONG],
  ['amounts in different currencies', AMOUNT, [...amounts(1), { price: { amount: 2, currency: 'USD' } }], []],
  ['an element without an amount', AMOUNT, [...amounts(1, 2), { price: { currency: 'EUR' } }], []],
  ['two currencies in ascending order', CURRENCIES, prices([1, 1], [2, 2], [3, 3]), WRONG],
  ['one of two currencies in descending order', CURRENCIES, prices([1, 9], [2, 8], [3, 7]), []],
  ['a currency that some elements lack', CURRENCIES, prices([1, 1], [2], [3, 3]), []],
  ['numbers that are no amounts of money', VOTES, [{ price: { up: 1, down: 1 } }, { price: { up: 2, down: 2 } }], []],
])(
  'a list must be in descending order of an amount of money: it has %s (violations: $3)',
  async (_, members, found, want) => {
    const items = { type: 'array', items: { type: 'object', properties: { id: NUMBER, ...members } } };
    const responses = { '200': { description: '', content: { 'application/json': { schema: items } } } };
    const parameters = [{ name: 'sort', in: 'query', schema: { enum: ['price', '-price'] } }];
    const contract = await contractOf({ paths: { '/items': { get: { operationId: 'list', parameters, responses } } } });
    const response = replied(
      200,
      found.map((each, id): JsonObject => ({ id, ...each })),
    );
    const trial = trialOf(contract, 'list', { query: { sort: '-price' } }, [{ response }]);
    expect(ordered.check(trial, contextOf(contract))?.map(({ kind }) => kind)).toEqual(want);
  },
);

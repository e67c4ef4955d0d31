import { expect, test } from 'vitest';
import type { LocatedValue } from '../case.js';
import { locatedId } from './located-id.js';

const TEXT: LocatedValue = { path: '/shops/{shop}/items/{id}', type: 'string' };
const NUMBER: LocatedValue = { path: '/items/{id}', type: 'integer' };

test.each<[string, LocatedValue, ReturnType<typeof locatedId>]>([
  ['/shops/a/items/b%20c', TEXT, 'b c'],
  ['/api/v1/shops/a/items/b?x=1#y', TEXT, 'b'],
  ['https://service.example/shops/a/items/7', TEXT, '7'],
  ['/shops/a/orders/b', TEXT, undefined],
  ['/items/b', TEXT, undefined],
  ['/shops/a/items/', TEXT, undefined],
  ['/shops/a/items/%zz', TEXT, undefined],
  ['http://[', TEXT, undefined],
  ['', TEXT, undefined],
  ['/items/7', NUMBER, 7],
  ['items/7', NUMBER, 7],
  ['7', NUMBER, undefined],
  ['/items/7a', NUMBER, undefined],
  ['/items/99999999999999999999', NUMBER, undefined],
  ['/v1/Items(7)', { path: '/Items({ID})', type: 'integer' }, 7],
  ['/v1/Items%287%29', { path: '/Items({ID})', type: 'integer' }, 7],
  ['/v1/Shops(7)', { path: '/Items({ID})', type: 'integer' }, undefined],
  ['/v1/Items()', { path: '/Items({ID})', type: 'integer' }, undefined],
])('the identifier in the Location %j, for the path template and the type %j, is %j', (uri, value, want) => {
  expect(locatedId(uri, value)).toBe(want);
});

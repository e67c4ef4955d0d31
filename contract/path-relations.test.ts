import { expect, it } from 'vitest';
import {
  isBelowPath,
  isEqualPath,
  isItemPath,
  lastSegment,
  ownerParameter,
  parentPath,
  valuesIn,
} from './path-relations.js';

it.each([
  ['/items/{id}', '/items', true],
  ['/items/{id}/', '/items/', true],
  ['/items/{id}', '/items/', true],
  ['/items/{id}/', '/items', true],
  ['/{id}', '/', true],
  ['/items/{id}/parts', '/items', false],
  ['/items/new', '/items', false],
  ['/items/{id}:close', '/items', false],
  ['/Items({ID})', '/Items', true],
  ['/items/{id}.json', '/items.json', true],
  ['/items/{id}.json', '/items', true],
  ['/items/{id}.old', '/items', false],
  ['/items/{id}/json', '/items', true],
  ['/items/json', '/items', false],
  ["/Items('{ID}')", '/Items', true],
  ['/Shops({ID})/Items(ItemID={ItemID})', '/Shops({ID})/Items', true],
  ['/Items(Name={Name},Place={Place})', '/Items', false],
  ['/items/', '/items', false],
  ['/itemsets/{id}', '/items', false],
])('%s is the path of an item of %s → %s', (path, collection, want) => {
  expect(isItemPath(path, collection)).toBe(want);
});

it.each([
  ['/items/{id}/close', '/items/{id}', true],
  ['/items/{id}/close/', '/items/{id}/', true],
  ['/items/{item}/close', '/items/{id}', true],
  ['/items/{item}:close', '/items/{id}', true],
  ['/Items({ID})/Shop.Close', '/Items({ID})', true],
  ['/items/{from}:{to}', '/items/{id}', false],
  ['/notes/{id}/close', '/items/{id}', false],
  ['/items/new/close', '/items/{id}', false],
  ['/items/{id}/', '/items/{id}', false],
  ['/items', '/items/', false],
  ['/', '/', false],
])('%s is below %s → %s', (path, above, want) => {
  expect(isBelowPath(path, above)).toBe(want);
});

it.each([
  ['/items/{id}', '/items', '{id}'],
  ['/items/{id}/', '/items', '{id}'],
  ['/items', '', 'items'],
  ['/items/{id}:close', '/items/{id}', 'close'],
  ['/Items({ID})', '/Items', '{ID}'],
])('the parent of the path %s is "%s", and its last segment is "%s"', (path, parent, last) => {
  expect([parentPath(path), lastSegment(path)]).toEqual([parent, last]);
});

it.each([
  ['/items', '/items/', true],
  ['/items', '/item', false],
])('%s equals %s → %s', (path, other, want) => {
  expect(isEqualPath(path, other)).toBe(want);
});

it.each([
  ['/tasks/{task}/comments', '/tasks/{id}', 'task'],
  ['/tasks/{id}/comments', '/tasks/{id}', 'id'],
  ['/users/{user}/tasks/{task}/comments/', '/users/{id}/tasks/{id2}', 'task'],
  ['/tasks/{task}', '/tasks/{id}', undefined],
  ['/tasks/first/comments', '/tasks/{id}', undefined],
  ['/notes/{task}/comments', '/tasks/{id}', undefined],
  ['/tasks/{task}/comments', '/tasks', undefined],
])('in the path %s, the parameter for the item with the path %s → %s', (path, item, want) => {
  expect(ownerParameter(path, item)).toBe(want);
});

it.each<[string, string, Readonly<Record<string, string>> | undefined]>([
  ['/users/me', '/users/{user_id}', { user_id: 'me' }],
  ['/users/me/keys/{key}', '/users/{user_id}/keys/{key}', { user_id: 'me' }],
  ['/users/{user_id}', '/users/{user_id}', {}],
  ['/users/{id}', '/users/{user_id}', undefined],
  ['/users', '/users/{user_id}', undefined],
  ['/teams/me', '/users/{user_id}', undefined],
])('the path %s, matched with the template %s, has the values %j', (path, template, want) => {
  expect(valuesIn(path, template)).toEqual(want);
});

import { describe, expect, it } from 'vitest';
import { parseRequestTarget } from './request-target.js';

describe('parseRequestTarget', () => {
  it.each([
    ['/items', '', { pathname: '/items', query: '' }],
    ['/items?a=%20?b', '', { pathname: '/items', query: 'a=%20?b' }],
    ['/items/a%2Fb', '', { pathname: '/items/a%2Fb', query: '' }],
    ['http://host:80/items?x', '', { pathname: '/items', query: 'x' }],
    ['http://host', '', { pathname: '', query: '' }],
    ['*', '', { pathname: '*', query: '' }],
    ['/v1/items?x', '/v1', { pathname: '/items', query: 'x' }],
    ['/v1', '/v1', { pathname: undefined, query: '' }],
    ['/v1x/items', '/v1', { pathname: undefined, query: '' }],
    ['/items', '/v1', { pathname: undefined, query: '' }],
  ])('the target %s below the base path %j is parsed → $2', (target, basePath, want) => {
    expect(parseRequestTarget(target, basePath)).toEqual(want);
  });
});

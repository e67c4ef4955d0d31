import { expect, test } from 'vitest';
import type { Contract } from '../../contract.js';
import type { Method } from '../../operation.js';
import { operation } from '../fixtures/operation.js';
import { routeRequest } from './route.js';

const PATHS: readonly (readonly [Method, string])[] = [
  ['get', '/items/{id}'],
  ['delete', '/items/{id}'],
  ['get', '/items/{id}.json'],
  ['get', '/items/mine'],
  ['get', '/items'],
  ['post', '/items'],
  ['get', '/items/{id}/parts/{part}'],
  ['get', '/items/{id}/parts/all'],
  ['get', '/files/{name}.{extension}'],
  ['get', '/'],
  ['put', '/owners/{owner_id}'],
  ['get', '/owners/{owner_name}'],
];
const CONTRACT = { operations: PATHS.map(([method, path]) => operation(method, path)) } as unknown as Contract;

test.each<readonly [string, string, string, readonly (string | undefined)[]]>([
  ['the method selects the operation', 'POST', '/items', ['post /items']],
  ['an unknown method has no operation', 'PATCH', '/items', [undefined]],
  ['methods are case-sensitive (RFC 9110 §9.1)', 'get', '/items', [undefined]],
  ['a path parameter is matched', 'GET', '/items/a', ['get /items/{id}', 'a']],
  ['a path parameter stays percent-encoded', 'GET', '/items/a%2Fb', ['get /items/{id}', 'a%2Fb']],
  ['a path with an unencoded slash in a parameter has no operation', 'GET', '/items/a/b', [undefined]],
  ['a trailing slash has no operation', 'GET', '/items/', [undefined]],
  ['a trailing slash after a parameter has no operation', 'GET', '/items/a/', [undefined]],
  ['a path without parameters takes precedence over a template', 'GET', '/items/mine', ['get /items/mine']],
  [
    'a path without parameters takes precedence, even if only the template has the method (OpenAPI 3.1 §4.8.8.1)',
    'DELETE',
    '/items/mine',
    [undefined],
  ],
  ['a template with more literal text takes precedence', 'GET', '/items/a.json', ['get /items/{id}.json', 'a']],
  ['an empty parameter does not match', 'GET', '/items/.json', ['get /items/{id}', '.json']],
  [
    'a template with fewer parameters takes precedence',
    'GET',
    '/items/a/parts/all',
    ['get /items/{id}/parts/all', 'a'],
  ],
  ['several path parameters are matched', 'GET', '/items/a/parts/b', ['get /items/{id}/parts/{part}', 'a', 'b']],
  [
    'several path parameters in one segment are matched',
    'GET',
    '/files/a.tar.gz',
    ['get /files/{name}.{extension}', 'a', 'tar.gz'],
  ],
  [
    'a template that differs from an earlier one in the names of parameters is the same path (OpenAPI 3.1 §4.8.8)',
    'PUT',
    '/owners/a',
    ['put /owners/{owner_id}', 'a'],
  ],
  [
    'the other template of the same path has a method of its own',
    'GET',
    '/owners/a',
    ['get /owners/{owner_name}', 'a'],
  ],
  ['the root path is matched', 'GET', '/', ['get /']],
  ['an empty path has no operation', 'GET', '', [undefined]],
])('a request is routed to its operation: %s (%s "%s")', (_, method, pathname, want) => {
  const route = routeRequest(CONTRACT, method, pathname);
  expect(route === undefined ? [undefined] : [route.operation.id, ...route.values]).toEqual(want);
});

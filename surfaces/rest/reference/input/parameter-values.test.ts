import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Route, RouteParameter } from '../../runtime/route.js';
import { readParameters } from './parameter-values.js';

const parameter = (more: Partial<RouteParameter>): RouteParameter => ({
  name: 'p',
  in: 'query',
  required: false,
  type: 'string',
  schema: '',
  ...more,
});
const routeWith = (parameters: readonly RouteParameter[]): Route => ({
  operationId: 'o',
  method: 'GET',
  path: '/{id}',
  template: { literals: ['/', ''], names: ['id'] },
  authenticated: true,
  parameters,
  success: { status: 200 },
});
const headers = (fields: IncomingMessage['headers']): IncomingMessage => ({ headers: fields }) as IncomingMessage;

describe('readParameters in the query', () => {
  const text = parameter({});
  const integer = parameter({ type: 'integer' });
  const boolean = parameter({ type: 'boolean' });
  it.each<[string, { given: [RouteParameter, string]; want: unknown }]>([
    ['an omitted parameter', { given: [text, ''], want: {} }],
    ['an empty parameter', { given: [text, 'p='], want: { p: '' } }],
    ['a parameter without an equals sign', { given: [text, 'p'], want: { p: '' } }],
    ['a percent-encoded value', { given: [text, 'p=%E6%97%A5%26%3D%2B'], want: { p: '日&=+' } }],
    ['a plus sign is read as a space', { given: [text, 'p=a+b'], want: { p: 'a b' } }],
    ['a percent-encoded name', { given: [text, '%70=1'], want: { p: '1' } }],
    ['a string of digits stays a string', { given: [text, 'p=12'], want: { p: '12' } }],
    ['an integer', { given: [integer, 'p=-12'], want: { p: -12 } }],
    ['an integer with an exponent', { given: [integer, 'p=1e1'], want: { p: 10 } }],
    ['an empty value of an integer stays a string', { given: [integer, 'p='], want: { p: '' } }],
    ['a hexadecimal number stays a string', { given: [integer, 'p=0x10'], want: { p: '0x10' } }],
    ['a number after a space stays a string', { given: [integer, 'p=%201'], want: { p: ' 1' } }],
    ['a boolean', { given: [boolean, 'p=false'], want: { p: false } }],
    ['a number for a boolean parameter stays a string', { given: [boolean, 'p=1'], want: { p: '1' } }],
    [
      'a list with one pair for each item',
      { given: [parameter({ type: 'integer', list: 'repeated' }), 'p=1&q=2&p=3'], want: { p: [1, 3] } },
    ],
    [
      'a comma-separated list with an encoded comma in an item',
      { given: [parameter({ list: 'comma' }), 'p=a%2Cb,c'], want: { p: ['a,b', 'c'] } },
    ],
    ['unknown parameters are ignored', { given: [text, 'q=1&q=2&__proto__=x&p=y'], want: { p: 'y' } }],
  ])('a parameter is read: %s', (_name, { given: [declared, query], want }) => {
    expect(readParameters(routeWith([declared]), ['x'], query, headers({}))).toMatchObject({ query: want, faults: [] });
  });

  it.each([
    ['a parameter that is sent twice', { given: 'p=1&p=1', want: ['/query/p'] }],
    ['an incomplete percent escape', { given: 'p=%E6%9', want: ['/query/p'] }],
    ['a value that is not UTF-8', { given: 'p=%FF', want: ['/query/p'] }],
    ['a name that is not UTF-8', { given: '%FF=1', want: ['/query'] }],
    ['an invalid percent escape in an undeclared parameter', { given: 'a%2Fb=%', want: ['/query/a~1b'] }],
  ])('a fault of a parameter is reported: %s', (_name, { given, want }) => {
    expect(readParameters(routeWith([text]), ['x'], given, headers({})).faults.map(({ pointer }) => pointer)).toEqual(
      want,
    );
  });

  it('as many parameters as fit into the head of a request are read', () => {
    const { faults } = readParameters(routeWith([text]), ['x'], 'p&'.repeat(8000), headers({}));
    expect(faults.length).toBeLessThanOrEqual(8000);
  });
});

describe('readParameters in the path and in headers', () => {
  const id = parameter({ name: 'id', in: 'path', required: true });

  it('a path segment is decoded only once, and keeps its plus signs', () => {
    expect(readParameters(routeWith([id]), ['a%252Fb+c%2F'], '', headers({})).path).toEqual({ id: 'a%2Fb+c/' });
  });

  it('an invalid percent escape in the path is reported', () => {
    const { faults } = readParameters(routeWith([id]), ['%zz'], '', headers({}));
    expect(faults).toEqual([{ pointer: '/path/id', detail: 'is not percent-encoded UTF-8' }]);
  });

  it('headers are found regardless of their letter case', () => {
    const depth = parameter({ name: 'X-Depth', in: 'header', type: 'integer' });
    expect(readParameters(routeWith([depth]), ['x'], '', headers({ 'x-depth': '3' })).header).toEqual({ 'X-Depth': 3 });
  });
});

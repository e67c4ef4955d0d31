import { expect, test } from 'vitest';
import type { Operation, SecurityRequirement, SecurityScheme } from '../../operation.js';
import {
  credentialValue,
  operationToken,
  schemesToMeet,
  withConfiguredCredentials,
  withCredentials,
} from './credentials.js';
import { operation } from '../fixtures/operation.js';
import { NO_BODY, type RequestMessage } from '../message.js';

const BEARER: SecurityScheme = { kind: 'http', name: 'bearer', scheme: 'bearer' };
const BASIC: SecurityScheme = { kind: 'http', name: 'basic', scheme: 'basic' };
const OAUTH: SecurityScheme = { kind: 'other', name: 'oauth', type: 'oauth2' };
const TLS: SecurityScheme = { kind: 'other', name: 'tls', type: 'mutualTLS' };

function key(location: 'query' | 'header' | 'cookie', parameter: string): SecurityScheme {
  return { kind: 'apiKey', name: `${location}Key`, in: location, parameter };
}

function secured(...security: readonly SecurityRequirement[]): Operation {
  return { ...operation('get', '/items'), security };
}

const GIVEN = {
  token: 'the-token',
  credentials: new Map([
    ['basic', 'Aladdin:open sesame'],
    ['queryKey', 'a&b c'],
  ]),
};

test.each<readonly [string, readonly SecurityRequirement[], Partial<RequestMessage>, string, readonly string[]]>([
  ['a bearer token', [[BEARER]], {}, '/items', ['authorization: Bearer the-token']],
  [
    'HTTP basic, as in the example of RFC 7617 §2',
    [[BASIC]],
    {},
    '/items',
    ['authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=='],
  ],
  ['an API key in a header', [[key('header', 'X-Api-Key')]], {}, '/items', ['x-api-key: the-token']],
  ['an API key in the query', [[key('query', 'k[]')]], {}, '/items?k%5B%5D=a%26b%20c', []],
  ['an API key after an existing query', [[key('query', 'k')]], { target: '/items?q=1' }, '/items?q=1&k=a%26b%20c', []],
  ['an API key in a cookie', [[key('cookie', 'sid')]], {}, '/items', ['cookie: sid=the-token']],
  [
    'an API key after an existing cookie',
    [[key('cookie', 'sid')]],
    { headers: [['cookie', 'a=b']] },
    '/items',
    ['cookie: a=b; sid=the-token'],
  ],
  [
    'the credentials of all schemes in an alternative',
    [[BEARER, key('header', 'X-Key')]],
    {},
    '/items',
    ['authorization: Bearer the-token', 'x-key: the-token'],
  ],
  [
    'the credential of the first alternative that a request can contain',
    [[], [TLS], [OAUTH], [BASIC]],
    {},
    '/items',
    ['authorization: Bearer the-token'],
  ],
  [
    'a bearer token for an operation without security requirements',
    [],
    {},
    '/items',
    ['authorization: Bearer the-token'],
  ],
])('a credential is added to the request: %s', (_, security, more, target, headers) => {
  const message = { method: 'GET', target: '/items', headers: [], body: NO_BODY, ...more };
  const sent = withCredentials(message, secured(...security), (scheme) =>
    scheme === undefined ? GIVEN.token : credentialValue(scheme, GIVEN),
  );
  expect(sent.target).toBe(target);
  expect(sent.headers.map((header) => header.join(': '))).toEqual(headers);
});

test('a client that takes one credential receives the credential of the first scheme', () => {
  expect(operationToken(secured([key('query', 'k'), BEARER]), GIVEN)).toBe('a&b c');
  expect(operationToken(secured(), GIVEN)).toBe('the-token');
  expect(schemesToMeet(secured([], [TLS]))).toEqual([]);
  expect(Buffer.from(credentialValue(BASIC, { token: 'no-colon' }), 'base64').toString()).toBe('no-colon:');
});

test.each<readonly [string, string, readonly SecurityRequirement[], readonly string[]]>([
  ['an operation without a scheme', '', [], ['authorization: Apikey k']],
  ['an operation without a scheme, and a token', 'the-token', [], ['authorization: Apikey k']],
  ['an operation that takes the header', '', [[key('header', 'Authorization')]], ['authorization: Apikey own']],
  [
    'an operation with another scheme',
    'the-token',
    [[key('header', 'X-Key')]],
    ['x-key: the-token', 'authorization: Apikey k'],
  ],
])('a header that the user sets for all calls is sent with %s', (_, token, security, want) => {
  const given = {
    token,
    credentials: new Map(token === '' ? [['headerKey', 'Apikey own']] : []),
    callHeaders: [['authorization', 'Apikey k']] as const,
  };
  const message = { method: 'GET', target: '/items', headers: [], body: NO_BODY };
  const sent = withConfiguredCredentials(message, secured(...security), given);
  expect(sent.headers.map((header) => header.join(': '))).toEqual(want);
});

import { expect, test } from 'vitest';
import { ServiceAddresses } from './service-address.js';

const KNOWN = ['https://up.example.com', '/v2'];
const addresses = new ServiceAddresses(
  { baseUrl: 'http://127.0.0.1:1/v1/', servers: { 'https://up.example.com/': 'http://127.0.0.1:2', '/v2': undefined } },
  KNOWN,
  1000,
);

test.each<readonly [string, readonly string[] | undefined, string]>([
  ['an operation without its own server uses the common base URL', undefined, '/v1'],
  ['an operation with its own server uses the base URL of this server', ['https://up.example.com'], ''],
  ['a server without a base URL is skipped if another server has one', ['/v2', 'https://up.example.com'], ''],
  ['the common base URL is used if no server has one', ['/v2'], '/v1'],
])('a request gets the base path of its server: %s', (_, servers, prefix) => {
  expect(addresses.of(servers).prefix).toBe(prefix);
});

test('servers with the same origin share their connections', () => {
  const bases = { baseUrl: 'http://127.0.0.1:1/v1', servers: { '/v2': 'http://127.0.0.1:1/v2' } };
  const both = new ServiceAddresses(bases, KNOWN, 1000);
  expect(both.of(['/v2'])).toEqual({ pool: both.of().pool, prefix: '/v2' });
});

test.each([
  [
    { 'https://up.exmple.com': 'http://127.0.0.1' },
    'servers: the contract has https://up.example.com, /v2, but not https://up.exmple.com',
  ],
  [{ '/v2': 'ftp://x' }, 'servers: /v2: must be an absolute http or https URL without user, query and fragment'],
])('the servers %o are refused', (servers, message) => {
  const made = (): unknown => new ServiceAddresses({ baseUrl: 'http://127.0.0.1', servers }, KNOWN, 1000);
  expect(made).toThrow(new TypeError(message));
});

import { expect, test } from 'vitest';
import type { Contract } from '../../../contract/contract.js';
import { serverAddresses } from './server-addresses.js';

/**
 * A contract with main servers and with servers of one operation. `serverAddresses` reads no other part of a contract.
 */
function contractWith(common: readonly string[], servers: readonly string[]): Contract {
  const document = { servers: common.map((url) => ({ url })) };
  return { document, operations: [{ id: 'op', servers }] } as unknown as Contract;
}

const LOCAL = 'http://127.0.0.1:80';

test.each([
  [
    'the configuration names the server',
    ['https://a.example'],
    ['https://b.example'],
    { url: LOCAL, servers: { 'https://b.example/': `${LOCAL}81/` } },
    `${LOCAL}81`,
  ],
  [
    'the configuration names an alternative server',
    [],
    ['https://b.example', '/b'],
    { url: LOCAL, servers: { '/b': `${LOCAL}81` } },
    `${LOCAL}81`,
  ],
  [
    'the configuration names the base URL',
    [],
    ['https://b.example'],
    { url: `${LOCAL}/`, servers: { 'https://b.example': LOCAL } },
    'main server',
  ],
  [
    'the server of the operation is on a different host',
    ['https://a.example'],
    ['https://b.example'],
    { url: LOCAL },
    'unknown',
  ],
  [
    'the server has a different path on the same host',
    ['https://a.example/v1'],
    ['https://A.example/v2'],
    { url: `${LOCAL}/v1` },
    `${LOCAL}/v2`,
  ],
  [
    'the server is below the main server of the contract',
    ['https://a.example'],
    ['https://a.example/v2'],
    { url: `${LOCAL}/x` },
    `${LOCAL}/x/v2`,
  ],
  ['the server URL is relative', [], ['v2'], { url: LOCAL }, `${LOCAL}/v2`],
  [
    'the server URL is relative, and the service URL has a path',
    ['/v1'],
    ['/v2'],
    { command: ['x'], url: 'http://127.0.0.1:{port}/v1/' },
    'http://127.0.0.1:{port}/v2',
  ],
  [
    'the service URL lacks the path of the main server',
    ['https://a.example/v1'],
    ['https://a.example/v2'],
    { url: LOCAL },
    'unknown',
  ],
  ['no service is configured, so the port is not known yet', [], ['/v2'], undefined, 'http://127.0.0.1:{port}/v2'],
] as const)('finds the address of a server: %s → $4', (_, common, servers, service, want) => {
  const contract = contractWith(common, servers);
  const found = serverAddresses(contract, service);
  const [operation] = contract.operations;
  const server = operation && found.serverOf(operation);
  expect(server === undefined ? 'main server' : (found.addresses.get(server) ?? 'unknown')).toBe(want);
});

test.each([
  [['https://a.example/v1'], LOCAL, '/v1'],
  [['https://a.example/v1'], `${LOCAL}/v1/`, undefined],
  [['/v1', '/v2'], `${LOCAL}/x/v2`, undefined],
  [['https://a.example/'], LOCAL, undefined],
  [[], LOCAL, undefined],
])('with the servers %j and the base URL %s, the missing path is %s', (common, url, want) => {
  expect(serverAddresses(contractWith(common, []), { url }).missingPath).toBe(want);
});

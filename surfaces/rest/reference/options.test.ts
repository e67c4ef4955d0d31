import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCommandLine } from './options.js';
import { SERVICE_DEFAULTS, startService } from './items/service.js';

const environment = { SVC_TOKEN: 't', MY_VENDOR_TOKEN: 'u' };

describe('readCommandLine', () => {
  it.each([
    ['no options', { given: [], want: { service: { ...SERVICE_DEFAULTS, token: 't' }, exitWithStdin: false } }],
    ['a prefix', { given: ['--prefix', 'my-vendor'], want: { service: { token: 'u' } } }],
    ['a base path with a trailing slash', { given: ['--base-path', '/a/b/'], want: { service: { basePath: '/a/b' } } }],
    ['a base path of only a slash', { given: ['--base-path', '/'], want: { service: { basePath: '' } } }],
    [
      'all other options',
      {
        given: [
          '--port=1',
          '--host=::1',
          '--database=d',
          '--fixture=f',
          '--reset-path=/-/reset',
          '--body-limit=9',
          '--exit-with-stdin',
        ],
        want: {
          service: { port: 1, host: '::1', database: 'd', fixture: 'f', resetPath: '/-/reset', bodyLimit: 9 },
          exitWithStdin: true,
        },
      },
    ],
  ])('options of the service are read: %s', (_name, { given, want }) => {
    expect(readCommandLine(given, environment)).toMatchObject(want);
  });

  it.each([
    ['a negative port', ['--port=-1']],
    ['a port above 65535', ['--port', '65536']],
    ['an unknown flag', ['--potr', '1']],
    ['an unexpected positional argument', ['serve']],
    ['a base path without a leading slash', ['--base-path', 'v1']],
    ['a reset path with a query', ['--reset-path', '/-/reset?x']],
  ])('a faulty command line is refused: %s', (_name, argv) => {
    expect(() => readCommandLine(argv, environment)).toThrowError(expect.objectContaining({ code: 'usage' }));
  });

  it.each([
    ['the variable for the token is not set', {}],
    ['the token is empty', { SVC_TOKEN: '' }],
    ['the token contains a space', { SVC_TOKEN: 'a b' }],
  ])('a missing or invalid token is refused: %s', (_name, given) => {
    const want = { code: 'token-missing', message: 'SVC_TOKEN contains no token' };
    expect(() => readCommandLine([], given)).toThrowError(expect.objectContaining(want));
  });
});

describe('startService', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'service-'));
    writeFileSync(join(folder, 'no-list.json'), '{}');
    writeFileSync(join(folder, 'no-json.json'), '{');
    writeFileSync(join(folder, 'short-id.json'), '{"items":[{"item_id":"ab"}]}');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['a fixture that does not exist', { given: { fixture: 'nowhere.json' }, want: /nowhere\.json.*ENOENT/ }],
    ['a fixture that is not JSON', { given: { fixture: 'no-json.json' }, want: /no-json\.json.*JSON/ }],
    [
      'a fixture without a list of items',
      { given: { fixture: 'no-list.json' }, want: /does not contain a list `items`/ },
    ],
    [
      'a fixture with an invalid item',
      { given: { fixture: 'short-id.json' }, want: /\/items\/0(\/item_id)? must have/ },
    ],
    [
      'a file that is not a database',
      { given: { database: 'short-id.json' }, want: /short-id\.json cannot be used as the database/ },
    ],
  ])('startService rejects %s', async (_name, { given, want }) => {
    const placed = Object.fromEntries(Object.entries(given).map(([key, file]) => [key, join(folder, file)]));
    await expect(startService({ ...SERVICE_DEFAULTS, token: 't', ...placed })).rejects.toMatchObject({
      name: 'ParityError',
      message: expect.stringMatching(want) as unknown,
    });
  });

  it('startService rejects the address of another machine as its host', async () => {
    await expect(startService({ ...SERVICE_DEFAULTS, token: 't', host: '192.0.2.1' })).rejects.toMatchObject({
      code: 'address-unusable',
    });
  });
});

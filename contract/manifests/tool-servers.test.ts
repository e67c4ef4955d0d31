import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readToolServers } from './tool-servers.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parity-servers-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(text: string): ReturnType<typeof readToolServers> {
  writeFileSync(join(folder, 'servers.yaml'), text);
  return readToolServers('servers.yaml', { root: folder });
}

const ONE = `servers:
  - name: memory
    pin: npm:memory@1.2.0
    launch: [npx, memory@1.2.0]
`;

test('reads tool servers with the locations of their members', () => {
  expect(read(ONE)).toMatchObject({
    servers: [
      {
        name: 'memory',
        pin: 'npm:memory@1.2.0',
        launch: ['npx', 'memory@1.2.0'],
        places: { name: { line: 2, column: 5 }, pin: { line: 3, pointer: '/servers/0/pin' }, launch: { line: 4 } },
      },
    ],
  });
  expect(read(ONE.replace('[npx, memory@1.2.0]', '[]'))).toMatchObject({ servers: [{ launch: [] }] });
});

test("this project's own registry has eighteen servers, with all kinds of pins", () => {
  const reading = readToolServers('contract/tool-servers.yaml', { root: resolve(import.meta.dirname, '../..') });
  const servers = reading.kind === 'servers' ? reading.servers : [];
  expect(servers).toHaveLength(18);
  expect(new Set(servers.map(({ pin }) => pin.split(':')[0]))).toEqual(
    new Set(['npm', 'uv', 'local', 'operator', 'http']),
  );
});

test.each<[string, string, readonly string[]]>([
  ['a server without a name', ONE.replace('name: memory\n    ', ''), ['registry-malformed 2']],
  ['a pin that is a list', ONE.replace('npm:memory@1.2.0', '[]'), ['registry-malformed 2']],
  ['a server without a launch command', ONE.replace(/ {4}launch.*\n/, ''), ['registry-malformed 2']],
  ['a launch command that is a string', ONE.replace(/launch.*/, 'launch: npx memory@1.2.0'), ['registry-malformed 4']],
  ['a launch command with a number', ONE.replace('[npx,', '[npx, 5,'), ['registry-malformed 4']],
  ['a misspelt key of a server', ONE.replace('launch:', 'lunch:'), ['registry-key 4', 'registry-malformed 2']],
  ['an empty list of servers', 'servers: []', ['registry-malformed 1']],
  ['a file that contains a list', '[]', ['registry-malformed 1']],
  ['a file that is not YAML', 'servers: [', ['document-syntax 1']],
])('a faulty registry is reported with its line: %s → $2', (_, given, want) => {
  const reading = read(given);
  const faults = reading.kind === 'faults' ? reading.faults : [];
  expect(faults.map(({ code, location }) => `${code} ${location.line}`)).toEqual(want);
  for (const { repair } of faults) expect(repair).toMatch(/^[A-Z].*\.$/s);
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../reports/report.js';
import { FILES, SERVED, checkedFiles, folderWithContract, otherCells } from './fixtures/several-servers.js';

const root = folderWithContract();

const CLIENT = `
const paths = { listNotes: ['GET', '/notes'], listFiles: ['GET', '/files'], putFile: ['PUT', '/files', '${FILES}'],
  getStats: ['GET', '/stats', 'https://api.example.com/v2'] };
export class Client {
  constructor({ baseUrl, servers = {} }) {
    for (const [name, [method, path, server]] of Object.entries(paths))
      this[name] = async () => (await fetch((servers[server] ?? baseUrl) + path, { method })).json();
  }
}
`;
writeFileSync(join(root, 'client.mjs'), CLIENT);
writeFileSync(join(root, 'one-base-url.mjs'), CLIENT.replace('servers[server] ?? ', ''));
writeFileSync(
  join(root, 'other-server.mjs'),
  CLIENT.replace("'PUT', '/files', 'https://files", "'PUT', '/files', 'https://file"),
);

function checked(servers: Readonly<Record<string, string>> | undefined, sdk: object = {}): Promise<Report> {
  return checkedFiles(root, { sdk: { driver: 'sdk_typescript', module: 'client.mjs', ...sdk } }, servers);
}

test('each operation is called at its own server', async () => {
  const report = await checked(SERVED, { servers: 'each' });
  expect(report.findings).toEqual([]);
  expect(otherCells(report)).toEqual([]);
  expect(report.footer?.exitCode).toBe(0);
  // The report has one time for each cell, in the order of the cells.
  const name = ({ surface, operation }: { surface: string; operation: string }): string => `${surface} ${operation}`;
  expect(report.footer?.times?.map(name)).toEqual(report.cells.map(name));
  expect(report.footer?.times?.every(({ calls, durationMs }) => calls > 0 && durationMs >= 0)).toBe(true);
});

test('operations whose server has no address are not called', async () => {
  const report = await checked(undefined, { servers: 'each' });
  expect(report.findings).toEqual([]);
  expect(otherCells(report)).toEqual(['putFile rest inconclusive', 'putFile sdk inconclusive']);
  expect(report.cells.find(({ verdict }) => verdict !== 'pass')?.reason).toMatch(
    /^not called: .* https:\/\/files\.example\.com, /,
  );
  expect(report.footer?.exitCode).toBe(2);
});

test.each([
  [
    'a surface with one base URL has inconclusive cells for the operations of other servers',
    undefined,
    ['putFile sdk inconclusive', 'getStats sdk inconclusive'],
    2,
  ],
  ['a surface with one base URL passes if the configuration states that all servers have this base URL', 'one', [], 0],
])('checks a surface with one base URL: %s', async (_, servers, want, exitCode) => {
  const report = await checked(SERVED, { module: 'one-base-url.mjs', ...(servers && { servers }) });
  expect(report.findings).toEqual([]);
  expect(otherCells(report)).toEqual(want);
  expect(report.footer?.exitCode).toBe(exitCode);
});

test('a surface that calls an operation at a wrong server is reported', async () => {
  const report = await checked(SERVED, { module: 'other-server.mjs', servers: 'each' });
  expect(report.findings.map(({ finding }) => [finding.rule, finding.surfaces.join(), finding.message])).toEqual([
    [
      'parity/same-operation',
      'sdk',
      'The request `PUT /../tap/files` is not below the base URL of https://files.example.com, the server of putFile.',
    ],
  ]);
});

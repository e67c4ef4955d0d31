import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'parity-start-up-'));
const modules = join(folder, 'modules.txt');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CONTRACT = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: { '/things': { get: { operationId: 'listThings', responses: { 200: { description: 'All.' } } } } },
};

/** A loader that writes the URL of each loaded ES module to a file. */
const LISTED = `
  import { register } from 'node:module';
  const hook = \`
    import { appendFileSync } from 'node:fs';
    let file;
    export const initialize = (data) => { file = data; };
    export const load = (url, context, next) => { appendFileSync(file, url + '\\\\n'); return next(url, context); };
  \`;
  register('data:text/javascript,' + encodeURIComponent(hook), { data: ${JSON.stringify(modules)} });
`;

/** Checks one operation, and returns the modules that are loaded when the first request arrives. */
async function loadedAtFirstCase(program: string): Promise<readonly string[]> {
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(CONTRACT));
  writeFileSync(modules, '');
  let loaded: readonly string[] | undefined;
  const server = createServer((_, response) => {
    loaded ??= readFileSync(modules, 'utf8').trim().split('\n');
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const listed = ['--import', `data:text/javascript,${encodeURIComponent(LISTED)}`];
  const check = ['check', 'openapi.json', '--url', url, '--phase', 'valid', '--runs', '1'];
  const child = spawn(process.execPath, [...listed, resolve(program), ...check], { cwd: folder, stdio: 'ignore' });
  await new Promise((done) => child.on('exit', done));
  server.close();
  return loaded ?? [];
}

const LATE = {
  'packages of other phases and surfaces':
    /node_modules\/(?:@stoplight|@modelcontextprotocol|zod|jiti|execa|semver|string-width|fast-xml-parser|playwright-core)\//,
  'Prism and Spectral': /\/(?:prism|spectral)\.js$/,
  'renderers, lint, registry, generators, minimisers and other surfaces':
    /\/dist\/(?:reports\/(?:html|terminal|formats|summary)|rules\/(?:contract|registry)|harness\/(?:registry|generation|versions|change|engine\/(?:minimise\/(?!counterexample)|proof))|surfaces\/(?:mcp|cli|ui_card|sdk_\w+)\/(?!kind\.js))/,
};

describe.each(['dist/harness/main.js', 'lib/main.js'])('start-up of the program %s', (program) => {
  it('the program loads only the modules that the first case needs', { timeout: 60_000 }, async () => {
    const loaded = await loadedAtFirstCase(program);
    expect(loaded.length).toBeGreaterThan(50);
    const early = Object.entries(LATE).map(
      ([what, late]) => [what, loaded.filter((module) => late.test(module))] as const,
    );
    expect(early).toEqual(Object.keys(LATE).map((what) => [what, []]));
  });
});

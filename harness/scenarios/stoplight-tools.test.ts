import { mkdtempSync, rmSync, writeFileSync, symlinkSync, mkdirSync, cpSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, describe, expect, it } from 'vitest';
import { joinPointer } from '../../contract/json/json-pointer.js';
import { lintContract } from '../../rules/contract/lint/lint.js';
import { freePort } from '../backends/free-port.js';
import { MAIN } from './tree.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'parity-stoplight-'));
mkdirSync(join(folder, 'node_modules'));
symlinkSync(ROOT, join(folder, 'node_modules/contract-parity'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SPECTRAL = join(ROOT, 'node_modules/.bin/spectral');
const PRISM = join(ROOT, 'node_modules/.bin/prism');

interface CliResult {
  readonly code: string;
  readonly severity: number;
  readonly message: string;
  readonly path: readonly (string | number)[];
}

describe('`spectral lint` with our ruleset finds what `parity lint` finds', () => {
  it.each([
    ['a module', 'rules.mjs', `import ours from 'contract-parity/spectral';\nexport default { extends: [ours] };\n`],
    ['YAML', 'rules.yaml', 'extends: contract-parity/spectral\n'],
  ])('a ruleset as %s that extends our ruleset gives the same results as `parity lint`', async (_, ruleset, text) => {
    writeFileSync(join(folder, ruleset), text);
    writeFileSync(join(folder, 'api.json'), JSON.stringify(FAULTY));
    const { stdout } = await execa(
      SPECTRAL,
      ['lint', 'api.json', '--ruleset', ruleset, '--format', 'json', '--quiet'],
      {
        cwd: folder,
        reject: false,
      },
    );
    const found = (JSON.parse(stdout) as readonly CliResult[]).map(({ code, severity, message, path }) => [
      code,
      ['error', 'warning', 'info', 'info'][severity],
      message,
      joinPointer('', ...path),
    ]);
    const needs = { tool: false, command: false };
    const ours = (await lintContract('api.json', { prefix: 'svc', needs, root: folder })).map((result) => [
      result.rule.replace(/^oas\//, ''),
      result.severity,
      result.message.replace(/ \(the value is .*\)$/, ''),
      result.location.pointer,
    ]);
    expect(ours.map(([rule]) => rule)).toEqual(expect.arrayContaining(['contract/examples-valid', 'operation-tags']));
    expect(found.map(String).toSorted()).toEqual(ours.map(String).toSorted());
  });
});

const CONTENT = { 'application/json': { schema: { type: 'integer' }, example: 'one' } };
const FAULTY = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  servers: [{ url: 'http://127.0.0.1' }],
  paths: {
    '/a/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'Get_a', responses: { 200: { description: 'Done.', content: CONTENT } } },
      post: {
        operationId: 'postA',
        requestBody: { content: { 'application/json': { schema: { type: 'string', nullable: true } } } },
        responses: { 201: { description: 'Made.' } },
      },
    },
  },
};

const ITEMS = 'contract/item-service.openapi.yaml';
const JSON_TYPE = { 'content-type': 'application/json' };

it('`parity mock` answers as `prism mock` does', async () => {
  cpSync(join(ROOT, ITEMS), join(folder, 'items.yaml'));
  const controller = new AbortController();
  const prism = await started([PRISM, 'mock', 'items.yaml', '-p'], controller.signal);
  const ours = await started([MAIN, 'mock', '--contract', 'items.yaml', '--port'], controller.signal);
  const token = { authorization: 'Bearer any' };
  const requests: readonly (readonly [string, string, Record<string, string>?, string?])[] = [
    ['GET', '/items'],
    ['GET', '/items?limit=0'],
    ['GET', '/nowhere'],
    ['DELETE', '/items'],
    ['POST', '/items', JSON_TYPE, '{"name":"a"}'],
    ['POST', '/items', JSON_TYPE, '{}'],
    ['POST', '/items', JSON_TYPE, '{'],
    ['POST', '/items', { 'content-type': 'text/csv' }, 'a'],
    ['GET', '/items/a', { prefer: 'code=404' }],
    ['GET', '/items', { accept: 'text/html' }],
    ['GET', '/items', { authorization: '' }],
  ];
  try {
    for (const [method, target, headers, body] of requests) {
      const ask = async (url: string): Promise<readonly unknown[]> => {
        const reply = await fetch(url + target, { method, headers: { ...token, ...headers }, ...(body && { body }) });
        return [method, target, reply.status, reply.headers.get('content-type'), await reply.text()];
      };
      expect(await ask(ours)).toEqual(await ask(prism));
    }
  } finally {
    controller.abort();
  }
});

/** Starts a mock on a free port, waits until it prints its base URL, and returns the URL. */
async function started(command: readonly string[], cancelSignal: AbortSignal): Promise<string> {
  // Another process may take the port before the mock listens on it.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const mock = execa(process.execPath, [...command, String(await freePort())], {
      cwd: folder,
      all: true,
      reject: false,
      cancelSignal,
      env: { NO_COLOR: '1' },
    });
    for await (const line of createInterface({ input: mock.all })) {
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line);
      if (url !== null) return url[0];
    }
  }
  throw new Error(`${command.join(' ')} did not start`);
}

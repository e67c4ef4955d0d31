import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { type Ran, command } from './command.js';

const ok = { description: '' };
const refused = { 400: ok, 404: ok, 422: ok };
const content = (schema: object): object => ({ content: { 'application/json': { schema } } });
const inPath = (name: string, schema: object): object => ({ name, in: 'path', required: true, schema });
const BOX = {
  type: 'object',
  required: ['id', 'label'],
  properties: { id: { type: 'integer' }, label: { type: 'string' } },
};
const given = {
  required: true,
  ...content({ type: 'object', required: ['label'], properties: { label: { type: 'string', maxLength: 9 } } }),
};
const box = { description: '', ...content(BOX) };
const CONTRACT = {
  openapi: '3.1.0',
  info: { title: 'Boxes', version: '1' },
  paths: {
    '/boxes': {
      get: {
        operationId: 'listBoxes',
        responses: { 200: { description: '', ...content({ type: 'array', items: BOX }) } },
      },
      post: { operationId: 'addBox', requestBody: given, responses: { 201: box, ...refused } },
    },
    '/boxes/{id}': {
      parameters: [inPath('id', { type: 'integer' })],
      get: { operationId: 'getBox', responses: { 200: box, ...refused } },
      patch: { operationId: 'editBox', requestBody: given, responses: { 200: box, ...refused } },
      delete: { operationId: 'removeBox', responses: { 204: ok, ...refused } },
    },
    '/boxes/{id}/seal': {
      parameters: [inPath('id', { type: 'integer' })],
      post: { operationId: 'sealBox', responses: { 204: ok, ...refused } },
    },
    '/labels/{name}': {
      parameters: [inPath('name', { type: 'string', minLength: 1, maxLength: 40 })],
      delete: { operationId: 'removeLabel', responses: { 204: ok, ...refused } },
    },
    '/modes/{mode}': {
      parameters: [inPath('mode', { enum: ['slow', 'fast'] })],
      put: { operationId: 'setMode', responses: { 204: ok, ...refused } },
    },
  },
};

/** The identifiers of items that existed before the check. */
const BEFORE = Array.from({ length: 300 }, (_, id) => id - 20);

/** Lists the changes of items that existed before the check, as `<method> <path>`. */
async function changedBy(
  args: readonly string[],
): Promise<Ran & { readonly changes: readonly string[]; readonly removed: number }> {
  const boxes = new Map<number, object>(BEFORE.map((id) => [id, { id, label: 'own' }]));
  const changes: string[] = [];
  let removed = 0;
  let next = 1000;
  const answer = async (request: IncomingMessage): Promise<readonly [status: number, value?: unknown]> => {
    const { method = '', url = '' } = request;
    const [, kind, name = '', action] = decodeURI(url.split('?')[0] ?? '').split('/');
    const body = await text(request);
    if (kind === 'modes') changes.push(`${method} ${url}`);
    if (kind === 'labels' && name.length < 12) changes.push(`${method} ${url}`);
    if (kind !== 'boxes') return [404];
    const label = labelOf(body);
    if (name === '' && method === 'GET') return [200, [...boxes.values()]];
    if (name === '' && method !== 'POST') return [405];
    if ((name === '' || method === 'PATCH') && label === undefined) return [422];
    if (name === '') {
      next += 1;
      boxes.set(next, { id: next, label });
      return [201, boxes.get(next)];
    }
    const id = Number.parseInt(name, 10);
    if (!boxes.has(id)) return [Number.isInteger(Number(name)) ? 404 : 422];
    if (method !== 'GET' && id < 1000) changes.push(`${method} ${url}`);
    if (action === 'seal' && method === 'POST') return [204];
    if (action !== undefined || !['GET', 'PATCH', 'DELETE'].includes(method)) return [405];
    if (method === 'PATCH') boxes.set(id, { id, label });
    if (method !== 'DELETE') return [200, boxes.get(id)];
    removed += 1;
    boxes.delete(id);
    return [204];
  };
  const server = createServer((request, response) => {
    const answered = answer(request).catch((): readonly [number, unknown?] => [400]);
    void answered.then(([status, value]) => {
      const isMissing = status === 405 ? { allow: 'GET, POST, PATCH, DELETE' } : {};
      response.writeHead(status, value === undefined ? isMissing : { 'content-type': 'application/json' });
      response.end(value === undefined ? undefined : JSON.stringify(value));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = mkdtempSync(join(tmpdir(), 'parity-others-'));
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(CONTRACT));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ran = await command(folder, ['check', 'openapi.json', '--url', url, '--write', '--runs', '16', ...args]);
  return { ...ran, changes, removed };
}

function labelOf(body: string): string | undefined {
  try {
    const { label } = JSON.parse(body) as { label?: unknown };
    return typeof label === 'string' && [...label].length <= 9 ? label : undefined;
  } catch {
    return undefined;
  }
}

it('a check with --write changes only items that it created', async () => {
  const { changes, removed, stdout } = await changedBy([]);
  expect(changes).toEqual([]);
  expect(removed).toBeGreaterThan(0);
  expect(stdout).toMatch(/removeBox\s+live\s+✓ pass/);
  expect(stdout).toMatch(/not sent, because an identifier in the path may name an item/);
  expect(stdout).toMatch(/setMode on rest \(live\): no call was sent/);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '../operation.js';
import { streamOf } from '../stream-of.js';
import { readContract } from './read-contract.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'extensions-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Reads an operation whose request body and stream have the given extensions. Returns the operation, or the codes of
 * its faults.
 */
async function read(body: string, stream: string): Promise<Operation | readonly string[]> {
  const requestBody = `{content: {application/json: {schema: true}}${body}}`;
  const responses = `{"200": {description: "", content: {text/event-stream: {schema: true${stream}}}}}`;
  const text = `openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths:\n  /a:\n    post: {operationId: a, requestBody: ${requestBody}, responses: ${responses}}\n`;
  writeFileSync(join(folder, 'main.yaml'), text);
  const reading = await readContract('main.yaml', { root: folder, prefix: 'acme' });
  if (reading.kind === 'faults') return reading.faults.map(({ code }) => code);
  const [operation] = reading.contract.operations;
  if (operation === undefined) throw new Error('no operation');
  return operation;
}

test('the maximum size of a body and the order of event types are read', async () => {
  const operation = await read(', x-acme-max-body-bytes: 65536', ', x-acme-event-order: {a: [b, c], b: [b, c]}');
  if ('length' in operation) throw new Error(operation.join());
  expect(operation.requestBody?.maxBytes).toBe(65_536);
  expect(streamOf(operation)?.order).toEqual(
    new Map([
      ['a', ['b', 'c']],
      ['b', ['b', 'c']],
    ]),
  );
});

test.each([
  ['a size that is a string', ', x-acme-max-body-bytes: large', ''],
  ['a size of zero bytes', ', x-acme-max-body-bytes: 0', ''],
  ['an order that is a list', '', ', x-acme-event-order: [a, b]'],
  ['an order without event types', '', ', x-acme-event-order: {}'],
  ['an order with a number among the event types', '', ', x-acme-event-order: {a: [1]}'],
])('%s is a fault of the contract', async (_, body, stream) => {
  expect(await read(body, stream)).toEqual(['extension-malformed']);
});

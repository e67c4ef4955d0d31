import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lawRuns } from '../fixtures/law-runs.js';
import { isJsonObject, type Json } from '../json/json.js';
import { joinPointer } from '../json/json-pointer.js';
import { readContract } from './read-contract.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'law-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const SCHEMA: Json = {
  type: 'object',
  required: ['a'],
  properties: {
    a: { type: ['string', 'null'], maxLength: 3, pattern: '^a' },
    next: { $ref: '#/components/schemas/S' },
  },
  oneOf: [{ properties: { k: { const: 1 } } }, { $ref: '#/components/schemas/T' }],
  unevaluatedProperties: false,
};
const TUPLE: Json = {
  prefixItems: [true],
  items: false,
  contains: { multipleOf: 0.01 },
  if: { minItems: 1 },
  then: { enum: [[1], 'x'] },
  not: { type: 'null' },
};
const VALID: Json = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  security: [{ b: [] }],
  paths: {
    '/x/{id}': {
      parameters: [{ $ref: '#/components/parameters/id' }],
      post: {
        operationId: 'post',
        'x-acme-cli': { command: 'c', description: 'd' },
        requestBody: {
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/S' }, examples: { e: { value: 1 } } },
          },
        },
        responses: {
          200: {
            description: 'ok',
            headers: { H: { schema: { type: 'string' } } },
            content: { 'a/b': { schema: TUPLE } },
          },
        },
      },
    },
  },
  components: {
    parameters: { id: { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } } },
    schemas: { S: SCHEMA, T: TUPLE },
    securitySchemes: { b: { type: 'http', scheme: 'bearer' } },
  },
};

const SPOILT = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<Json>(
    { $ref: '#' },
    { $ref: '#/components/schemas/S' },
    { $ref: '#/paths/~1x~1{id}' },
    { $dynamicRef: '#a' },
    '(',
    '#/components',
    -1,
    JSON.parse('{"__proto__": 1}') as Json,
  ),
);

test('a description with an arbitrary value at any place is a usable contract, or its faults are reported', async () => {
  const pointers = pointersOf(VALID, '');
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...pointers), SPOILT, fc.jsonValue(), async (pointer, spoilt, value) => {
      writeFileSync(join(folder, 'main.json'), JSON.stringify(replaced(VALID, '', pointer, spoilt as Json)));
      const reading = await readContract('main.json', { root: folder, prefix: 'acme' });
      if (reading.kind === 'faults') {
        for (const { location, repair, message } of reading.faults) {
          expect([location.line, message === '', repair === '']).toEqual([1, false, false]);
        }
        expect(reading.faults.length).toBeGreaterThan(0);
        return;
      }
      const { operations, schemas } = reading.contract;
      for (const { parameters, requestBody, responses } of operations) {
        const content = [
          ...(requestBody?.content ?? []),
          ...responses.flatMap((response) => [...response.headers, ...response.content]),
        ];
        for (const schema of [...parameters, ...content].flatMap((part) => part.schema ?? [])) {
          expect(schemas.validate(schema, value as Json).length === 0).toBe(schemas.accepts(schema, value as Json));
        }
      }
    }),
    { numRuns: lawRuns(100, 4000) },
  );
});

function pointersOf(value: Json, pointer: string): readonly string[] {
  const entries = Array.isArray(value) || isJsonObject(value) ? Object.entries(value) : [];
  return [pointer, ...entries.flatMap(([key, child]) => pointersOf(child as Json, joinPointer(pointer, key)))];
}

function replaced(value: Json, at: string, pointer: string, by: Json): Json {
  if (at === pointer) return by;
  if (!pointer.startsWith(`${at}/`)) return value;
  if (Array.isArray(value))
    return (value as readonly Json[]).map((item, index) => replaced(item, joinPointer(at, index), pointer, by));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, replaced(child, joinPointer(at, key), pointer, by)]),
  );
}

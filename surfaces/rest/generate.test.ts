import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../contract/json/canonical-json.js';
import type { Contract } from '../../contract/contract.js';
import { contractAt } from '../../contract/fixtures/contracts.js';
import { restGenerator } from './generate.js';

const CONTRACT = 'contract/item-service.openapi.yaml';
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rest-generate-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function contractOf(text: string): Promise<Contract> {
  writeFileSync(join(folder, 'contract.yaml'), text);
  return contractAt('contract.yaml', { root: folder });
}

async function projectionOf(text: string): Promise<string> {
  return canonicalJson(restGenerator.project(await contractOf(text)));
}

describe('restGenerator on the item service', () => {
  const source = readFileSync(CONTRACT, 'utf8');

  it('the generator writes the committed files, with the given stamp at the start', async () => {
    const projection = restGenerator.project(await contractOf(source));
    const digest = createHash('sha256').update(canonicalJson(projection)).digest('hex');
    for (const { path, text } of restGenerator.render(projection, ['made by the test', 'in two lines'], '..')) {
      const committed = readFileSync(join('surfaces/rest', path), 'utf8');
      expect(text, path).toBe(`// made by the test\n// in two lines\n${committed.replace(/^(?:\/\/ .*\n)+/, '')}`);
      expect(committed).toContain(`sha256:${digest}`);
    }
  });

  it.each([
    ['a reworded description → not stale', { change: ['One page.', 'A page of items.'], same: true }],
    ['a renamed tool → not stale', { change: ['name: list_items', 'name: items_list'], same: true }],
    ['a changed bound → stale', { change: ['maximum: 100\n', 'maximum: 50\n'], same: false }],
    ['a changed success status → stale', { change: ["'201':", "'202':"], same: false }],
    ['a changed default value → stale', { change: ['default: draft', 'default: active'], same: false }],
  ] as const)(
    'files are stale only if a change of the contract affects them: %s',
    async (_name, { change: [from, to], same }) => {
      expect(source).toContain(from);
      const changed = await projectionOf(source.replace(from, to));
      expect(changed === (await projectionOf(source))).toBe(same);
    },
  );
});

describe('restGenerator on a test contract', () => {
  const head =
    'openapi: 3.1.0\njsonSchemaDialect: https://json-schema.org/draft/2020-12/schema\ninfo: {title: T, version: "1"}\n';
  const operation = (parameter: string, more = ''): string => `${head}paths:
  /things:
    get:
      operationId: listThings
      parameters: [${parameter}]
      responses: {'200': {description: ok}}
${more}`;

  it.each([
    [
      'a list with one query pair for each item',
      {
        given: '{name: tag, in: query, schema: {type: array, items: {type: integer}}}',
        want: { type: 'integer', list: 'repeated' },
      },
    ],
    [
      'a list with commas between its items',
      {
        given: '{name: tag, in: query, explode: false, schema: {type: array, items: {type: string}}}',
        want: { type: 'string', list: 'comma' },
      },
    ],
    [
      'a header parameter',
      { given: '{name: X-Depth, in: header, schema: {type: number}}', want: { in: 'header', type: 'number' } },
    ],
  ])('the generated route table declares %s', async (_name, { given, want }) => {
    const projection = restGenerator.project(await contractOf(operation(given)));
    expect(projection).toMatchObject({ routes: [{ authenticated: false, parameters: [want] }] });
  });

  it.each([
    ['an object as a query parameter', '{name: filter, in: query, style: deepObject, schema: {type: object}}'],
    ['a cookie parameter', '{name: seen, in: cookie, schema: {type: string}}'],
    [
      'a parameter with JSON content',
      '{name: filter, in: query, content: {application/json: {schema: {type: object}}}}',
    ],
  ])('the generator refuses %s, and states its location', async (_name, given) => {
    const contract = await contractOf(operation(given));
    const location: unknown = expect.objectContaining({ line: 8 });
    expect(() => restGenerator.project(contract)).toThrowError(
      expect.objectContaining({ code: 'unsupported-contract', location }),
    );
  });

  it('schemas of the same name in two files get different names', async () => {
    writeFileSync(join(folder, 'other.yaml'), 'components: {schemas: {Thing: {type: object, maxProperties: 7}}}\n');
    const more = 'components: {schemas: {Thing: {items: {$ref: "other.yaml#/components/schemas/Thing"}}}}\n';
    const content = 'description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Thing"}}}';
    const text = operation('', more).replace('description: ok', content);
    expect(restGenerator.project(await contractOf(text))).toMatchObject({
      schemas: { Thing: { items: { $ref: '#/$defs/Thing.2' } }, 'Thing.2': { maxProperties: 7 } },
    });
  });

  it('code is generated for a recursive schema', async () => {
    const tree = '{$ref: "#/components/schemas/Tree"}';
    const more = `components: {schemas: {Tree: {type: object, properties: {children: {type: array, items: ${tree}}}}}}\n`;
    const text = operation('', more).replace(
      'description: ok',
      `description: ok, content: {application/json: {schema: ${tree}}}`,
    );
    expect(restGenerator.project(await contractOf(text))).toMatchObject({
      schemas: { Tree: { properties: { children: { items: { $ref: '#/$defs/Tree' } } } } },
    });
  });
});

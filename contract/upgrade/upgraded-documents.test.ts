import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Contract } from '../contract.js';
import { contractAt } from '../fixtures/contracts.js';
import type { Json } from '../json/json.js';
import type { SchemaUri } from '../operation.js';

const root = mkdtempSync(join(tmpdir(), 'upgrade-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const MAIN = `openapi: 3.0.3
info: { title: Pets, version: '1' }
paths:
  /pets:
    $ref: paths/pets.yaml
  /pets/{id}:
    get:
      operationId: getPet
      parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 0, exclusiveMinimum: true } }]
      requestBody: { content: { application/json: { schema: {} } } }
      responses:
        '200': { description: A pet., content: { application/json: { schema: { $ref: 'schemas.yaml#/Pet' } } } }
components:
  schemas:
    # A property may be named like a keyword, and an example may look like a schema.
    Keywords:
      type: object
      properties:
        nullable: { type: boolean }
        example: { type: string, nullable: true }
      example: { nullable: true, type: string, exclusiveMinimum: true, $ref: none.yaml }
    Owner: { type: object, required: [name], properties: { name: { type: string } } }
    Part: { $ref: '#/components/schemas/Whole/allOf/0' }
    Whole:
      nullable: true
      allOf: [{ type: object, required: [a] }]
`;
const FILES: Readonly<Record<string, string>> = {
  'main.yaml': MAIN,
  'paths/pets.yaml': `post:
  operationId: addPet
  requestBody:
    content:
      multipart/form-data:
        schema: { type: object, properties: { photo: { type: file }, tags: { type: array, items: { type: string } } } }
        encoding: { tags: { style: pipeDelimited, contentType: text/plain } }
      application/x-www-form-urlencoded:
        schema: { type: object }
        encoding: { tags: { style: pipeDelimited } }
  responses: { '201': { description: Added. } }
`,
  'schemas.yaml': `Pet:
  type: object
  properties:
    id: { type: integer }
    name:
      type: string
      nullable: true
    owner:
      nullable: true
      allOf:
        - $ref: 'main.yaml#/components/schemas/Owner'
    next: { $ref: '#/Pet', nullable: true }
    kind:
      discriminator: { propertyName: k, mapping: { cat: 'schemas.yaml#/Cat' } }
    newer: { $ref: 'newer.yaml#/components/schemas/Newer' }
Cat: { type: string, nullable: true }
`,
  'newer.yaml': `openapi: 3.1.0
info: { title: N, version: '1' }
components: { schemas: { Newer: { type: string, nullable: true } } }
`,
};

async function pets(): Promise<Contract> {
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return contractAt('main.yaml', { root });
}

const at = (address: string): SchemaUri => address as SchemaUri;
const PET = at('schemas.yaml#/Pet');

describe('an OpenAPI 3.0 description of several files', () => {
  test.each<readonly [string, Json, boolean]>([
    ['null for a nullable string in another file', { name: null }, true],
    ['null for a nullable schema of an allOf', { owner: null }, true],
    ['an object for a nullable schema of an allOf', { owner: { name: 'a' } }, true],
    ['an invalid object for a nullable schema of an allOf', { owner: {} }, false],
    ['null for a reference beside nullable, which is ignored', { next: null }, false],
    ['null for nullable in a file of version 3.1', { newer: null }, false],
  ])('decides whether a value is valid: %s → $2', async (_, value, want) => {
    expect((await pets()).schemas.accepts(PET, value)).toBe(want);
  });

  test('violations are located at lines of the original files', async () => {
    const { schemas } = await pets();
    const causes = schemas.validate(PET, { owner: {} });
    expect(
      causes.map(({ keyword, schema }) => [keyword, schemas.locate(schema).file, schemas.locate(schema).line]),
    ).toContainEqual(['required', 'main.yaml', lineOf('main.yaml', 'Owner:')]);
    const branch = schemas.locate(at('schemas.yaml#/Pet/properties/owner/anyOf/0/allOf/0'));
    expect([branch.line, branch.pointer]).toEqual([
      lineOf('schemas.yaml', "- $ref: 'main"),
      '/Pet/properties/owner/allOf/0',
    ]);
    expect(schemas.locate(at('schemas.yaml#/Pet/properties/owner/anyOf/1')).pointer).toBe(
      '/Pet/properties/owner/nullable',
    );
  });

  test('a reference into a schema whose keywords moved is adjusted', async () => {
    const { schemas } = await pets();
    const part = at('main.yaml#/components/schemas/Part');
    expect([schemas.accepts(part, { a: 1 }), schemas.accepts(part, null)]).toEqual([true, false]);
  });

  test('a schema to which only a discriminator refers is upgraded', async () => {
    expect((await pets()).schemas.accepts(at('schemas.yaml#/Cat'), null)).toBe(true);
  });

  test('names and examples that look like keywords are unchanged', async () => {
    const { schemas } = await pets();
    expect(schemas.at(at('main.yaml#/components/schemas/Keywords'))).toEqual({
      type: 'object',
      properties: { nullable: { type: 'boolean' }, example: { type: ['string', 'null'] } },
      example: { nullable: true, type: 'string', exclusiveMinimum: true, $ref: 'none.yaml' },
    });
  });

  test('the body of a GET is ignored, and a style has an effect only in a URL-encoded form', async () => {
    const [add, get] = (await pets()).operations;
    expect(get?.requestBody).toBeUndefined();
    const [parts, form] = add?.requestBody?.content ?? [];
    expect(parts?.encoding?.get('tags')).toEqual({ contentType: 'text/plain' });
    expect(parts?.encoding?.get('photo')).toMatchObject({ isBinary: true });
    expect(form?.encoding?.get('tags')).toMatchObject({ style: { style: 'pipeDelimited' } });
  });

  test('the schemas of parameters are upgraded', async () => {
    const contract = await pets();
    expect(contract.operations.map(({ id }) => id)).toEqual(['addPet', 'getPet']);
    const schema = contract.operations[1]?.parameters[0]?.schema ?? PET;
    expect([contract.schemas.accepts(schema, 0), contract.schemas.accepts(schema, 1)]).toEqual([false, true]);
  });
});

function lineOf(file: string, text: string): number {
  return (FILES[file] ?? '').split('\n').findIndex((line) => line.includes(text)) + 1;
}

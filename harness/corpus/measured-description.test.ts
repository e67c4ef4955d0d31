import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { contractAt } from '../../contract/fixtures/contracts.js';
import { checkCurrent } from '../../rules/freshness/current.js';
import { compareGenerated, writeGenerated } from '../generation/generate.js';
import { descriptionTable, isBroken } from './description-table.js';
import { measureDescription } from './measured-description.js';

/** An OpenAPI 3.0 description with syntax that differs from 3.1, as a Go framework writes it. */
const PARTS = `openapi: 3.0.3
info: { title: Parts, version: 1.0.0 }
servers: [{ url: 'http://127.0.0.1' }]
security: [{ key: [] }]
paths:
  /parts:
    post:
      operationId: create-part
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Part' }, example: { kind: bolt, size: 1, note: null } } }
      callbacks:
        made:
          '{$request.body#/kind}':
            post:
              requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Part' } } } }
              responses: { '200': { description: Seen. } }
      responses:
        '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Part' } } } }
        default: { $ref: '#/components/responses/Problem' }
  /parts/{id}/photo:
    put:
      operationId: put-photo
      parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 }, example: 7 }]
      requestBody:
        content:
          multipart/form-data:
            schema: { type: object, required: [file], properties: { file: { type: string, format: binary }, title: { type: string } } }
      responses: { '204': { description: Kept. }, default: { $ref: '#/components/responses/Problem' } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  responses:
    Problem:
      description: Failed.
      content: { application/problem+json: { schema: { type: object, properties: { title: { type: string }, status: { type: integer } } } } }
  schemas:
    Part:
      type: object
      required: [kind, size]
      properties:
        kind: { type: string, enum: [bolt, nut] }
        size: { type: number, minimum: 0, exclusiveMinimum: true, example: 1.5 }
        note: { type: string, nullable: true, pattern: '^[\\w\\-]*\\@?$' }
        data: { type: string, format: byte }
        next: { nullable: true, allOf: [{ $ref: '#/components/schemas/Part' }] }
        tags: { type: object, nullable: true, additionalProperties: { type: string } }
`;

test('a description of OpenAPI 3.0 is read, linted, mocked, generated and compiled', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'described-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'parts.yaml'), PARTS);
  const measured = await measureDescription(folder, 'parts.yaml', process.cwd());
  const generated = 'rest: create-part does not offer bearer authentication';
  expect(measured).toMatchObject({
    version: '3.0.3',
    operations: 2,
    read: 'ok',
    lint: 'ok',
    mock: 'ok',
    generated,
    compiled: 'ok',
  });
  expect([isBroken(measured), isBroken({ ...measured, mock: 'no reply' })]).toEqual([false, true]);
  expect(descriptionTable([measured]).split('\n')).toHaveLength(3);
});

test('code generated from a description of OpenAPI 3.0 is current until the description changes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'described-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const config = { generator: 'sdk_typescript', output: 'client' } as const;
  const compared = async (text: string): Promise<readonly string[]> => {
    writeFileSync(join(folder, 'parts.yaml'), text);
    const contract = await contractAt('parts.yaml', { root: folder });
    return checkCurrent(await compareGenerated('sdk', config, contract, folder)).map(({ kind }) => kind);
  };
  await writeGenerated(config, await contractOf(folder), folder);
  expect(await compared(PARTS)).toEqual([]);
  expect(await compared(PARTS.replace('example: 1.5', 'example: 1.6'))).toEqual([]);
  expect(await compared(PARTS.replace('format: byte', 'format: byte, nullable: true'))).toEqual(['stale']);
});

async function contractOf(folder: string): ReturnType<typeof contractAt> {
  writeFileSync(join(folder, 'parts.yaml'), PARTS);
  return contractAt('parts.yaml', { root: folder });
}

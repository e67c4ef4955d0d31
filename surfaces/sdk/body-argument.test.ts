import { expect, test } from 'vitest';
import { contractOf } from '../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../contract/json/json.js';
import { sdkPythonGenerator } from '../sdk_python/generate.js';
import { sdkTypescriptGenerator } from '../sdk_typescript/generate.js';

const FORM = {
  type: 'object',
  required: ['picture'],
  properties: {
    picture: { type: 'string', format: 'binary' },
    more: { type: 'array', items: { contentMediaType: 'image/png' } },
    name: { type: 'string' },
  },
};

/** Both SDK generators write the code of an operation with this body, whose replies have the media type `returns`. */
async function written(mediaType: string, media: JsonObject, returns: string): Promise<string> {
  const responses = { 200: { description: 'Done.', content: { [returns]: {} } } };
  const post = { operationId: 'send', requestBody: { required: true, content: { [mediaType]: media } }, responses };
  const contract = await contractOf({ paths: { '/a': { post } }, components: { schemas: { Form: FORM } } });
  const files = [sdkTypescriptGenerator, sdkPythonGenerator].flatMap((generator) =>
    generator.render(generator.project(contract), []),
  );
  return files.map(({ text }) => text.replace(/\s+/g, ' ')).join('\n');
}

test('files in a form are passed as Blob or bytes, and binary replies are returned as bytes', async () => {
  const media = { schema: { $ref: '#/components/schemas/Form' }, encoding: { name: { contentType: 'text/csv' } } };
  const text = await written('multipart/form-data', media, 'image/png');
  expect(text).toContain(
    'body: { readonly picture: (Blob | Uint8Array); readonly more?: readonly (Blob | Uint8Array)[]; readonly name?: string; };',
  );
  expect(text).toContain('type SendResult = Uint8Array;');
  expect(text).toContain(
    "fields: { name: { contentType: 'text/csv' }, picture: { contentType: 'application/octet-stream' }, more: { contentType: 'image/png' }",
  );
  expect(text).toContain(
    '"name": Field(content_type="text/csv"), "picture": Field(content_type="application/octet-stream")',
  );
  expect(text).toContain('SendResult = bytes');
  expect(text).toContain("returns: ['bytes']");
});

test('a body that is neither JSON nor a form nor text is passed as bytes, and a range of media types is sent as one media type', async () => {
  const text = await written('image/*', {}, 'text/csv');
  expect(text).toContain("bodyType: 'image/png'");
  expect(text).toContain('readonly body: (Blob | Uint8Array);');
  expect(text).toContain('def send(self, *, body: Union[bytes, Tuple[str, bytes]], request_options');
  expect(text).toContain('type SendResult = string;');
});

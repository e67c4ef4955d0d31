import { expect, onTestFinished, test } from 'vitest';
import { peer } from '../../fixtures/peer.js';
import { encodeBody } from './encode-body.js';
import type { OperationDescriptor } from './operation-descriptor.js';
import { RefusedError } from './refused-error.js';
import { Transport } from './transport.js';

const POST = { method: 'POST', path: '/a', parameters: [], accept: '*/*' } as const;
const MULTIPART: OperationDescriptor = {
  ...POST,
  bodyType: 'multipart/form-data',
  returns: ['nothing'],
  fields: { at: { contentType: 'text/csv' } },
};
const BYTES = Uint8Array.from({ length: 256 }, (_, index) => index);

/** The fields of a form, read by the parser of the platform, which is independent of the encoder under test. */
async function fieldsOf(operation: OperationDescriptor, value: unknown): Promise<readonly (readonly string[])[]> {
  const body = await encodeBody(operation, value);
  const form = await new Response(body?.content as Uint8Array<ArrayBuffer> | undefined, {
    headers: { 'content-type': body?.contentType ?? '' },
  }).formData();
  const textOf = async (field: string | File): Promise<string> =>
    typeof field === 'string'
      ? field
      : `${field.name} ${field.type} ${Buffer.from(await field.arrayBuffer()).toString('latin1')}`;
  return Promise.all([...form].map(async ([name, field]) => [name, await textOf(field)] as const));
}

test('an independent parser reads the fields of a multipart form as they were given', async () => {
  const value = {
    'na"me\r\n': 'é\n\r\n',
    omitted: undefined,
    tags: ['x', ''],
    count: 1,
    at: 'a,b',
    object: { a: [1] },
    files: [BYTES, new Blob(['<p>'], { type: 'text/html' }), new File([BYTES], 'ü "1".bin')],
  };
  const bytes = Buffer.from(BYTES).toString('latin1');
  expect(await fieldsOf(MULTIPART, value)).toEqual([
    ['na"me\r\n', 'é\n\r\n'],
    ['tags', 'x'],
    ['tags', ''],
    ['count', '1'],
    ['at', 'a,b'],
    ['object', '{"a":[1]}'],
    ['files', `blob application/octet-stream ${bytes}`],
    ['files', 'blob text/html <p>'],
    ['files', `ü "1".bin application/octet-stream ${bytes}`],
  ]);
});

test('fields with a style are encoded like parameters, and JSON fields are encoded as JSON', async () => {
  const fields = {
    filter: { style: 'deepObject', explode: true },
    ids: { style: 'form', explode: false },
    list: { contentType: 'application/json' },
  } as const;
  const operation: OperationDescriptor = {
    ...POST,
    bodyType: 'application/x-www-form-urlencoded',
    returns: [],
    fields,
  };
  const body = await encodeBody(operation, {
    filter: { a: 'x y', b: 1 },
    ids: [1, 2],
    list: [1, 'a'],
    many: ['p q', '&'],
  });
  expect(body?.content).toBe('filter%5Ba%5D=x%20y&filter%5Bb%5D=1&ids=1,2&list=%5B1%2C%22a%22%5D&many=p+q&many=%26');
});

test.each<readonly [string, string, unknown]>([
  ['a form that is not an object', 'multipart/form-data', ['a']],
  ['a multipart form without fields', 'multipart/form-data', {}],
  ['null in a URL-encoded form', 'application/x-www-form-urlencoded', { a: null }],
  ['half of a surrogate pair in a form', 'multipart/form-data', { a: '\ud83e' }],
  ['a string for a binary media type', 'image/png', 'a'],
  ['a Uint8Array for a text media type', 'text/plain', BYTES],
])('%s is refused', async (_, bodyType, value) => {
  await expect(encodeBody({ ...POST, bodyType, returns: [] }, value)).rejects.toThrow(RefusedError);
});

test.each<readonly [string, OperationDescriptor['returns'], string, unknown]>([
  ['bytes are returned unchanged', ['bytes'], 'image/png', BYTES],
  ['a reply with a text media type is returned as bytes if only bytes are documented', ['bytes'], 'text/plain', BYTES],
  [
    'a reply with a text media type is a string if text is documented',
    ['bytes', 'text'],
    'text/plain',
    new TextDecoder().decode(BYTES),
  ],
  ['a reply with a binary media type is returned as bytes', ['bytes', 'text'], 'application/zip', BYTES],
])('the body of a reply is decoded: %s', async (_, returns, contentType, want) => {
  const { origin, seen } = await peer((response) =>
    response.writeHead(200, { 'content-type': contentType }).end(BYTES),
  );
  const transport = new Transport({ baseUrl: origin });
  onTestFinished(() => transport.close());
  const body = new Blob([Buffer.from('abc')]);
  expect(await transport.call({ ...POST, bodyType: 'application/octet-stream', returns }, { body })).toEqual(want);
  expect(seen[0]).toMatchObject({ body: 'abc', headers: { 'content-type': 'application/octet-stream' } });
});

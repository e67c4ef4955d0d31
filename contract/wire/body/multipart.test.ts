import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../fixtures/any-character.js';
import { type Part, isPartName, writeMultipart } from './multipart.js';
import { boundaryOf, readMultipart } from './read-multipart.js';

function part(name: string, content: string, more: Partial<Part> = {}): Part {
  return { name, mediaType: '', content: Buffer.from(content, 'latin1'), ...more };
}

/** Each part of a body as `name|file|type|content`; `undefined` if the reader rejects the body. */
function shown(body: string, boundary = 'AaB03x'): readonly string[] | undefined {
  const parts = readMultipart(Buffer.from(body, 'latin1'), boundary);
  return parts?.map(({ name, fileName, mediaType, content }) =>
    [name, fileName ?? '-', mediaType, Buffer.from(content).toString('latin1')].join('|'),
  );
}

test('writes a multipart body with the exact bytes of its parts', () => {
  const parts = [
    part('a"b\r\n', 'x'),
    part('f', '\0\xFF', { fileName: 'blob', mediaType: 'image/png', headers: [['x-kind', 'y']] }),
  ];
  const { boundary, bytes } = writeMultipart(parts);
  expect(Buffer.from(bytes).toString('latin1').split('\r\n')).toEqual([
    `--${boundary}`,
    'Content-Disposition: form-data; name="a%22b%0D%0A"',
    '',
    'x',
    `--${boundary}`,
    'Content-Disposition: form-data; name="f"; filename="blob"',
    'Content-Type: image/png',
    'x-kind: y',
    '',
    '\0\xFF',
    `--${boundary}--`,
    '',
  ]);
  expect(boundary).toMatch(/^[A-Za-z0-9-]{1,70}$/);
});

test('a boundary is chosen that no part contains', () => {
  const first = writeMultipart([part('a', '')]).boundary;
  const second = writeMultipart([part('a', `\r\n--${first}--`)]).boundary;
  expect(second).not.toBe(first);
  expect(writeMultipart([part(first, second)]).boundary).not.toBe(first);
});

test.each<readonly [string, string, readonly string[] | undefined]>([
  [
    'the body of RFC 2388 §4.2 and RFC 7578',
    '--AaB03x\r\ncontent-disposition: form-data; name="field1"\r\n\r\nJoe Blow\r\n--AaB03x\r\ncontent-disposition: form-data; name="pics"; filename="file1.txt"\r\nContent-Type: text/plain\r\n\r\n... contents ...\r\n--AaB03x--\r\n',
    ['field1|-||Joe Blow', 'pics|file1.txt|text/plain|... contents ...'],
  ],
  [
    'a preamble, an epilogue and padding (RFC 2046 §5.1.1)',
    'before\r\n--AaB03x \t\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--AaB03x--\r\nafter',
    ['a|-||x'],
  ],
  [
    'a part with empty content',
    '--AaB03x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n--AaB03x--',
    ['a|-||'],
  ],
  [
    'a line break inside a part',
    '--AaB03x\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n\r\ny\n\r\n--AaB03x--',
    ['a|-||x\r\n\r\ny\n'],
  ],
  [
    'a longer boundary is not a delimiter',
    '--AaB03x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n--AaB03xy\r\n--AaB03x--',
    ['a|-||\r\n--AaB03xy'],
  ],
  [
    'a boundary within a line is not a delimiter',
    '--AaB03x\r\nContent-Disposition: form-data; name="a"\r\n\r\nx--AaB03x--\r\n--AaB03x--',
    ['a|-||x--AaB03x--'],
  ],
  [
    'header names in a different case, and escaped quotes',
    '--AaB03x\r\nCONTENT-DISPOSITION: Form-Data; NAME="a\\"b"; filename=c.txt\r\ncontent-TYPE: Text/Plain; charset=utf-8\r\n\r\nx\r\n--AaB03x--',
    ['a"b|c.txt|text/plain|x'],
  ],
  ['a body without parts', '--AaB03x--\r\n', []],
  ['a truncated body, which is rejected', '--AaB03x\r\nContent-Disposition: form-data; name="a"\r\n\r\nx', undefined],
  [
    'a part without a name, which is rejected',
    '--AaB03x\r\nContent-Type: text/plain\r\n\r\nx\r\n--AaB03x--',
    undefined,
  ],
  ['a part without headers, which is rejected', '--AaB03x\r\n\r\nx\r\n--AaB03x--', undefined],
  [
    'headers without an end, which are rejected',
    '--AaB03x\r\nContent-Disposition: form-data; name="a"\r\n--AaB03x--',
    undefined,
  ],
  ['an empty body, which is rejected', '', undefined],
])('reads the parts of a multipart body: %s', (_, body, want) => {
  expect(shown(body)).toEqual(want);
});

test.each<readonly [string, string | undefined]>([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['Multipart/Form-Data; charset=utf-8; Boundary="a b;c"', 'a b;c'],
  ['multipart/form-data', undefined],
  ['multipart/form-data; boundary=', undefined],
  [`multipart/form-data; boundary=${'a'.repeat(71)}`, undefined],
])('finds the boundary in the content type %s → $1', (contentType, want) => {
  expect(boundaryOf(contentType)).toBe(want);
});

test('parts with any bytes and names are read back, and the reader never throws', () => {
  const name = fc.string({ unit: anyCharacter }).filter(isPartName);
  const content = fc.oneof(
    fc.uint8Array(),
    fc.constantFrom('\r\n--form-data-boundary-0', '--', '\r\n').map((text) => new Uint8Array(Buffer.from(text))),
  );
  fc.assert(
    fc.property(fc.array(fc.record({ name, content }), { maxLength: 4 }), fc.uint8Array(), (parts, noise) => {
      const { boundary, bytes } = writeMultipart(parts.map((written) => ({ ...written, mediaType: '' })));
      const read = readMultipart(bytes, boundary);
      expect(read?.map((each) => ({ name: each.name, content: new Uint8Array(each.content) }))).toEqual(parts);
      readMultipart(Buffer.concat([bytes.subarray(0, bytes.length / 2), noise]), boundary);
    }),
  );
});

test('a body with only delimiters is rejected in bounded time', () => {
  const body = Buffer.from(`--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n`.repeat(20_000));
  expect(readMultipart(body, 'b')).toBeUndefined();
});

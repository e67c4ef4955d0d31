import { gunzipSync, inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { SMALL_FILES } from './small-files.js';

const bytes = (type: string): readonly Buffer[] =>
  (SMALL_FILES.get(type) ?? []).map((file) => Buffer.from(file, 'latin1'));

it.each([
  ['image/png', '\x89PNG\r\n\x1A\n', 'IEND\xAEB`\x82'],
  ['image/gif', 'GIF87a', ';'],
  ['image/jpeg', '\xFF\xD8', '\xFF\xD9'],
  ['application/pdf', '%PDF-1.4\n', '%%EOF\n'],
])('there are two different files of the type %s, with the first and last bytes of this type', (type, start, end) => {
  const files = SMALL_FILES.get(type) ?? [];
  expect(new Set(files).size).toBe(2);
  expect(files.map((file) => [file.startsWith(start), file.endsWith(end)])).toEqual([
    [true, true],
    [true, true],
  ]);
});

it('the gzip and PNG files contain the bytes and pixels that are intended', () => {
  expect(bytes('application/gzip').map((file) => gunzipSync(file).toString())).toEqual(['', 'a']);
  const pixels = bytes('image/png').map((file) => {
    const start = file.indexOf('IDAT');
    return [...inflateSync(file.subarray(start + 4, start + 4 + file.readUInt32BE(start - 4)))];
  });
  // Each row of a PNG begins with the number of its filter.
  expect(pixels).toEqual([
    [0, 0],
    [0, 255],
  ]);
});

it('the table of a PDF has the offset of each object', () => {
  for (const file of SMALL_FILES.get('application/pdf') ?? []) {
    const offsets = [...file.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
    expect(offsets.map((offset) => file.slice(offset, offset + 5))).toEqual(['1 0 o', '2 0 o', '3 0 o']);
    expect(file.slice(Number(/startxref\n(\d+)/.exec(file)?.[1]))).toMatch(/^xref\n/);
  }
});

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_DOCUMENT_BYTES } from './document-bytes.js';
import { DocumentSet } from './document-set.js';

let folder = '';
const here = { file: 'main.yaml', line: 7, column: 3, pointer: '/x' };

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'documents-'));
  mkdirSync(join(folder, 'root/parts'), { recursive: true });
  writeFileSync(join(folder, 'root/main.yaml'), 'a: 1\n');
  writeFileSync(join(folder, 'root/parts/a b#c.yaml'), 'b: 1\n');
  writeFileSync(join(folder, 'sibling.yaml'), 'c: 1\n');
  writeFileSync(join(folder, 'root/huge.yaml'), '');
  truncateSync(join(folder, 'root/huge.yaml'), MAX_DOCUMENT_BYTES + 1);
});
afterAll(() => rmSync(folder, { recursive: true }));

function url(path: string): string {
  return pathToFileURL(join(folder, path)).href;
}

function codes(reading: ReturnType<DocumentSet['openFile']>): unknown {
  return reading.kind === 'faults'
    ? reading.faults.map(({ code, location }) => [code, location.file, location.line])
    : reading.kind;
}

describe('opening a document', () => {
  test('addresses and names of files are relative to the root, even for files outside the root', () => {
    const documents = new DocumentSet(join(folder, 'root'));
    documents.openFile('main.yaml');
    documents.openUrl(url('root/parts/a b#c.yaml'), here);
    documents.openUrl(url('sibling.yaml'), here);
    expect(documents.all().map(({ uri }) => uri)).toEqual(['main.yaml', 'parts/a%20b%23c.yaml', '../sibling.yaml']);
    expect(documents.all().map(({ file }) => file)).toEqual([
      'main.yaml',
      join('parts', 'a b#c.yaml'),
      join(folder, 'sibling.yaml'),
    ]);
    expect(documents.byUri('parts/a%20b%23c.yaml')?.root).toEqual({ b: 1 });
  });

  test('a file is read only once', () => {
    const documents = new DocumentSet(join(folder, 'root'));
    const first = documents.openFile('main.yaml');
    expect(documents.openUrl(url('root/main.yaml'), here)).toBe(first);
    expect(documents.all()).toHaveLength(1);
  });

  test('the digest covers the bytes of all files, in the order of their first references', () => {
    const documents = new DocumentSet(join(folder, 'root'));
    documents.openFile('main.yaml');
    const single = documents.digest();
    documents.openUrl(url('sibling.yaml'), here);
    expect(single).toBe(`sha256:${createHash('sha256').update('a: 1\n').digest('hex')}`);
    expect(documents.digest()).toBe(`sha256:${createHash('sha256').update('a: 1\nc: 1\n').digest('hex')}`);
  });

  test('a URL with a supplied file is read from the file and keeps the URL as its name', () => {
    const documents = new DocumentSet(join(folder, 'root'), { 'https://example.test/b.yaml': 'parts/a b#c.yaml' });
    const reading = documents.openUrl('https://example.test/b.yaml', here);
    const address = 'https://example.test/b.yaml';
    expect(reading).toMatchObject({ document: { uri: address, base: address, root: { b: 1 } } });
  });
});

describe('faults of a document set', () => {
  test.each<[string, { given: string; want: unknown }]>([
    ['a file that does not exist', { given: 'root/none.yaml', want: [['document-missing', 'main.yaml', 7]] }],
    ['a folder', { given: 'root/parts', want: [['document-unreadable', 'main.yaml', 7]] }],
    ['a path that goes through a file', { given: 'root/main.yaml/x', want: [['document-missing', 'main.yaml', 7]] }],
    ['a file that is too large', { given: 'root/huge.yaml', want: [['document-too-large', 'main.yaml', 7]] }],
  ])('%s is reported at its reference', (_, { given, want }) => {
    expect(codes(new DocumentSet(join(folder, 'root')).openUrl(url(given), here))).toEqual(want);
  });

  test.each([
    'https://example.test/a.yaml',
    'http://localhost/toString',
    'ftp://example.test/a',
    'data:,a',
    'urn:a:b',
    'file://host/share/a.yaml',
  ])('a URL is not fetched: %s', (address) => {
    expect(codes(new DocumentSet(folder).openUrl(address, here))).toEqual([['reference-remote', 'main.yaml', 7]]);
  });

  test('a missing file that the user named is reported under its name', () => {
    expect(codes(new DocumentSet(folder).openFile('none.yaml'))).toEqual([['document-missing', 'none.yaml', 1]]);
  });

  test('the number of files in a contract is limited', () => {
    const documents = new DocumentSet(folder);
    for (let index = 0; index < 5000; index += 1) documents.openUrl(url(`none-${index}.yaml`), here);
    expect(codes(documents.openUrl(url('sibling.yaml'), here))).toEqual([['documents-too-many', 'main.yaml', 7]]);
  });
});

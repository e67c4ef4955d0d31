import { describe, expect, it } from 'vitest';
import { InterimFilter } from './without-interim.js';

const FINAL = 'HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nis the body';

const CASES: readonly (readonly [string, { readonly given: string; readonly want: string }])[] = [
  ['a final reply unchanged', { given: FINAL, want: FINAL }],
  ['a final reply without the 100 before it', { given: `HTTP/1.1 100 Continue\r\n\r\n${FINAL}`, want: FINAL }],
  [
    'a final reply without the interim replies before it',
    { given: `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 100 \r\n\r\n${FINAL}`, want: FINAL },
  ],
  [
    'a 101 unchanged, because it is a final reply',
    { given: 'HTTP/1.1 101 Switching\r\n\r\nx', want: 'HTTP/1.1 101 Switching\r\n\r\nx' },
  ],
  ['bytes that are not an HTTP reply, unchanged', { given: 'SSH-2.0-OpenSSH', want: 'SSH-2.0-OpenSSH' }],
  ['a reply of HTTP/1.0 unchanged', { given: 'HTTP/1.0 200 OK\r\n\r\n', want: 'HTTP/1.0 200 OK\r\n\r\n' }],
  [
    'an interim reply that is too long, unchanged',
    { given: `HTTP/1.1 100 ${'x'.repeat(20_000)}`, want: `HTTP/1.1 100 ${'x'.repeat(20_000)}` },
  ],
  ['no bytes while the status line is incomplete', { given: 'HTTP/1.1 2', want: '' }],
];

describe('the filter of interim replies (1xx)', () => {
  it.each(CASES)('the filter of interim replies passes on %s', (_, { given, want }) => {
    expect(passed(given, given.length)).toBe(want);
    for (const size of given.length > 1000 ? [1000] : [1, 2, 7]) expect(passed(given, size)).toBe(want);
  });

  it('the filter of interim replies passes on each final reply of a connection', () => {
    const filter = new InterimFilter();
    expect(filter.pass(Buffer.from(`HTTP/1.1 100 \r\n\r\n${FINAL}`)).toString()).toBe(FINAL);
    filter.begin();
    expect(filter.pass(Buffer.from(`HTTP/1.1 100 \r\n\r\n${FINAL}`)).toString()).toBe(FINAL);
  });
});

function passed(text: string, size: number): string {
  const filter = new InterimFilter();
  const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
  return chunks.map((chunk) => filter.pass(Buffer.from(chunk)).toString()).join('');
}

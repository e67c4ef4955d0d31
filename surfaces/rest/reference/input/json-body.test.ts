import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEEPEST_NESTING, readJson } from './json-body.js';

const bytes = (text: string): Uint8Array => Buffer.from(text);

describe('readJson', () => {
  it('every text that JSON.stringify writes is read', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value);
        expect(readJson(bytes(text))).toEqual({ kind: 'json', value: JSON.parse(text) as unknown });
      }),
    );
  });

  it('text that JSON.parse rejects is rejected', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        expect(readJson(bytes(text)).kind === 'json').toBe(valid);
      }),
    );
  });

  it.each([
    ['an empty text', ''],
    ['a truncated object', '{"name":"a"'],
    ['a byte order mark', '\ufeff{}'],
    ['a repeated name', '{"a":1,"b":2,"a":3}'],
    ['a repeated name with a different escape', '{"a":1,"\\u0061":2}'],
    ['a repeated name in a nested object', '[{"a":{"b":1,"b":1}}]'],
    ['a comment', '{} // no'],
    ['NaN', 'NaN'],
  ])('malformed text is rejected: %s', (_name, text) => {
    expect(readJson(bytes(text)).kind).toBe('malformed');
  });

  it('text that is not UTF-8 is rejected', () => {
    expect(readJson(Uint8Array.of(0x22, 0xff, 0x22)).kind).toBe('malformed');
    // A surrogate in UTF-8, which RFC 3629 §3 forbids.
    expect(readJson(Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22)).kind).toBe('malformed');
  });

  it.each([
    ['the same name in two sibling objects', '[{"a":1},{"a":1}]'],
    ['a string value that equals a member name', '{"a":"b","b":"a"}'],
    ['a name that contains quotes and braces', '{"\\"{":1,"{\\"":2}'],
    ['equal strings in an array', '{"a":["b","b"]}'],
  ])('text without a repeated name is accepted: %s', (_name, text) => {
    expect(readJson(bytes(text)).kind).toBe('json');
  });

  it('deeply nested text is rejected without a stack overflow', () => {
    const nested = (depth: number): Uint8Array => bytes('['.repeat(depth) + ']'.repeat(depth));
    expect(readJson(nested(DEEPEST_NESTING)).kind).toBe('json');
    expect(readJson(nested(DEEPEST_NESTING + 1)).kind).toBe('too-deep');
    expect(readJson(nested(500_000)).kind).toBe('too-deep');
  });

  it('a member named __proto__ is read as an ordinary member', () => {
    const reading = readJson(bytes('{"__proto__":{"polluted":true}}'));
    expect(reading.kind === 'json' && Object.keys(reading.value as object)).toEqual(['__proto__']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../contract/fixtures/any-character.js';
import type { Json } from '../../contract/json/json.js';
import { visibleJson } from './json-text.js';

const json = fc.jsonValue({ stringUnit: anyCharacter }) as fc.Arbitrary<Json>;

describe('visibleJson', () => {
  it.each([
    ['compact', 'compact', '{"a":[1,null],"b":{}}'],
    ['line', 'line', '{"a": [1, null], "b": {}}'],
    ['block', 'block', '{\n  "a": [\n    1,\n    null\n  ],\n  "b": {}\n}'],
  ] as const)('writes the layout %s → $2', (_name, layout, want) => {
    expect(visibleJson({ a: [1, null], b: {} }, layout)).toBe(want);
  });

  it('writes JSON with the same value, including -0 and keys such as __proto__', () => {
    fc.assert(
      fc.property(json, fc.constantFrom('compact', 'line', 'block'), (value, layout) => {
        expect(JSON.parse(visibleJson(value, layout))).toStrictEqual(value);
      }),
    );
    expect(visibleJson([-0, 0], 'compact')).toBe('[-0,0]');
    expect(visibleJson(JSON.parse('{"__proto__":1}') as Json, 'compact')).toBe('{"__proto__":1}');
  });

  it('contains no invisible characters except its own line feeds', () => {
    fc.assert(
      fc.property(json, (value) => !/[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|[^\n\P{Cc}]/u.test(visibleJson(value, 'block'))),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonLines } from './json-layout.js';

describe('jsonLines', () => {
  it.each([
    [
      'an object',
      '{"a":1,"b":[1.0,{"c":null}],"d":{},"e":[ ]}',
      [
        '{',
        '  "a": 1,',
        '  "b": [',
        '    1.0,',
        '    {',
        '      "c": null',
        '    }',
        '  ],',
        '  "d": {},',
        '  "e": []',
        '}',
      ],
    ],
    [
      'a duplicate member and an unusual spelling of a number',
      '{"a":1e2,"a":100}',
      ['{', '  "a": 1e2,', '  "a": 100', '}'],
    ],
    [
      'strings with brackets, quotes and escapes',
      String.raw`["{\"a\":[1]}","\\"]`,
      ['[', String.raw`  "{\"a\":[1]}",`, String.raw`  "\\"`, ']'],
    ],
    ['a single number', ' 12 ', ['12']],
    [
      'JSON that was shortened in the middle',
      '{"a":[1,"x…[shortened]…y"}],"b":2}',
      ['{', '  "a": [', '    1,', '    "x…[shortened]…y"', '  }', '],', '"b": 2', '}'],
    ],
    [
      'JSON that was shortened in the middle of a string',
      '["a…[shortened]…,1]',
      ['[', '  "a…[', '    shortened', '  ]…,', '  1', ']'],
    ],
    ['a text that is not JSON', 'no JSON\nat all', ['no JSON', 'at all']],
    ['an empty text', '', ['']],
  ])('formats JSON with one member on each line: %s', (_, text, want) => {
    expect(jsonLines(text)).toEqual(want);
  });

  it('formats any JSON value without changing it', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.parse(jsonLines(text).join('\n'))).toEqual(JSON.parse(text));
      }),
    );
  });
});

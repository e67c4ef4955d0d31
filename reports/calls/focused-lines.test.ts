import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { focusedLines } from './focused-lines.js';
import { jsonLines } from './json-layout.js';

describe('focusedLines', () => {
  it.each<readonly [what: string, pointer: string, want: readonly string[] | undefined]>([
    ['the first member of an object', '/a', ['{', '  "a": 1,', '…', '}']],
    [
      'a member in the middle of an object',
      '/b',
      ['{', '…,', '  "b": [', '    {', '      "c": 2', '    },', '    3', '  ],', '…', '}'],
    ],
    ['an item of an array', '/b/1', ['{', '…,', '  "b": [', '…,', '    3', '  ],', '…', '}']],
    [
      'a member of an array item',
      '/b/0/c',
      ['{', '…,', '  "b": [', '    {', '      "c": 2', '    },', '…', '  ],', '…', '}'],
    ],
    ['the last member of an object', '/d~1e', ['{', '…,', '  "d/e": "x"', '}']],
    ['the whole value for an empty pointer', '', jsonLines('{"a":1,"b":[{"c":2},3],"d/e":"x"}')],
    ['no lines for a missing member', '/x', undefined],
    ['no lines for a missing array item', '/b/7', undefined],
    ['no lines for a member of a number', '/a/b', undefined],
  ])('keeps only the lines for one value: %s', (_, pointer, want) => {
    expect(focusedLines(jsonLines('{"a":1,"b":[{"c":2},3],"d/e":"x"}'), pointer)).toEqual(want);
  });

  it('returns no more lines than the text has, for any pointer', () => {
    fc.assert(
      fc.property(fc.json(), fc.array(fc.oneof(fc.string(), fc.nat(3).map(String))), (text, tokens) => {
        const lines = jsonLines(text);
        const pointer = tokens.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
        const kept = focusedLines(lines, pointer) ?? [];
        expect(kept.filter((line) => !/^…,?$/.test(line) && !lines.includes(line))).toEqual([]);
      }),
    );
  });
});

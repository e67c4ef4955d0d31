import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { focusedLines } from './focused-lines.js';
import { jsonLines } from './json-layout.js';

describe('focusedLines', () => {
  it.each<readonly [what: string, pointer: string, want: readonly string[] | undefined]>([
    ['the first member', '/a', ['{', '  "a": 1,', '…', '}']],
    [
      'a member in the middle, whole',
      '/b',
      ['{', '…,', '  "b": [', '    {', '      "c": 2', '    },', '    3', '  ],', '…', '}'],
    ],
    ['an item of a list', '/b/1', ['{', '…,', '  "b": [', '…,', '    3', '  ],', '…', '}']],
    [
      'a member of an item',
      '/b/0/c',
      ['{', '…,', '  "b": [', '    {', '      "c": 2', '    },', '…', '  ],', '…', '}'],
    ],
    ['the last member', '/d~1e', ['{', '…,', '  "d/e": "x"', '}']],
    ['the whole', '', jsonLines('{"a":1,"b":[{"c":2},3],"d/e":"x"}')],
    ['a member that is absent', '/x', undefined],
    ['an item that is absent', '/b/7', undefined],
    ['a member of a number', '/a/b', undefined],
  ])('keeps %s', (_, pointer, want) => {
    expect(focusedLines(jsonLines('{"a":1,"b":[{"c":2},3],"d/e":"x"}'), pointer)).toEqual(want);
  });

  it('adds no line to the text, whatever the pointer is', () => {
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

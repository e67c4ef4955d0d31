import { expect, test } from 'vitest';
import type { Json } from '../../../contract/json/json.js';
import { nearMisses } from './near-misses.js';

test.each<[string, readonly Json[], readonly string[]]>([
  [
    'an identifier with letters',
    ['item-1', 'item-2', 'ITEM-1'],
    ['item-1\0', 'item-1 ', ' item-1', 'item-1.json', 'item-_'],
  ],
  [
    'an identifier with non-ASCII letters',
    ['a-1', 'é', 'ü'],
    ['a-1\0', 'a-1 ', ' a-1', 'A-1', 'a-1.json', 'a-_', 'e\u0301'],
  ],
  [
    'a UUID',
    ['0190f5fe-7c00-7a00-8000-00000000000a'],
    [
      '0190f5fe-7c00-7a00-8000-00000000000a\0',
      '0190f5fe-7c00-7a00-8000-00000000000a ',
      ' 0190f5fe-7c00-7a00-8000-00000000000a',
      '0190f5fe-7c00-7a00-8000-00000000000a.json',
      '0190f5fe-7c00-7a00-8000-00000000000_',
    ],
  ],
  ['no near miss for a number', [7], []],
])('makes near misses of a known identifier: %s → $2', (_, known, want) => {
  expect(nearMisses(known)).toEqual(want);
});

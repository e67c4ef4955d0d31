import { expect, test } from 'vitest';
import type { Json } from '../../contract/json/json.js';
import { listsAsText } from './list-as-text.js';

const tags = (expected: Json | undefined, received: Json): unknown => ({
  pointer: '/body/tags',
  kind: 'list-as-text',
  expected,
  received,
});

test.each<readonly [string, Json, Json, readonly unknown[], Json]>([
  ['a list', { tags: ['a', 'b'] }, { tags: ['["a","b"]'] }, [tags(['a', 'b'], '["a","b"]')], { tags: ['a', 'b'] }],
  ['numbers', { tags: [1] }, { tags: ['[1]'] }, [tags([1], '[1]')], { tags: [1] }],
  ['texts of numbers', { tags: ['0'] }, { tags: ['[0]'] }, [tags(['0'], '[0]')], { tags: ['0'] }],
  ['an empty list', {}, { tags: ['[]'] }, [tags(undefined, '[]')], {}],
  ['another list', { tags: ['a'] }, { tags: ['["b"]'] }, [], { tags: ['["b"]'] }],
  ['the right list', { tags: ['[1]'] }, { tags: ['[1]'] }, [], { tags: ['[1]'] }],
  ['a text', { tags: '[]' }, { tags: '[]' }, [], { tags: '[]' }],
  ['no object', [], ['[]'], [], ['[]']],
])('a list that is sent as JSON text is recognised: %s', (_, wanted, sent, found, corrected) => {
  expect(listsAsText(wanted, sent)).toEqual({ found, corrected });
});

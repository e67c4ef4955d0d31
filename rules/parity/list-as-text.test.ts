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
  [
    'a list of texts',
    { tags: ['a', 'b'] },
    { tags: ['["a","b"]'] },
    [tags(['a', 'b'], '["a","b"]')],
    { tags: ['a', 'b'] },
  ],
  ['a list of numbers', { tags: [1] }, { tags: ['[1]'] }, [tags([1], '[1]')], { tags: [1] }],
  ['a list of texts that look like numbers', { tags: ['0'] }, { tags: ['[0]'] }, [tags(['0'], '[0]')], { tags: ['0'] }],
  ['an omitted list that is sent as an empty list', {}, { tags: ['[]'] }, [tags(undefined, '[]')], {}],
  ['no, the JSON text contains a different list', { tags: ['a'] }, { tags: ['["b"]'] }, [], { tags: ['["b"]'] }],
  ['no, the list has an element that looks like JSON', { tags: ['[1]'] }, { tags: ['[1]'] }, [], { tags: ['[1]'] }],
  ['no, the argument is a text', { tags: '[]' }, { tags: '[]' }, [], { tags: '[]' }],
  ['no, the arguments are not an object', [], ['[]'], [], ['[]']],
])('a list that is sent as JSON text is recognised: %s', (_, wanted, sent, found, corrected) => {
  expect(listsAsText(wanted, sent)).toEqual({ found, corrected });
});

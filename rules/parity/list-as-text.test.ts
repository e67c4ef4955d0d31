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
    'the JSON text of a list of texts',
    { tags: ['a', 'b'] },
    { tags: ['["a","b"]'] },
    [tags(['a', 'b'], '["a","b"]')],
    { tags: ['a', 'b'] },
  ],
  ['the JSON text of a list of numbers', { tags: [1] }, { tags: ['[1]'] }, [tags([1], '[1]')], { tags: [1] }],
  [
    'the JSON text of numbers for a list of texts',
    { tags: ['0'] },
    { tags: ['[0]'] },
    [tags(['0'], '[0]')],
    { tags: ['0'] },
  ],
  ['the JSON text of an empty list for an omitted list', {}, { tags: ['[]'] }, [tags(undefined, '[]')], {}],
  [
    'the JSON text of a different list is not recognised',
    { tags: ['a'] },
    { tags: ['["b"]'] },
    [],
    { tags: ['["b"]'] },
  ],
  ['an element that looks like JSON is not recognised', { tags: ['[1]'] }, { tags: ['[1]'] }, [], { tags: ['[1]'] }],
  ['an argument that is a text is not recognised', { tags: '[]' }, { tags: '[]' }, [], { tags: '[]' }],
  ['arguments that are not an object are not recognised', [], ['[]'], [], ['[]']],
])('recognises a list of a form that was sent as JSON text in one field: %s', (_, wanted, sent, found, corrected) => {
  expect(listsAsText(wanted, sent)).toEqual({ found, corrected });
});

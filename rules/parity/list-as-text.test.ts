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
  ['not recognised: the JSON text of a different list', { tags: ['a'] }, { tags: ['["b"]'] }, [], { tags: ['["b"]'] }],
  ['not recognised: an element that looks like JSON', { tags: ['[1]'] }, { tags: ['[1]'] }, [], { tags: ['[1]'] }],
  ['not recognised: an argument that is a text', { tags: '[]' }, { tags: '[]' }, [], { tags: '[]' }],
  ['not recognised: arguments that are not an object', [], ['[]'], [], ['[]']],
])('a list that is sent as JSON text is recognised: %s', (_, wanted, sent, found, corrected) => {
  expect(listsAsText(wanted, sent)).toEqual({ found, corrected });
});

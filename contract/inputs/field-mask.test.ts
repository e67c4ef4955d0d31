import { expect, it } from 'vitest';
import type { CaseInput } from '../case.js';
import { fieldMask, isMaskedOut } from './field-mask.js';

it.each<[string, CaseInput['query'], readonly string[] | undefined]>([
  ['a list of names', { update_mask: ['title', 'owner'] }, ['size', 'place']],
  ['names with commas', { updateMask: 'title, owner' }, ['size', 'place']],
  ['a name in camel case', { fieldMask: 'SIZE' }, ['title', 'owner', 'place']],
  ['the path of a nested member', { 'update-mask': 'place.city' }, ['title', 'owner', 'size']],
  ['a mask of all members', { update_mask: '*' }, undefined],
  ['no mask', { mask: 'title' }, undefined],
])('a change ignores the members that its mask does not name: %s → $2', (_, query, want) => {
  const mask = fieldMask(query === undefined ? {} : { query });
  expect(mask && ['title', 'owner', 'size', 'place'].filter((name) => isMaskedOut(mask, name))).toEqual(want);
});

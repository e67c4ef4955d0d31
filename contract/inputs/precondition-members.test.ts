import { expect, it } from 'vitest';
import type { Json } from '../json/json.js';
import { isEntityTagMember, isPreconditionMember } from './precondition-members.js';

it.each<[name: string, value: Json, isPrecondition: boolean, isEntityTag: boolean]>([
  ['version', 3, true, false],
  ['lockVersion', 3, true, false],
  ['version', '3.0.1', false, false],
  ['conversion', 3, false, false],
  ['etag', 'W/"a"', true, true],
  ['_etag', 'a', true, true],
  ['resourceVersion', '41', true, true],
  ['row_version', 'AAAB', true, true],
  ['fingerprint', 'abc=', true, true],
  ['concurrencyToken', 'a', true, true],
  ['itemETag', 'a', true, true],
  ['nametag', 'a', false, false],
  ['stag', 'a', false, false],
  ['tag', 'a', false, false],
])(
  'whether the member %s with the value %j states a version → %s, and whether it is an entity tag → %s',
  (name, value, isPrecondition, isTag) => {
    expect([isPreconditionMember(name, value), isEntityTagMember(name)]).toEqual([isPrecondition, isTag]);
  },
);

import { expect, test } from 'vitest';
import type { Case } from '../../../contract/case.js';
import { enforcedBy } from './constraint-of.js';

const refused = (pointer: string): Case =>
  ({ expect: { kind: 'rejected', keyword: 'minimum', pointer }, input: {} }) as unknown as Case;

test.each([
  ['a refusal of the input', '/body/size', 422, ['minimum /body/size']],
  ['a refusal of the token', '/body/size', 401, []],
  ['an unknown item', '/body/size', 404, []],
  ['an invalid part of the path', '/path/id', 404, ['minimum /path/id']],
  ['a success', '/body/size', 200, []],
  ['a server error', '/body/size', 500, []],
])('the constraint that a reply shows to be enforced: %s', (_, pointer, status, want) => {
  expect(enforcedBy(refused(pointer), status)).toEqual(want);
});

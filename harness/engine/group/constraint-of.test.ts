import { expect, test } from 'vitest';
import type { Case } from '../../../contract/case.js';
import { enforcedBy } from './constraint-of.js';

const refused = (pointer: string): Case =>
  ({ expect: { kind: 'rejected', keyword: 'minimum', pointer }, input: {} }) as unknown as Case;

test.each([
  ['a refusal of the input shows its constraint', '/body/size', 422, ['minimum /body/size']],
  ['a refusal of the token shows no constraint', '/body/size', 401, []],
  ['a refusal of the caller shows no constraint', '/body/size', 403, []],
  ['a 404 shows no constraint of the body', '/body/size', 404, []],
  ['a 404 shows a constraint of the path', '/path/id', 404, ['minimum /path/id']],
  ['a success shows no constraint', '/body/size', 200, []],
  ['a server error shows no constraint', '/body/size', 500, []],
])('enforcedBy finds the constraints that a reply shows to be enforced: %s', (_, pointer, status, want) => {
  expect(enforcedBy(refused(pointer), status)).toEqual(want);
});

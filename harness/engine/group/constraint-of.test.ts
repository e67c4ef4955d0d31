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

test.each([
  ['"1" in place of a number or a boolean', '1', 'convertible text /body/size'],
  ['"true", which is not a number', 'true', 'unclear text /body/size'],
  ['"5", which is not a boolean', '5', 'unclear text /body/size'],
  ['a number', 5, 'convertible type /body/size'],
])('enforcedBy finds what the refusal of a convertible value shows: %s', (_, size, want) => {
  const made = { expect: { kind: 'rejected', keyword: 'type', pointer: '/body/size' }, input: { body: { size } } };
  expect(enforcedBy(made as unknown as Case, 422)).toEqual([want]);
});

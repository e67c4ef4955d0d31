import { expect, it } from 'vitest';
import { type Given, grouped } from '../../fixtures/grouped-trials.js';

const REFUSED: Given = {
  blame: 'backend',
  rule: 'conformance/valid-accepted',
  kind: 'valid-refused',
  pointer: '/response/status',
  status: 422,
};

/** A refusal that names these members. Refusals of other members have another cause. */
function naming(members: readonly string[] | undefined, more: Partial<Given> = {}): Given {
  return { ...REFUSED, cause: `makeThing 422 ${members?.join(' ') ?? ''}`, ...(members && { members }), ...more };
}

it.each<[string, readonly Given[], number]>([
  ['all of which other refusals name', [naming(['a no']), naming(['b no']), naming(['a no', 'b no'])], 2],
  [
    'all of which refusals with fewer members name',
    [naming(['a no', 'b no']), naming(['c no']), naming(['a no', 'b no', 'c no'])],
    2,
  ],
  ['one of which no other refusal names', [naming(['a no']), naming(['a no', 'b no'])], 2],
  [
    'one of which has a different text in the other refusals',
    [naming(['a no']), naming(['b no']), naming(['a no', 'b bad'])],
    3,
  ],
  [
    'with a different status from the other refusals',
    [naming(['a no']), naming(['b no']), naming(['a no', 'b no'], { status: 400 })],
    3,
  ],
  ['and a refusal that names no members', [naming(['a no']), naming(undefined)], 2],
])('a refusal that names several members, %s (findings: $2)', async (_, violations, want) => {
  expect(await grouped(violations.map((each) => ({ violations: [each] })))).toHaveLength(want);
});

import { expect, it } from 'vitest';
import { type Given, grouped } from '../../fixtures/grouped-trials.js';

const PLACE = { blame: 'backend', pointer: '/response/body/code' } as const;
const SCHEMA = 'a.yaml#/components/schemas/Room/properties/code';
const SHOWN: Given = { ...PLACE, rule: 'conformance/write-only', kind: 'write-only-returned', cause: SCHEMA };
const INVALID: Given = { ...PLACE, rule: 'conformance/response-body', kind: 'type', cause: `${SCHEMA}/type` };

it.each<[string, Given, number]>([
  ['has an invalid value', INVALID, 1],
  ['is beside an invalid member', { ...INVALID, pointer: '/response/body/name' }, 2],
  ['has the name of a member of another schema', { ...INVALID, cause: 'a.yaml#/components/schemas/Hall/type' }, 2],
])('a write-only member in a reply %s (findings: $2)', async (_, other, want) => {
  expect(await grouped([{ violations: [SHOWN] }, { violations: [other] }])).toHaveLength(want);
});

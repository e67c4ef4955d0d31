import { expect, it } from 'vitest';
import { type Given, grouped } from '../../fixtures/grouped-trials.js';

const PLACE = { blame: 'backend', pointer: '/response/body/code' } as const;
const SCHEMA = 'a.yaml#/components/schemas/Room/properties/code';
const SHOWN: Given = { ...PLACE, rule: 'conformance/write-only', kind: 'write-only-returned', cause: SCHEMA };
const INVALID: Given = { ...PLACE, rule: 'conformance/response-body', kind: 'type', cause: `${SCHEMA}/type` };

it.each<[string, Given, number]>([
  ['has an invalid value, and both are one finding', INVALID, 1],
  ['and an invalid value of another member are two findings', { ...INVALID, pointer: '/response/body/name' }, 2],
  [
    'and an invalid value of the same name in another schema are two findings',
    { ...INVALID, cause: 'a.yaml#/components/schemas/Hall/type' },
    2,
  ],
])('a write-only member in a reply %s (findings: $2)', async (_, other, want) => {
  expect(await grouped([{ violations: [SHOWN] }, { violations: [other] }])).toHaveLength(want);
});

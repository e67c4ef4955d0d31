import { expect, it } from 'vitest';
import { type Given, grouped } from '../../fixtures/grouped-trials.js';

const SHARED: Given = {
  rule: 'state/calls-at-once',
  kind: 'shared-request',
  pointer: '/request',
  cause: 'calls at once',
};
const MIXED: Given = { ...SHARED, kind: 'depends-on-other-calls' };

it.each<[string, Given, number]>([
  [
    'equal concurrent calls that share one request form one finding with a request that depends on other calls',
    MIXED,
    1,
  ],
  [
    'equal concurrent calls that share one request are a separate finding from the requests of another surface',
    { ...MIXED, surface: 'b' },
    2,
  ],
])('%s (findings: $2)', async (_, other, want) => {
  expect(await grouped([{ violations: [SHARED] }, { violations: [other] }])).toHaveLength(want);
});

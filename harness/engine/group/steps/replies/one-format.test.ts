import { describe, expect, it } from 'vitest';
import { type Given, grouped } from '../../fixtures/grouped-trials.js';

const ACCOUNT: Given = {
  blame: 'backend',
  rule: 'conformance/response-body',
  kind: 'format',
  pointer: '/response/body/items/0/created_at',
  cause: '#/components/schemas/Account/properties/created_at/format',
  expected: 'must match format "date-time"',
  received: '2026-03-01 12:00:00',
};
const TRANSFER: Given = {
  ...ACCOUNT,
  pointer: '/response/body/created_at',
  cause: '#/components/schemas/Transfer/properties/created_at/format',
  received: '2027-04-30 23:30:59',
};

/** Last column: `true` if all violations become one finding. */
describe('a format that the replies of two schemas break', () => {
  it.each<[string, Given, boolean]>([
    ['has one cause if members of one name have texts of one shape', TRANSFER, true],
    ['has two causes if the shapes differ', { ...TRANSFER, received: '2027-04-30T23:30:59' }, false],
    ['has two causes if the lengths differ', { ...TRANSFER, received: '2027-4-30 23:30:59' }, false],
    ['has two causes if the names differ', { ...TRANSFER, pointer: '/response/body/updated_at' }, false],
    ['has two causes if there are two formats', { ...TRANSFER, expected: 'must match format "date"' }, false],
    ['has two causes if there are two keywords', { ...TRANSFER, kind: 'pattern' }, false],
  ])('%s (one finding: $2)', async (_, other, isOne) => {
    const found = await grouped([{ violations: [ACCOUNT] }, { violations: [other] }]);
    expect(found).toHaveLength(isOne ? 1 : 2);
  });
});

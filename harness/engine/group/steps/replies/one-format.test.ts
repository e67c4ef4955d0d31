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

describe('violations of the same format in two schemas are grouped into findings', () => {
  it.each<[string, Given, boolean]>([
    ['members with the same name and the same shape of strings are one finding', TRANSFER, true],
    [
      'members with strings of different shapes are two findings',
      { ...TRANSFER, received: '2027-04-30T23:30:59' },
      false,
    ],
    [
      'members with strings of different lengths are two findings',
      { ...TRANSFER, received: '2027-4-30 23:30:59' },
      false,
    ],
    ['members with different names are two findings', { ...TRANSFER, pointer: '/response/body/updated_at' }, false],
    ['members with different formats are two findings', { ...TRANSFER, expected: 'must match format "date"' }, false],
    ['members that break different keywords are two findings', { ...TRANSFER, kind: 'pattern' }, false],
  ])('%s (one finding: $2)', async (_, other, isOne) => {
    const found = await grouped([{ violations: [ACCOUNT] }, { violations: [other] }]);
    expect(found).toHaveLength(isOne ? 1 : 2);
  });
});

const SHOWN: Given = {
  rule: 'parity/same-value',
  pointer: '/outcome/value/created_at',
  cause: 'created_at',
  expected: '2026-03-01T12:00:00Z',
  received: '3/1/2026, 12:00 PM',
};
const OTHER: Given = { ...SHOWN, pointer: '/outcome/value/due_at', cause: 'due_at', received: '12/31/2026, 1:00 AM' };

describe('date-times that a surface shows in another form are grouped into findings', () => {
  it.each<[string, Given, boolean]>([
    ['date-times of two members are one finding', OTHER, true],
    [
      'a date-time that becomes a different date-time is a separate finding',
      { ...OTHER, received: '2026-12-31T01:00:00Z' },
      false,
    ],
    [
      'a changed string that was not a date-time is a separate finding',
      { ...OTHER, expected: 'a', received: 'b' },
      false,
    ],
    ['a date-time on another surface is a separate finding', { ...OTHER, surface: 'b' }, false],
  ])('%s (one finding: $2)', async (_, other, isOne) => {
    const found = await grouped([{ violations: [SHOWN] }, { violations: [other] }]);
    expect(found).toHaveLength(isOne ? 1 : 2);
  });
});

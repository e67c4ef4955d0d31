import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../fixtures/grouped-trials.js';

const ABSENT: GivenTrial['expect'] = { kind: 'absent' };
const BACKEND = { blame: 'backend' } as const;
const STATUS: Given = {
  ...BACKEND,
  rule: 'conformance/status-documented',
  kind: 'status-undocumented',
  pointer: '/response/status',
};
const ACCEPTED: Given = {
  ...BACKEND,
  rule: 'conformance/invalid-rejected',
  kind: 'absent-accepted',
  pointer: '/response/status',
};

/** Last column: `true` if all violations become one finding. */
describe('an undocumented success for an unknown id', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'forms one finding with the missing 404',
      [{ violations: [{ ...STATUS, status: 204 }, ACCEPTED], expect: ABSENT }],
      true,
    ],
    [
      'is a separate finding from the acceptance with a documented success',
      [{ violations: [{ ...STATUS, status: 204 }] }, { violations: [ACCEPTED], expect: ABSENT }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

const TAKEN: Given = {
  ...BACKEND,
  rule: 'conformance/malformed-refused',
  kind: 'malformed-accepted',
  pointer: '/response/status',
  status: 201,
};
const LACKING: Given = {
  ...BACKEND,
  rule: 'conformance/response-body',
  kind: 'required',
  pointer: '/response/body/name',
  status: 201,
};

it('a reply to an accepted malformed request that breaks its schema is one finding with the acceptance', async () => {
  expect(await grouped([{ violations: [TAKEN, LACKING] }])).toHaveLength(1);
});

const ALLOW: Given = {
  ...BACKEND,
  rule: 'conformance/malformed-refused',
  kind: 'allow-incomplete',
  pointer: '/response/header/allow',
  status: 405,
};
const HEADER: Given = { ...ALLOW, rule: 'conformance/response-headers', kind: 'pattern', cause: 'Allow' };

it.each<[string, Given, number]>([
  ['one finding if it also breaks its schema', HEADER, 1],
  ['a separate finding from another header that breaks its schema', { ...HEADER, pointer: '/response/header/age' }, 2],
])('an Allow header that lacks methods is %s (findings: $2)', async (_, header, want) => {
  expect(await grouped([{ violations: [ALLOW, header] }])).toHaveLength(want);
});

const LOST: Given = { blame: 'surface', rule: 'parity/same-request', kind: 'missing', pointer: '/body/iterations' };
const REPEATED: Given = {
  ...BACKEND,
  rule: 'state/repeated',
  kind: 'conflict-accepted',
  pointer: '/response/status',
  status: 200,
};

/** Last column: `true` if all violations become one finding. */
it.each<[string, readonly GivenTrial[], boolean]>([
  [
    'is one finding with a surface that loses a member of the request',
    [{ violations: [LOST] }, { violations: [LOST, REPEATED] }],
    true,
  ],
  ['is a separate finding if the request was correct', [{ violations: [LOST] }, { violations: [REPEATED] }], false],
])('an accepted conflict %s (one finding: $2)', async (_, trials, isOne) => {
  expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
});

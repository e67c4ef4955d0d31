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

describe('consequences of an unknown id are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'an undocumented success for an unknown id forms one finding with the missing 404',
      [{ violations: [{ ...STATUS, status: 204 }, ACCEPTED], expect: ABSENT }],
      true,
    ],
    [
      'an undocumented success for a known id is a separate finding from an accepted unknown id',
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

it('if a malformed request is accepted, the missing refusal and a reply that breaks its schema form one finding', async () => {
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
  ['an Allow header that lacks methods forms one finding with its broken schema', HEADER, 1],
  [
    'an Allow header that lacks methods is a separate finding from a broken schema of another header',
    { ...HEADER, pointer: '/response/header/age' },
    2,
  ],
])('%s (findings: $2)', async (_, header, want) => {
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

const TWICE: Given = { ...BACKEND, rule: 'state/partition', kind: 'element-repeated', pointer: '/state/pages' };

it.each<[string, readonly GivenTrial[], boolean]>([
  [
    'a conflict that is accepted because the surface loses a member of the request is not a further finding',
    [{ violations: [LOST] }, { violations: [LOST, REPEATED] }],
    true,
  ],
  [
    'an element that is listed twice because the surface loses the cursor is not a further finding',
    [{ violations: [LOST] }, { violations: [LOST, TWICE] }],
    true,
  ],
  [
    'an element that is listed twice on another surface too is a further finding',
    [{ violations: [LOST, TWICE] }, { violations: [{ ...TWICE, surface: 'cli' }] }],
    false,
  ],
  [
    'a conflict that is accepted although the surface sends the request correctly is a further finding',
    [{ violations: [LOST] }, { violations: [REPEATED] }],
    false,
  ],
])('%s (one finding: $2)', async (_, trials, isOne) => {
  expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
});

const IDENTIFIER: Given = { ...LACKING, kind: 'maxLength', pointer: '/response/body/item_id' };
const LED: Given = {
  ...BACKEND,
  rule: 'state/location',
  kind: 'location-not-found',
  pointer: '/response/header/location',
  cause: 'makeThing',
  status: 201,
};

it.each<[string, readonly (readonly Given[])[], number]>([
  ['an identifier that breaks its schema explains a Location that leads nowhere', [[IDENTIFIER, LED]], 1],
  [
    'a Location that leads nowhere although its identifier is valid is a separate finding',
    [[IDENTIFIER, LED], [LED]],
    2,
  ],
  [
    'another member that breaks its schema is a separate finding from a Location that leads nowhere',
    [[LACKING, LED]],
    2,
  ],
])('%s (findings: $2)', async (_, trials, want) => {
  expect(await grouped(trials.map((violations) => ({ violations })))).toHaveLength(want);
});

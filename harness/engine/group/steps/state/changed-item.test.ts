import { expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const LONGER: Given = {
  rule: 'state/updated',
  kind: 'elements-added',
  pointer: '/response/body/tags',
  cause: 'patchThing',
  blame: 'backend',
};

const RENAMED: Given = {
  rule: 'state/echo',
  kind: 'renamed',
  pointer: '/response/body/metadata/A',
  cause: 'makeThing',
  expected: 'A',
  received: 'a',
  blame: 'backend',
};
const STORED: Given = {
  ...RENAMED,
  rule: 'state/updated',
  pointer: '/response/body/metadata/9W',
  cause: 'patchThing',
  expected: '9W',
  received: 'w',
};
const LOST: Given = {
  ...RENAMED,
  kind: 'missing',
  pointer: '/response/body/metadata/B',
  cause: 'makeThing metadata',
  expected: '1',
  received: '(omitted)',
};
const BOTH = { metadata: { B: '1', b: '2' } };

it.each<[string, Given, GivenTrial['body'], number]>([
  ['a create and a change that rename members of the same object are one finding', STORED, {}, 1],
  [
    'a create and a change that rename members of different objects are two findings',
    { ...STORED, pointer: '/response/body/labels/9W' },
    {},
    2,
  ],
  ['a missing member forms one finding with renamed members if its new name is taken by another member', LOST, BOTH, 1],
  [
    'a missing member is a separate finding from renamed members if no other member has its new name',
    LOST,
    { metadata: { B: '1', c: '2' } },
    2,
  ],
  [
    'a missing member of another object is a separate finding from renamed members',
    { ...LOST, pointer: '/response/body/labels/B' },
    { labels: BOTH.metadata },
    2,
  ],
])('groups renamed members with other violations: %s', async (_, other, body, want) => {
  const steps: readonly GivenTrial[] = [{ violations: [RENAMED] }, { violations: [other], body: body ?? {} }];
  expect((await grouped(steps)).length).toBe(want);
});

it.each<[string, Partial<Given>, number]>([
  [
    'a change that adds elements to a list forms one finding with reordered elements of the list',
    { kind: 'reordered' },
    1,
  ],
  [
    'a change that adds elements to a list is a separate finding from missing elements in another list',
    { kind: 'elements-missing', pointer: '/response/body/sizes' },
    2,
  ],
  [
    'a change that adds elements to a list is a separate finding from missing elements after another change',
    { kind: 'elements-missing', cause: 'putThing' },
    2,
  ],
  [
    'a change that adds elements to a list is a separate finding from a changed string',
    { kind: 'changed', pointer: '/response/body/name', cause: 'patchThing name' },
    2,
  ],
])('groups wrongly stored lists: %s', async (_, other, want) => {
  const steps = [LONGER, { ...LONGER, ...other }].map((given) => ({ violations: [given], sequence: true }) as const);
  expect((await grouped(steps)).length).toBe(want);
});

it.each<[string, Partial<Given>, number]>([
  ['a member that a PATCH loses forms one finding with the reset of the same member', { kind: 'reset-by-patch' }, 1],
  [
    'a value and a null that a PATCH loses in the same member are one finding',
    { kind: 'null-became-omitted', expected: null },
    1,
  ],
  [
    'a value and an empty value that a PATCH loses in the same member are one finding',
    { kind: 'empty-became-omitted', expected: '' },
    1,
  ],
  [
    'a member that a PATCH loses is a separate finding from the reset of another member',
    { kind: 'reset-by-patch', pointer: '/response/body/text', cause: 'patchThing text' },
    2,
  ],
  [
    'a member that a PATCH loses is a separate finding from the reset of the member by another operation',
    { kind: 'reset-by-patch', cause: 'putThing note' },
    2,
  ],
  [
    'a member that a PATCH loses is a separate finding from the reset of the member to a value',
    { kind: 'reset-by-patch', received: 'a' },
    2,
  ],
])('groups lost members: %s', async (_, other, want) => {
  const lost: Given = {
    ...LONGER,
    kind: 'missing',
    pointer: '/response/body/note',
    cause: 'patchThing note',
    expected: 'b',
    received: '(omitted)',
  };
  const steps = [lost, { ...lost, ...other }].map((given) => ({ violations: [given], sequence: true }) as const);
  expect((await grouped(steps)).length).toBe(want);
});

const KEPT: Given = {
  rule: 'state/replaced',
  kind: 'kept-by-put',
  pointer: '/response/body/role',
  cause: 'putThing',
  blame: 'backend',
};
const NOT_STORED: Given = { ...KEPT, rule: 'state/updated', kind: 'changed', cause: 'putThing role' };

it.each<[string, Partial<Given>, number]>([
  ['the PUT does not store the same member if it is given', {}, 1],
  ['the PUT stores nothing', { kind: 'not-stored', pointer: '/response/body' }, 1],
  ['the PUT does not store another member', { pointer: '/response/body/name', cause: 'putThing name' }, 2],
  ['a PATCH does not store the same member', { cause: 'patchThing role' }, 2],
])('groups a PUT that keeps an omitted member with another violation: %s (findings: $2)', async (_, other, want) => {
  const steps = [{ ...NOT_STORED, ...other }, KEPT].map((given) => ({ violations: [given], sequence: true }) as const);
  expect((await grouped(steps)).length).toBe(want);
});

const TAGGED: Given = {
  rule: 'state/conditional-requests',
  kind: 'etag-outdated',
  pointer: '/response/header/etag',
  cause: 'makeThing',
  blame: 'backend',
};
const UNSTORED: Given = { ...NOT_STORED, kind: 'not-stored', pointer: '/response/body', cause: 'makeThing' };

it.each<[string, Partial<Given>, Partial<Given>, number]>([
  ['only the reply to a change has the ETag, and the change is not stored', {}, {}, 1],
  ['only the reply to a change has the ETag, and a different change is not stored', {}, { cause: 'patchThing' }, 2],
  ['only the reply to a change has the ETag, and one member of the change is not stored', {}, { kind: 'changed' }, 2],
  ['the ETag never changes, and a change is not stored', { kind: 'etag-unchanged' }, {}, 2],
])('groups a wrong ETag with another violation: %s (findings: $3)', async (_, tag, change, want) => {
  const steps: readonly GivenTrial[] = [
    { violations: [{ ...UNSTORED, ...change }], sequence: true },
    { violations: [{ ...TAGGED, ...tag }], sequence: true, isRepeated: true },
  ];
  expect((await grouped(steps)).length).toBe(want);
});

const TIME_KEPT: Partial<Given> = {
  rule: 'state/item-times',
  kind: 'update-time-wrong',
  pointer: '/response/body/updated_at',
  cause: '/things/{id} updated_at',
};
const NOT_RETURNED: Given = { ...NOT_STORED, kind: 'not-returned', pointer: '/response/body', cause: 'patchThing' };

it.each<[string, Partial<Given>, number]>([
  ['a read after the change shows that nothing is stored', { ...UNSTORED, cause: 'patchThing' }, 1],
  ['a second change sets only one member, and its reply has a wrong value', { cause: 'patchThing role' }, 1],
  ['the reply to another operation has a wrong value', { cause: 'putThing role' }, 2],
  ['a read after the change shows that another member is reset', { kind: 'reset-by-patch' }, 2],
  ['the time of the last change stays the same', TIME_KEPT, 2],
])(
  'groups a reply to a change without any new value with a second violation: %s (findings: $2)',
  async (_, other, want) => {
    const effect = { ...NOT_RETURNED, cause: 'patchThing role', kind: 'changed', pointer: '/response/body/role' };
    const steps: readonly GivenTrial[] = [NOT_RETURNED, { ...effect, ...other }].map((given) => ({
      violations: [given],
      sequence: true,
    }));
    expect((await grouped(steps)).length).toBe(want);
  },
);

it('an unchanged time of the last change forms one finding with a change that is not stored', async () => {
  const steps: readonly GivenTrial[] = [
    { violations: [UNSTORED], sequence: true },
    { violations: [{ ...UNSTORED, ...TIME_KEPT }], sequence: true, isRepeated: true },
  ];
  expect((await grouped(steps)).length).toBe(1);
});

const OTHER_CHANGED: Given = {
  ...UNSTORED,
  kind: 'other-changed',
  pointer: '/response/body/role',
  cause: 'patchThing',
};

it.each<[string, Partial<Given>, number]>([
  ['the change is not stored in the item of its path', { kind: 'not-stored', pointer: '/response/body' }, 1],
  ['one member of the change is not stored in the item of its path', { kind: 'changed', cause: 'patchThing role' }, 1],
  ['another change is not stored', { kind: 'not-stored', pointer: '/response/body', cause: 'putThing' }, 2],
  ['another member of the item of its path is reset', { kind: 'reset-by-patch', pointer: '/response/body/name' }, 2],
])(
  'groups a change that also changes another item with a second violation: %s (findings: $2)',
  async (_, other, want) => {
    const steps: readonly GivenTrial[] = [OTHER_CHANGED, { ...OTHER_CHANGED, ...other }].map((given) => ({
      violations: [given],
      sequence: true,
    }));
    expect((await grouped(steps)).length).toBe(want);
  },
);

it.each<[string, Partial<Given>, number]>([
  ['a change with this ETag is refused', { kind: 'current-refused', pointer: '/response/status' }, 1],
  ['a change with an outdated ETag is accepted', { kind: 'outdated-accepted', pointer: '/response/status' }, 2],
])(
  'groups an ETag that differs from the ETag in the reply to the change: %s (findings: $2)',
  async (_, other, want) => {
    const outdated: Given = {
      ...UNSTORED,
      rule: 'state/conditional-requests',
      kind: 'etag-outdated',
      pointer: '/response/header/etag',
      cause: 'getThing',
    };
    const steps = [outdated, { ...outdated, ...other }].map(
      (given) => ({ violations: [given], sequence: true }) as const,
    );
    expect((await grouped(steps)).length).toBe(want);
  },
);

const NO_ROOM: Given = {
  rule: 'state/echo',
  kind: 'empty-became-omitted',
  pointer: '/response/body/room',
  cause: 'makeThing room',
  expected: '',
  received: '(omitted)',
  blame: 'backend',
};
const NO_LABELS: Given = {
  ...NO_ROOM,
  rule: 'state/updated',
  pointer: '/response/body/labels',
  cause: 'putThing labels',
  expected: [],
};

it.each<[string, Given, number]>([
  ['a create and a change that leave out empty values of two members are one finding', NO_LABELS, 1],
  [
    'a create that leaves out an empty value is a separate finding from a change that loses another member',
    { ...NO_LABELS, kind: 'missing', expected: ['a'] },
    2,
  ],
])('groups empty values that are left out: %s', async (_, other, want) => {
  expect(await grouped([{ violations: [NO_ROOM] }, { violations: [other] }])).toHaveLength(want);
});

const UNSET: Given = { ...LONGER, kind: 'changed', cause: 'patchThing category', pointer: '/response/body/category' };
const NOT_REMOVED: Given = { ...UNSET, kind: 'kept-by-merge-patch', cause: 'patchThing', place: '/category' };

it.each<[string, readonly Given[], number]>([
  ['a null for the same member in the same change does not remove it', [UNSET, NOT_REMOVED], 1],
  ['a null does not remove another member', [UNSET, { ...NOT_REMOVED, pointer: '/response/body/note' }], 2],
  [
    'a null removes neither this member nor another one',
    [UNSET, NOT_REMOVED, { ...NOT_REMOVED, pointer: '/response/body/note', place: '/note' }],
    2,
  ],
  ['a null in another change does not remove it', [UNSET, { ...NOT_REMOVED, cause: 'putThing' }], 2],
])(
  'groups a member that a change does not store with a second violation: %s (findings: $2)',
  async (_, given, want) => {
    expect((await grouped(given.map((violation) => ({ violations: [violation] })))).length).toBe(want);
  },
);

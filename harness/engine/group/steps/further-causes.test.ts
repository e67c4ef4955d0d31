import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../fixtures/grouped-trials.js';

const REJECTED: GivenTrial['expect'] = { kind: 'rejected', keyword: 'type', pointer: '/body' };
const ABSENT: GivenTrial['expect'] = { kind: 'absent' };
const BACKEND = { blame: 'backend' } as const;

const MISSING: Given = { rule: 'parity/same-request', kind: 'missing', pointer: '/body/size' };
const WHOLE: Given = { rule: 'parity/same-request', kind: 'type-changed', pointer: '/body' };
const CRASH: Given = { rule: 'conformance/outcome', kind: 'crash', pointer: '/outcome' };
const FAILURE: Given = {
  rule: 'parity/same-status',
  kind: 'failure-reported-as-success',
  pointer: '/outcome/status',
  cause: 'failure',
};
const UNREADABLE: Given = {
  rule: 'conformance/unexpected-reply',
  kind: 'unreadable-reported-as-success',
  pointer: '/outcome',
  cause: '',
};
const ECHO: Given = { ...BACKEND, rule: 'state/echo', pointer: '/response/body/tags/0', cause: 'tags' };
const REPLY: Given = { ...BACKEND, rule: 'conformance/response-body', pointer: '/response/body/tags' };
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
const POINT = '#/components/schemas/Point/minItems';
const VALUE: Given = { ...REPLY, kind: 'minItems', pointer: '/response/body/point', cause: POINT };
const EVENT: Given = {
  ...BACKEND,
  rule: 'stream/event-schema',
  kind: 'minItems',
  pointer: '/response/events/data/point',
};

/** `true`: one finding. */
describe.each<[string, readonly (readonly [string, readonly GivenTrial[], boolean])[]]>([
  [
    'a rebuilt body',
    [
      [
        'has another type, or ends the call, for bodies without members',
        [
          { violations: [MISSING] },
          { violations: [WHOLE], body: 0, expect: REJECTED },
          { violations: [CRASH], body: null, expect: REJECTED },
        ],
        true,
      ],
      ['is no cause for an object of another type', [{ violations: [MISSING] }, { violations: [WHOLE] }], false],
      [
        'is no cause on another surface',
        [{ violations: [MISSING] }, { violations: [{ ...CRASH, surface: 'b' }], body: null, expect: REJECTED }],
        false,
      ],
    ],
  ],
  [
    'a failure that is reported as a success',
    [
      ['is one with an unreadable reply', [{ violations: [FAILURE] }, { violations: [UNREADABLE] }], true],
      [
        'is another one on another surface',
        [{ violations: [FAILURE] }, { violations: [{ ...UNREADABLE, surface: 'b' }] }],
        false,
      ],
    ],
  ],
  [
    'a changed element of a list',
    [
      [
        'makes elements equal',
        [{ violations: [{ ...REPLY, kind: 'uniqueItems' }, ECHO] }, { violations: [ECHO] }],
        true,
      ],
      [
        'does not change another list',
        [{ violations: [{ ...REPLY, kind: 'uniqueItems' }] }, { violations: [ECHO] }],
        false,
      ],
    ],
  ],
  [
    'an undocumented success',
    [
      [
        'is not the 404 of an unknown id',
        [{ violations: [{ ...STATUS, status: 204 }, ACCEPTED], expect: ABSENT }],
        true,
      ],
      [
        'is another fault than a documented success for an unknown id',
        [{ violations: [{ ...STATUS, status: 204 }] }, { violations: [ACCEPTED], expect: ABSENT }],
        false,
      ],
    ],
  ],
  [
    'a value that breaks its schema',
    [
      ['breaks it in events as well', [{ violations: [VALUE] }, { violations: [{ ...EVENT, cause: POINT }] }], true],
      [
        'breaks another schema in events',
        [{ violations: [VALUE] }, { violations: [{ ...EVENT, cause: `${POINT}2` }] }],
        false,
      ],
    ],
  ],
])('%s', (_, cases) => {
  it.each(cases)('%s', async (__, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

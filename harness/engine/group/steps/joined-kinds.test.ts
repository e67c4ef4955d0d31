import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../fixtures/grouped-trials.js';

const LOST: Given = { rule: 'parity/same-rejection', kind: 'missing', pointer: '/outcome/problem/detail' };
const LOST_TOO: Given = { ...LOST, pointer: '/outcome/problem/instance' };
const EMPTIED: Given = { ...LOST, kind: 'changed', pointer: '/outcome/problem', expected: { a: 1 }, received: {} };

const IGNORED: Given = { rule: 'parity/same-gate', kind: 'approval-ignored', pointer: '/gate', cause: 'approved' };
const OTHER: Given = { ...IGNORED, kind: 'request-before-approval', cause: 'other' };
const DENIED: Given = { ...IGNORED, kind: 'other-exit-code', cause: 'denied' };

const UNION: Given = {
  blame: 'backend',
  rule: 'conformance/response-body',
  kind: 'oneOf',
  pointer: '/response/body',
  cause: '#/components/schemas/Run/oneOf',
  received: { state: 'DONE', steps: 1 },
};
const EVENT: Given = {
  blame: 'backend',
  rule: 'stream/event-schema',
  kind: 'const',
  pointer: '/response/events/data/state',
  cause: '#/components/schemas/Done/properties/state/const',
  received: { id: '1', event: 'done', data: '{"state":"DONE","steps":2}' },
};
const OTHER_VALUE: Given = { ...EVENT, received: { id: '1', event: 'done', data: '{"state":"OVER"}' } };

const NOT_RESUMED: Given = { rule: 'stream/resume', kind: 'not-resumed', pointer: '/request/header/last-event-id' };
const FAILED: Given = { rule: 'parity/same-status', kind: 'success-reported-as-failure', pointer: '/outcome/status' };

const STAYS: Given = {
  blame: 'backend',
  rule: 'state/removed',
  kind: 'still-there',
  pointer: '/response/status',
  cause: 'makeThing',
};
const RESET: Given = {
  blame: 'backend',
  rule: 'state/updated',
  kind: 'reset-by-patch',
  pointer: '/response/body/text',
  cause: 'patchThing',
};
const NOT_MERGED: Given = { ...RESET, kind: 'not-merged', pointer: '/response/body/at' };
const WRONG_TYPE: Given = {
  blame: 'backend',
  rule: 'conformance/response-body',
  kind: 'type',
  pointer: '/response/body/items/0/rank',
  cause: '#/components/schemas/Item/properties/rank/type',
};
const LISTED: Given = {
  blame: 'backend',
  rule: 'state/listed',
  kind: 'type-changed',
  pointer: '/response/body/items/*/rank',
  cause: 'listThings rank',
};
const SHORT: Given = {
  ...WRONG_TYPE,
  kind: 'pattern',
  pointer: '/response/body/amount',
  cause: '#/components/schemas/Amount/pattern',
};
const SHORT_TOO: Given = { ...SHORT, pointer: '/response/body/items/0/amount' };
const SENT: Given = {
  blame: 'backend',
  rule: 'state/echo',
  pointer: '/response/body/amount',
  cause: 'makeThing amount',
};
const OTHER_GONE: Given = { ...STAYS, kind: 'other-removed' };

const trialOf = (...violations: readonly Given[]): GivenTrial => ({ violations });

describe.each<[string, readonly (readonly [string, readonly GivenTrial[], number])[]]>([
  [
    'an object that arrives empty',
    [
      ['forms one finding with objects that lose several members', [trialOf(LOST, LOST_TOO), trialOf(EMPTIED)], 1],
      ['is a different fault from an object that loses one member', [trialOf(LOST), trialOf(EMPTIED)], 2],
      [
        'is a different fault from members that an object within it loses',
        [
          trialOf({ ...LOST, pointer: '/outcome/problem/errors/a' }, { ...LOST, pointer: '/outcome/problem/errors/b' }),
          trialOf(EMPTIED),
        ],
        2,
      ],
      [
        'is a different fault from an object that arrives with different members',
        [trialOf(LOST, LOST_TOO), trialOf({ ...EMPTIED, received: { b: 1 } })],
        2,
      ],
    ],
  ],
  [
    'a gate that ignores its approval',
    [
      [
        'forms one finding with the approval of a different gate',
        [trialOf(IGNORED), { violations: [OTHER], gate: 'other' }, { violations: [DENIED], gate: 'denied' }],
        1,
      ],
      ['is a different fault from a wrong exit code', [trialOf(IGNORED), { violations: [DENIED], gate: 'denied' }], 2],
      [
        'is a different fault from a gate fault of a different surface',
        [trialOf(IGNORED), { violations: [{ ...OTHER, surface: 'b' }], gate: 'other' }],
        2,
      ],
    ],
  ],
  [
    'a PATCH that loses members',
    [
      [
        'is one fault for members of the item and for members of nested objects',
        [trialOf(RESET), trialOf(NOT_MERGED)],
        1,
      ],
      ['is two faults for two operations', [trialOf(RESET), trialOf({ ...NOT_MERGED, cause: 'other' })], 2],
    ],
  ],
  [
    'a member of a list that breaks its schema',
    [
      ['forms one finding with the same invalid member in a reply with the item', [trialOf(WRONG_TYPE, LISTED)], 1],
      ['is a different fault from a member that is valid', [trialOf(WRONG_TYPE), trialOf(LISTED)], 2],
      [
        'is a different fault from a different invalid member',
        [trialOf(WRONG_TYPE, { ...LISTED, pointer: '/response/body/items/*/name' })],
        2,
      ],
    ],
  ],
  [
    'a member that breaks its schema',
    [
      [
        'is one fault in the reply to a create and in lists if the sent value differs',
        [trialOf(SHORT_TOO), { ...trialOf(SHORT, SENT), body: { name: 'ab' } }],
        1,
      ],
      [
        'is a different fault from a different member that differs',
        [trialOf(SHORT_TOO), { ...trialOf(SHORT, { ...SENT, pointer: '/response/body/note' }), body: { name: 'ab' } }],
        2,
      ],
    ],
  ],
  [
    'a DELETE',
    [
      ['is one fault if the item stays and another item is removed', [trialOf(STAYS), trialOf(OTHER_GONE)], 1],
      [
        'is two faults if the calls are of two operations',
        [trialOf(STAYS), trialOf({ ...OTHER_GONE, cause: 'other' })],
        2,
      ],
    ],
  ],
  [
    'a stream that is not resumed',
    [
      ['forms one finding with the failure that the surface reports', [trialOf(NOT_RESUMED, FAILED)], 1],
      ['is a different fault from a failure without a break', [trialOf(NOT_RESUMED), trialOf(FAILED)], 2],
    ],
  ],
  [
    'a reply that matches no alternative',
    [
      ['forms one finding with the same wrong value in an event', [trialOf(UNION), trialOf(EVENT)], 1],
      ['is a different fault if events have the right value', [trialOf(UNION), trialOf(OTHER_VALUE)], 2],
      [
        'is a different fault if the reply has the wrong value at a different place',
        [trialOf({ ...UNION, pointer: '/response/body/best' }), trialOf(EVENT)],
        2,
      ],
      ['is a different fault if a member is missing', [trialOf({ ...UNION, kind: 'required' }), trialOf(EVENT)], 2],
    ],
  ],
])('%s', (_, cases) => {
  it.each(cases)('%s (findings: $2)', async (__, given, want) => {
    expect(await grouped(given)).toHaveLength(want);
  });
});

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
    'objects without members are grouped into findings',
    [
      [
        'an object that arrives empty forms one finding with objects that lose several members',
        [trialOf(LOST, LOST_TOO), trialOf(EMPTIED)],
        1,
      ],
      [
        'an object that arrives empty is a different fault from an object that loses one member',
        [trialOf(LOST), trialOf(EMPTIED)],
        2,
      ],
      [
        'an object that arrives empty is a different fault from an inner object that loses members',
        [
          trialOf({ ...LOST, pointer: '/outcome/problem/errors/a' }, { ...LOST, pointer: '/outcome/problem/errors/b' }),
          trialOf(EMPTIED),
        ],
        2,
      ],
      [
        'an object that arrives empty is a different fault from an object that arrives with different members',
        [trialOf(LOST, LOST_TOO), trialOf({ ...EMPTIED, received: { b: 1 } })],
        2,
      ],
    ],
  ],
  [
    'gates that ignore their approval are grouped into findings',
    [
      [
        'a gate that ignores its approval forms one finding with the approval of a different gate',
        [trialOf(IGNORED), { violations: [OTHER], gate: 'other' }, { violations: [DENIED], gate: 'denied' }],
        1,
      ],
      [
        'a gate that ignores its approval is a different fault from a wrong exit code',
        [trialOf(IGNORED), { violations: [DENIED], gate: 'denied' }],
        2,
      ],
      [
        'a gate that ignores its approval is a different fault from a gate fault of a different surface',
        [trialOf(IGNORED), { violations: [{ ...OTHER, surface: 'b' }], gate: 'other' }],
        2,
      ],
    ],
  ],
  [
    'patches that lose members are grouped into findings',
    [
      [
        'a PATCH that loses members of the item and members of nested objects is one fault',
        [trialOf(RESET), trialOf(NOT_MERGED)],
        1,
      ],
      [
        'members that are lost by two PATCH operations are two faults',
        [trialOf(RESET), trialOf({ ...NOT_MERGED, cause: 'other' })],
        2,
      ],
    ],
  ],
  [
    'invalid members in lists are grouped into findings',
    [
      [
        'an invalid member in a list forms one finding with the same invalid member in a read of the item',
        [trialOf(WRONG_TYPE, LISTED)],
        1,
      ],
      [
        'an invalid member in a list is a different fault if the member is valid in a read of the item',
        [trialOf(WRONG_TYPE), trialOf(LISTED)],
        2,
      ],
      [
        'an invalid member in a list is a different fault from another invalid member in a read of the item',
        [trialOf(WRONG_TYPE, { ...LISTED, pointer: '/response/body/items/*/name' })],
        2,
      ],
    ],
  ],
  [
    'invalid members in replies are grouped into findings',
    [
      [
        'an invalid member is one fault in the reply to a create and in lists if it differs from the sent value',
        [trialOf(SHORT_TOO), { ...trialOf(SHORT, SENT), body: { name: 'ab' } }],
        1,
      ],
      [
        'an invalid member is a different fault from another member that differs from the sent value',
        [trialOf(SHORT_TOO), { ...trialOf(SHORT, { ...SENT, pointer: '/response/body/note' }), body: { name: 'ab' } }],
        2,
      ],
    ],
  ],
  [
    'wrong removals by a DELETE are grouped into findings',
    [
      [
        'a DELETE that removes another item instead of its own item is one fault',
        [trialOf(STAYS), trialOf(OTHER_GONE)],
        1,
      ],
      [
        'a DELETE that removes no item and another DELETE that removes a wrong item are two faults',
        [trialOf(STAYS), trialOf({ ...OTHER_GONE, cause: 'other' })],
        2,
      ],
    ],
  ],
  [
    'streams that a surface does not resume are grouped into findings',
    [
      [
        'a stream that is not resumed forms one finding with the failure that the surface reports',
        [trialOf(NOT_RESUMED, FAILED)],
        1,
      ],
      [
        'a stream that is not resumed is a different fault from a failure without a disconnect',
        [trialOf(NOT_RESUMED), trialOf(FAILED)],
        2,
      ],
    ],
  ],
  [
    'replies that break a union are grouped into findings',
    [
      [
        'a reply that matches no alternative of a union forms one finding with the same wrong value in an event',
        [trialOf(UNION), trialOf(EVENT)],
        1,
      ],
      [
        'a reply that matches no alternative of a union is a different fault if events have the right value',
        [trialOf(UNION), trialOf(OTHER_VALUE)],
        2,
      ],
      [
        'a reply that matches no alternative of a union is a different fault from an event with the wrong value at another place',
        [trialOf({ ...UNION, pointer: '/response/body/best' }), trialOf(EVENT)],
        2,
      ],
      [
        'a reply without a required member is a different fault from an event with a wrong value',
        [trialOf({ ...UNION, kind: 'required' }), trialOf(EVENT)],
        2,
      ],
    ],
  ],
])('%s', (_, cases) => {
  it.each(cases)('%s (findings: $2)', async (__, given, want) => {
    expect(await grouped(given)).toHaveLength(want);
  });
});

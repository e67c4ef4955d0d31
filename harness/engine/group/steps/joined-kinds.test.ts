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

const alone = (...violations: readonly Given[]): GivenTrial => ({ violations });

describe.each<[string, readonly (readonly [string, readonly GivenTrial[], number])[]]>([
  [
    'an object that arrives empty',
    [
      ['where others lose several members is one fault', [alone(LOST, LOST_TOO), alone(EMPTIED)], 1],
      ['where others lose one member is another fault', [alone(LOST), alone(EMPTIED)], 2],
      [
        'is another fault than members that an object within it loses',
        [
          alone({ ...LOST, pointer: '/outcome/problem/errors/a' }, { ...LOST, pointer: '/outcome/problem/errors/b' }),
          alone(EMPTIED),
        ],
        2,
      ],
      [
        'is another fault than one with other members',
        [alone(LOST, LOST_TOO), alone({ ...EMPTIED, received: { b: 1 } })],
        2,
      ],
    ],
  ],
  [
    'a gate that ignores its approval',
    [
      [
        'and accepts another looks up another gate',
        [alone(IGNORED), { violations: [OTHER], gate: 'other' }, { violations: [DENIED], gate: 'denied' }],
        1,
      ],
      ['is another fault than a wrong exit code', [alone(IGNORED), { violations: [DENIED], gate: 'denied' }], 2],
      [
        'is another fault than that of another surface',
        [alone(IGNORED), { violations: [{ ...OTHER, surface: 'b' }], gate: 'other' }],
        2,
      ],
    ],
  ],
  [
    'a stream that is not resumed',
    [
      ['is reported as a failure', [alone(NOT_RESUMED, FAILED)], 1],
      ['is another fault than a failure without a break', [alone(NOT_RESUMED), alone(FAILED)], 2],
    ],
  ],
  [
    'a reply that matches no alternative',
    [
      ['because of the wrong value of an event', [alone(UNION), alone(EVENT)], 1],
      ['because of a value that events have right', [alone(UNION), alone(OTHER_VALUE)], 2],
      ['at another place', [alone({ ...UNION, pointer: '/response/body/best' }), alone(EVENT)], 2],
      ['and a constant that is wrong', [alone({ ...UNION, kind: 'required' }), alone(EVENT)], 2],
    ],
  ],
])('%s', (_, cases) => {
  it.each(cases)('%s', async (__, given, want) => {
    expect(await grouped(given)).toHaveLength(want);
  });
});

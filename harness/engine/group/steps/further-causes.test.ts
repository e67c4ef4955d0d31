import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../fixtures/grouped-trials.js';

const REJECTED: GivenTrial['expect'] = { kind: 'rejected', keyword: 'type', pointer: '/body' };
const ABSENT: GivenTrial['expect'] = { kind: 'absent' };
const BACKEND = { blame: 'backend' } as const;

const MISSING: Given = { rule: 'parity/same-request', kind: 'missing', pointer: '/body/size' };
const WHOLE: Given = { rule: 'parity/same-request', kind: 'type-changed', pointer: '/body' };
const NULL_SENT: Given = { rule: 'parity/same-request', kind: 'null-became-value', pointer: '/body' };
const NOT_LISTED: Given = {
  blame: 'backend',
  rule: 'state/listed',
  kind: 'not-listed',
  pointer: '/response/body/items',
};
const UNORDERED: Given = { blame: 'backend', rule: 'state/serial-order', kind: 'no-serial-order', pointer: '/state' };
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

const UNREASONED: Given = {
  ...BACKEND,
  rule: 'conformance/valid-accepted',
  kind: 'valid-refused',
  pointer: '/response/status',
  status: 400,
  cause: 'makeThing 400',
};
const REFUSED: Given = { ...UNREASONED, reason: 'Bad tenant *' };
const MALFORMED: Given = {
  ...BACKEND,
  rule: 'conformance/malformed-refused',
  kind: 'malformed-answered-otherwise',
  pointer: '/response/status',
  cause: 'route',
  received: 403,
};
const RAW: GivenTrial['raw'] = { fault: 'route', words: 'of an unknown path', method: 'GET' };
const STATED: Given = {
  ...BACKEND,
  rule: 'conformance/problem-members',
  kind: 'status-differs',
  pointer: '/response/body/status',
  cause: '404 400',
  received: 400,
};
const SILENT: Given = {
  ...BACKEND,
  rule: 'conformance/no-server-error',
  kind: 'no-reply',
  pointer: '/response/status',
  cause: 'getThing',
};
const CUT: Given = { ...REPLY, kind: 'truncated', pointer: '/response/body' };
const BODY: Given = { rule: 'parity/same-request', kind: 'changed', pointer: '/body' };
const LABEL: Given = { rule: 'parity/same-request', kind: 'changed', pointer: '/header/content-type' };
const BY_CLIENT: Given = {
  rule: 'conformance/valid-accepted',
  kind: 'refused-by-client',
  pointer: '/outcome',
  cause: 'makeThing',
};
const GATE: Given = { rule: 'parity/same-gate', kind: 'refusal-not-reported', pointer: '/gate', received: 'refused' };
const NOTHING: Given = {
  rule: 'conformance/one-exchange',
  kind: 'nothing-sent',
  pointer: '/request',
};
const FAULT: Given = {
  rule: 'conformance/fault-reported',
  kind: 'failure-reported-as-success',
  pointer: '/outcome',
  cause: 'refused',
};
const ERROR: Given = { ...FAILURE, kind: 'other-error' };
const ENDED: Given = { ...UNREADABLE, kind: 'crash', status: 302 };

const FAILED: Given = { ...SILENT, kind: 'server-error', cause: 'makeThing' };
const NO_BODY: GivenTrial['expect'] = { kind: 'rejected', keyword: 'required', pointer: '/body' };
const EMPTY_FAILS: GivenTrial = { violations: [FAILED], isWithoutBody: true };
const MALFORMED_FAILS: GivenTrial = {
  violations: [{ ...FAILED, cause: 'raw body' }],
  raw: { fault: 'malformed-json' } as GivenTrial['raw'],
};

/** `true`: one finding. */
describe.each<[string, readonly (readonly [string, readonly GivenTrial[], boolean])[]]>([
  [
    'a value without a request',
    [
      ['is returned after a fault of the network too', [{ violations: [NOTHING] }, { violations: [FAULT] }], true],
      [
        'is no cause for another surface',
        [{ violations: [NOTHING] }, { violations: [{ ...FAULT, surface: 'b' }] }],
        false,
      ],
    ],
  ],
  [
    'a wrong error for a failure',
    [
      ['has one cause with a failure that ends the call', [{ violations: [ENDED] }, { violations: [ERROR] }], true],
      [
        'has another cause than a success that ends the call',
        [{ violations: [{ ...ENDED, status: 200 }] }, { violations: [ERROR] }],
        false,
      ],
    ],
  ],
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
    'a body that is sent as text',
    [
      ['is sent so for null, too', [{ violations: [WHOLE] }, { violations: [NULL_SENT], body: null }], true],
      [
        'is no cause on another surface',
        [{ violations: [WHOLE] }, { violations: [{ ...NULL_SENT, surface: 'b' }], body: null }],
        false,
      ],
      [
        'is no cause for null in a member',
        [{ violations: [WHOLE] }, { violations: [{ ...NULL_SENT, pointer: '/body/name' }] }],
        false,
      ],
    ],
  ],
  [
    'a server error for malformed JSON',
    [
      ['occurs for an empty body, too', [MALFORMED_FAILS, { ...EMPTY_FAILS, expect: NO_BODY }], true],
      ['is no cause for another invalid body', [MALFORMED_FAILS, { ...EMPTY_FAILS, expect: REJECTED }], false],
      [
        'is no cause for a valid body',
        [MALFORMED_FAILS, { ...EMPTY_FAILS, expect: NO_BODY }, { ...EMPTY_FAILS, body: {} }],
        false,
      ],
    ],
  ],
  [
    'a list that lacks items',
    [
      ['lacks them after calls at once, too', [{ violations: [NOT_LISTED] }, { violations: [UNORDERED] }], true],
      [
        'is no cause for a value that is lost by calls at once',
        [{ violations: [{ ...NOT_LISTED, kind: 'listed-differently' }] }, { violations: [UNORDERED] }],
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
  [
    'a refusal of valid input',
    [
      [
        'has one cause on several operations if its reason is the same',
        [{ violations: [REFUSED] }, { violations: [{ ...REFUSED, cause: 'orderThing 400' }] }],
        true,
      ],
      [
        'has its own cause if its reason differs',
        [{ violations: [REFUSED] }, { violations: [{ ...REFUSED, reason: 'No name', cause: 'orderThing 400' }] }],
        false,
      ],
      [
        'has its own cause if it states no reason',
        [{ violations: [UNREASONED] }, { violations: [{ ...UNREASONED, cause: 'orderThing 400' }] }],
        false,
      ],
    ],
  ],
  [
    'a status that is not documented',
    [
      [
        'is the one of unknown paths',
        [{ violations: [{ ...STATUS, received: 403 }] }, { violations: [MALFORMED], raw: RAW }],
        true,
      ],
      [
        'is not another one of unknown paths',
        [{ violations: [{ ...STATUS, received: 418 }] }, { violations: [MALFORMED], raw: RAW }],
        false,
      ],
    ],
  ],
  [
    'a wrong status in problems',
    [
      ['is written once', [{ violations: [STATED] }, { violations: [{ ...STATED, cause: '401 400' }] }], true],
      [
        'is another fault with another status',
        [{ violations: [STATED] }, { violations: [{ ...STATED, cause: '401 402', received: 402 }] }],
        false,
      ],
    ],
  ],
  [
    'a wrong length',
    [
      ['cuts replies and delays others', [{ violations: [SILENT] }, { violations: [CUT] }], true],
      [
        'is no cause of a body that is not JSON',
        [{ violations: [SILENT] }, { violations: [{ ...CUT, kind: 'not-json' }] }],
        false,
      ],
    ],
  ],
  [
    'a writer of bodies',
    [
      [
        'changes objects and texts in different ways',
        [{ violations: [{ ...BODY, kind: 'type-changed' }] }, { violations: [BODY], body: 'a', expect: REJECTED }],
        true,
      ],
      [
        'is not the one of a member',
        [{ violations: [{ ...BODY, kind: 'type-changed' }] }, { violations: [{ ...BODY, pointer: '/body/a' }] }],
        false,
      ],
      ['refuses what has no wrong label', [{ violations: [LABEL] }, { violations: [BY_CLIENT] }], true],
      [
        'is another one on another surface',
        [{ violations: [LABEL] }, { violations: [{ ...BY_CLIENT, surface: 'b' }] }],
        false,
      ],
    ],
  ],
  [
    'a call that is always refused',
    [
      ['is refused before its gate', [{ violations: [GATE], gate: 'denied' }, { violations: [BY_CLIENT] }], true],
      [
        'is no cause of a call that goes on after its gate',
        [{ violations: [{ ...GATE, received: 'value' }], gate: 'denied' }, { violations: [BY_CLIENT] }],
        false,
      ],
    ],
  ],
])('%s', (_, cases) => {
  it.each(cases)('%s', async (__, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

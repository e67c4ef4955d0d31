import { beforeAll, describe, expect, it } from 'vitest';
import type { Contract } from '../../contract/contract.js';
import {
  CLIENT_EXIT,
  FAILURES,
  OTHER_FAILURE,
  TRANSPORT_FAILURE,
  errorFor,
  exitCodeFor,
} from '../../surfaces/failure-table.js';
import type { Json } from '../../contract/json/json.js';
import { NO_BODY } from '../../contract/wire/message.js';
import type { WireResponse } from '../../surfaces/exchange.js';
import type { NativeSignal, Outcome } from '../../surfaces/outcome.js';
import { type SeenCall, contextOf, replied, things, trialOf } from '../fixtures/trials.js';
import { sameStatus } from './same-status.js';

let contract: Contract;
beforeAll(async () => {
  contract = await things();
});

function kinds(seen: SeenCall, observes: readonly ('status' | 'value' | 'problem')[] = ['status']): readonly string[] {
  const context = contextOf(contract, { observes: new Map([['a', new Set(observes)]]) });
  return (sameStatus.check(trialOf(contract, 'makeThing', { body: { name: 'a' } }, [seen]), context) ?? []).map(
    ({ kind }) => kind,
  );
}

function kindsOf(status: number, outcome: Outcome): readonly string[] {
  return kinds({
    response: replied(status),
    outcome: outcome.kind === 'problem' && outcome.status === undefined ? { ...outcome, status } : outcome,
  });
}

it.each([
  ['the surface shows statuses', 404, ['status'], ['status-missing']],
  ['the surface does not show statuses', 404, ['value'], []],
  ['a browser hides the status from the surface', 302, ['status'], []],
] as const)('a surface reports a failed reply without its status: %s (violations: $3)', (_, status, observes, want) => {
  expect(kinds({ response: replied(status), outcome: { kind: 'problem' } }, observes)).toEqual(want);
});

it.each<[string, Json, readonly string[]]>([
  ['a problem document with a text', { type: 'about:blank', title: 'Bad Gateway', status: '502' }, ['status-as-text']],
  ['a problem document with a number', { type: 'about:blank', title: 'Bad Gateway', status: 502 }, []],
  ['another document with a text', { error: 'Bad Gateway', status: '502' }, []],
  ['a problem document with a word', { type: 'about:blank', title: 'Bad Gateway (502)', status: 'failed' }, []],
])(
  'a reply has no problem document, and the surface reports %s as its `status` (violations: $2)',
  (_, problem, want) => {
    const response: WireResponse = { ...replied(502), body: Buffer.from('bad gateway') };
    expect(kinds({ response, outcome: { kind: 'problem', problem, native: { isError: true } } }, ['problem'])).toEqual(
      want,
    );
  },
);

it.each([
  [302, []],
  [500, ['status-missing']],
])(
  'a surface reports a failure without a status after two replies, the first with the status %i (violations: %j)',
  (first, want) => {
    const request = { method: 'GET', target: '/', headers: [], body: NO_BODY };
    const exchanges = [replied(first, undefined, [['location', '/b']]), replied(404)].map((response) => ({
      request,
      response,
    }));
    expect(kinds({ exchanges, outcome: { kind: 'problem' } })).toEqual(want);
  },
);

const SUCCESSES = [200, 201, 204, 206, 299];
const TABLED = FAILURES.map((row) => row.status);
const OTHERS = [199, 301, 304, 399, 402, 418, 429, 499, 501, 503, 599];
const EXIT_CODES = [
  ...new Set([
    ...Object.values(CLIENT_EXIT),
    ...FAILURES.map((row) => row.exitCode),
    OTHER_FAILURE.exitCode,
    TRANSPORT_FAILURE.exitCode,
    1,
    255,
  ]),
];
const ERRORS = [...FAILURES.map((row) => row.error), OTHER_FAILURE.error, TRANSPORT_FAILURE.error];

describe.each([...SUCCESSES, ...TABLED, ...OTHERS])('a reply with the status %i', (status) => {
  const success = SUCCESSES.includes(status);

  it(`the reply must be reported as a ${success ? 'value' : 'problem'}`, () => {
    expect(kindsOf(status, { kind: 'value' })).toEqual(success ? [] : ['failure-reported-as-success']);
    expect(kindsOf(status, { kind: 'problem' })).toEqual(success ? ['success-reported-as-failure'] : []);
    expect(kindsOf(status, { kind: 'refused', by: 'client', reason: '' })).toEqual([
      success ? 'success-reported-as-refusal' : 'failure-reported-as-refusal',
    ]);
  });

  it('the reply must be reported with its own status, if the surface shows statuses', () => {
    const kind = success ? 'value' : 'problem';
    expect(
      [...SUCCESSES, ...TABLED, ...OTHERS].filter((other) => kindsOf(status, { kind, status: other }).length === 0),
    ).toEqual([status]);
    // This surface shows the status of errors, but not of values.
    const want = success ? [] : ['other-status'];
    expect(kinds({ response: replied(status), outcome: { kind, status: 1 } }, ['value'])).toEqual(want);
  });

  it(`the reply must make a command exit with ${exitCodeFor(status)}`, () => {
    const kind = success ? 'value' : 'problem';
    const good = EXIT_CODES.filter((exitCode) => kindsOf(status, { kind, native: { exitCode } }).length === 0);
    expect(good).toEqual([exitCodeFor(status)]);
    for (const exitCode of EXIT_CODES.filter((code) => code !== exitCodeFor(status)))
      expect(kindsOf(status, { kind, native: { exitCode } })).toEqual(['other-exit-code']);
  });

  it(`the reply must give a tool result ${success ? 'without' : 'with'} isError`, () => {
    const kind = success ? 'value' : 'problem';
    expect([true, false].map((isError) => kindsOf(status, { kind, native: { isError } }))).toEqual(
      success ? [['other-is-error'], []] : [[], ['other-is-error']],
    );
  });
});

it.each([...TABLED, ...OTHERS])(
  'a reply with the status %i must raise the error class of the failure table, or a class that the table does not list',
  (status) => {
    const good = [...ERRORS, 'SomeServiceError'].filter(
      (error) => kindsOf(status, { kind: 'problem', native: { error } }).length === 0,
    );
    expect(good).toEqual([errorFor(status), 'SomeServiceError']);
  },
);

describe('an error result for a reply without a problem document', () => {
  const html = { kind: 'response', status: 502, headers: [['content-type', 'text/html']], body: NO_BODY } as const;
  const shown = (
    problem: Json | undefined,
    response: WireResponse = html,
    observes: readonly ('value' | 'problem')[] = ['problem'],
  ): readonly string[] =>
    kinds(
      { response, outcome: { kind: 'problem', ...(problem !== undefined && { problem }), native: { isError: true } } },
      observes,
    );

  it.each<[string, () => readonly string[], readonly string[]]>([
    ['a problem with the status of the reply', () => shown({ title: 'x', status: 502 }), []],
    ['a text that contains the status code', () => shown('HTTP 502'), []],
    ['a text that contains the status phrase', () => shown('bad gateway: upstream failed'), []],
    ['a text that contains the status code within a longer number', () => shown('at 15025'), ['status-missing']],
    ['a problem without a status', () => shown({ title: 'upstream failed' }), ['status-missing']],
    ['an empty error result', () => shown(undefined), ['status-missing']],
    [
      'a text without a status, of a server that shows no problem documents',
      () => shown('failed', html, ['value']),
      [],
    ],
    ['the problem document of the reply', () => shown({ type: 'x' }, replied(502, { type: 'x' })), []],
  ])('an error result of a tool must contain the status of the reply: %s (violations: $2)', (_, found, want) => {
    expect(found()).toEqual(want);
  });
});

describe('a call without a reply', () => {
  const lost = (outcome: Outcome): readonly string[] =>
    kinds({ response: { kind: 'failed', reason: 'reset' }, outcome });

  it.each<[string, Outcome, readonly string[]]>([
    ['a problem is reported', { kind: 'problem' }, []],
    [
      'a problem with the signals for no reply is reported',
      { kind: 'problem', native: { error: 'TransportError', exitCode: 30, isError: true } },
      [],
    ],
    ['a value is reported', { kind: 'value' }, ['failure-reported-as-success']],
    ['a refusal is reported', { kind: 'refused', by: 'client', reason: '' }, ['failure-reported-as-refusal']],
    ['the exit code of a server error is reported', { kind: 'problem', native: { exitCode: 20 } }, ['other-exit-code']],
    [
      'the error class of a server error is reported',
      { kind: 'problem', native: { error: 'InternalError' } },
      ['other-error'],
    ],
    ['a crash is reported, which a different rule judges', { kind: 'crash', detail: '' }, []],
  ])(
    'a call without a reply must be reported as the transport failure of the failure table: %s (violations: $2)',
    (_, outcome, want) => {
      expect(lost(outcome)).toEqual(want);
    },
  );

  it('a call that sent no request is not judged', () => {
    expect(
      kinds({ response: null, outcome: { kind: 'refused', by: 'gate', reason: '', native: { exitCode: 3 } } }),
    ).toEqual([]);
  });
});

it('the message about a failure that was reported as a success states the exit code or isError of the surface', () => {
  const native: NativeSignal = { exitCode: 0 };
  const [violation] =
    sameStatus.check(
      trialOf(contract, 'makeThing', { body: { name: 'a' } }, [
        { response: replied(404), outcome: { kind: 'value', native } },
      ]),
      contextOf(contract),
    ) ?? [];
  expect(violation).toMatchObject({
    kind: 'failure-reported-as-success',
    pointer: '/outcome/status',
    expected: 'exit code 11 for 404',
    received: 'exit code 0',
    blame: 'surface',
    cause: 'failure',
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import type { Contract } from '../../../contract/contract.js';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { HeaderPair } from '../../../contract/wire/message.js';
import type { JsonObject } from '../../../contract/json/json.js';
import { TRIAL_RULES } from '../../../rules/catalogue/catalogue.js';
import { TRIAL_TOKEN, type SeenCall, contextOf, replied, things, trialOf } from '../../../rules/fixtures/trials.js';
import type { Violation } from '../../../rules/finding.js';
import type { BackendKind, TrialRule } from '../../../rules/rule.js';
import type { RawFault } from '../../../contract/case.js';
import { judge } from './judge.js';

let contract: Contract;
beforeAll(async () => {
  contract = await things();
});

const SENT: readonly HeaderPair[] = [
  ['authorization', `Bearer ${TRIAL_TOKEN}`],
  ['content-type', 'application/json'],
];
const THING = { name: 'a', id: '1' };
const FAITHFUL: SeenCall = { response: replied(201, THING), outcome: { kind: 'value', status: 201, value: THING } };

function judged(seen: readonly SeenCall[], backend: BackendKind = 'reference'): readonly string[] {
  const { broken } = judge(
    trialOf(contract, 'makeThing', { body: { name: 'a' } }, seen),
    contextOf(contract, { backend }),
  );
  return broken.map(({ rule, violation }) => `${violation.surface} ${rule.id} ${violation.pointer}`);
}

describe('judge applies the rules to a trial', () => {
  it('judge finds no violation on correct surfaces', () => {
    expect(judged([FAITHFUL, FAITHFUL])).toEqual([]);
  });

  it.each<[string, string, readonly string[]]>([
    ['another operation', '/gr%C3%B6%C3%9Fe~/1', ['a conformance/one-exchange /request']],
    [
      'the same operation',
      '/things',
      ['a conformance/one-exchange /request', 'a conformance/status-documented /response/status'],
    ],
  ])(
    'if a surface sends a second request to %s, its reply is judged by the contract of this operation',
    (_, target, want) => {
      const first = { method: 'POST', target: '/things', headers: SENT, body: Buffer.from('{"name":"a"}') } as const;
      const second = { ...first, method: target === '/things' ? 'POST' : 'GET', target };
      const exchanges = [
        { request: first, response: replied(201, THING) },
        { request: second, response: replied(203, THING) },
      ];
      const outcome = { kind: 'value', status: 203, value: THING } as const;
      expect(judged([{ exchanges, outcome }])).toEqual(want);
    },
  );

  it('judge returns every rule that each surface breaks, in the order of the catalogue', () => {
    const failing: SeenCall = { response: replied(500, { type: 'urn:x' }), outcome: { kind: 'value', status: 200 } };
    expect(judged([failing, FAITHFUL, { ...FAITHFUL, request: { body: Buffer.from('{"name":""}') } }])).toEqual([
      'c parity/same-request /body/name',
      'c conformance/request-valid /body/name',
      'a conformance/no-server-error /response/status',
      'a conformance/status-documented /response/status',
      'a parity/same-status /outcome/status',
      'b parity/same-status /response/status',
    ]);
  });

  it('a reply is not judged by the case if the surface sent a different request', () => {
    const refused = replied(422, { type: 'urn:x', title: 'No.', status: 422 });
    const outcome = { kind: 'problem', status: 422, problem: { type: 'urn:x', title: 'No.', status: 422 } } as const;
    const rules = (request?: SeenCall['request']): readonly string[] =>
      judged([{ response: refused, outcome, ...(request && { request }) }]);
    expect(rules()).toEqual(['a conformance/valid-accepted /response/status']);
    expect(rules({ body: Buffer.from('{"name":"b"}') })).toEqual(['a parity/same-request /body/name']);
  });

  it.each([
    [
      'only the form of the reply, if the contract documents the status',
      ['429'],
      ['a conformance/response-body /response/body/title'],
    ],
    [
      'the form and the status of the reply, if the contract does not document the status',
      [],
      [
        'a conformance/status-documented /response/status',
        'a conformance/valid-accepted /response/status',
        'b parity/same-status /response/status',
      ],
    ],
  ])('judges a refusal by a rate limit with the status 429: %s', async (_, statuses, want) => {
    const reply = (mediaType: string, schema: JsonObject): JsonObject => ({
      description: '',
      content: { [mediaType]: { schema } },
    });
    const post = {
      operationId: 'makeThing',
      requestBody: { content: { 'application/json': {} } },
      responses: {
        '201': reply('application/json', { type: 'object' }),
        ...Object.fromEntries(
          statuses.map((status) => [status, reply('application/problem+json', { required: ['title'] })]),
        ),
      },
    };
    const own = await contractOf({ paths: { '/things': { post } } });
    const limited = { response: replied(429, {}), outcome: { kind: 'problem', status: 429, problem: {} } } as const;
    const { broken } = judge(
      trialOf(own, 'makeThing', { body: { name: 'a' } }, [limited, FAITHFUL]),
      contextOf(own, { backend: 'reference' }),
    );
    expect(broken.map(({ rule, violation }) => `${violation.surface} ${rule.id} ${violation.pointer}`)).toEqual(want);
  });

  it('a rule is listed as blocked only if a failure prevents it from being checked', () => {
    const trial = trialOf(contract, 'makeThing', { body: { name: 'a' } }, [
      { ...FAITHFUL, response: replied(202, THING) },
      FAITHFUL,
    ]);
    const { coverage } = judge(trial, contextOf(contract, { isolated: false }));
    const form = [
      'conformance/content-type',
      'conformance/response-headers',
      'conformance/response-body',
      'state/echo',
      'state/default-value',
    ];
    expect(coverage.map(({ blocked }) => blocked)).toEqual([form, []]);
    expect(coverage[0]?.verified.filter((id) => form.includes(id))).toEqual([]);
    expect(coverage[1]?.verified).toEqual(expect.arrayContaining(form));
  });

  it('the verified rules are those for the backend and the trial, in the order of the catalogue', () => {
    const verified = (backend: BackendKind): readonly string[] =>
      judge(trialOf(contract, 'makeThing', { body: { name: 'a' } }, [FAITHFUL]), contextOf(contract, { backend }))
        .coverage[0]?.verified ?? [];
    const ids = TRIAL_RULES.map(({ id }) => id).filter((id) => !id.startsWith('stream/'));
    const calls = [
      'parity/same-gate',
      'parity/same-events',
      'conformance/authentication-enforced',
      'conformance/invalid-rejected',
    ];
    // The rules in this list cannot be verified, because the trial lacks what they read, such as stored state, earlier
    // calls, a list, a page, a network fault or a raw request.
    const elsewhere = [
      ...calls,
      ...TRIAL_RULES.filter(({ disturbed, atOnce }) => disturbed === 'only' || atOnce === true).map(({ id }) => id),
      'conformance/retry-after',
      'conformance/own-schemas',
      'conformance/own-problem',
      'conformance/arguments-checked',
      'conformance/arguments-unchanged',
      'conformance/result-text',
      'conformance/shown-as-text',
      'conformance/credentials-kept',
      'conformance/malformed-refused',
      'conformance/problem-members',
      'conformance/unexpected-reply',
      'parity/same-headers',
      'state/call-limit',
      'state/default-page',
      'state/location',
      'state/new-item',
      'state/removed-identifier',
      'state/no-effect',
      'state/own-members',
      'state/repeated',
      'state/page-size',
      'state/pages',
      'state/partition',
      'state/previous-page',
      'state/stored',
      'state/updated',
      'state/acted',
      'state/head-as-get',
      'state/read-only',
      'state/stored-bytes',
      'state/replaced',
      'state/derived',
      'state/counted-version',
      'state/unique',
      'state/overlap',
      'state/refused-removal',
      'state/item-times',
      'state/conditional-requests',
      'state/removed',
      'state/removed-parent',
      'state/unknown-item',
      'state/unknown-reference',
      'state/put-item',
      'state/refused-state',
      'state/listed',
      'state/filtered',
      'state/bounded',
      'state/ordered',
      'state/total',
      'state/has-more',
    ];
    expect(verified('reference')).toEqual(ids.filter((id) => !elsewhere.includes(id)));
    expect(verified('mock')).toEqual(
      ids.filter((id) => ![...elsewhere, 'state/echo', 'state/default-value'].includes(id)),
    );
  });

  it.each<[string, number, RawFault, readonly string[]]>([
    [
      'a success with an invalid value, for a body with an unusual encoding',
      201,
      'encoding',
      ['conformance/response-body'],
    ],
    ['a refusal in another form, for a body with an unusual encoding', 400, 'encoding', []],
    ['a success with an invalid value, for an unusual media type', 201, 'media-type', []],
  ])('broken rules of the reply to a raw request: %s → $3', (_, status, fault, want) => {
    const raw = { fault, words: 'with an escaped NUL in its body', body: '{"name":"a"}' } as const;
    const trial = trialOf(contract, 'makeThing', { body: { name: 'a' } }, [{ response: replied(status, { id: 1 }) }], {
      raw,
      expect: { kind: 'answered' },
    });
    const { broken } = judge(trial, contextOf(contract));
    expect([...new Set(broken.map(({ rule }) => rule.id))].filter((id) => id === 'conformance/response-body')).toEqual(
      want,
    );
  });

  it('judge returns the same result for the same trial', () => {
    const trial = trialOf(contract, 'makeThing', { body: { name: 'a' } }, [{ response: replied(202, {}) }]);
    expect(judge(trial, contextOf(contract))).toEqual(judge(trial, contextOf(contract)));
  });
});

const FAILING: TrialRule = {
  id: 'conformance/response-body',
  severity: 'must',
  statement: '',
  source: '',
  repair: '',
  backends: new Set(['reference']),
  reads: 'request',
  check: () => {
    throw new Error('no schema');
  },
};

function finding(id: string, changes: Partial<Violation> = {}, more: Partial<TrialRule> = {}): TrialRule {
  const violation = { surface: 'a', blame: 'backend', pointer: '', message: '', kind: '', expected: 1, received: 2 };
  return { ...FAILING, id, check: () => [{ ...violation, ...changes } as Violation], ...more };
}

describe('judge continues after a rule throws an error', () => {
  it.each<[string, { given: readonly TrialRule[]; want: readonly string[] }]>([
    [
      'a rule that throws an error does not remove violations of other rules',
      { given: [FAILING, finding('state/echo')], want: ['state/echo'] },
    ],
    [
      'a rule that throws an error removes violations that depend on the same part of the reply',
      { given: [FAILING, finding('parity/same-value', { dependsOnReply: true })], want: [] },
    ],
    [
      'a rule that throws an error removes violations that depend on the same part of the request',
      {
        given: [
          { ...FAILING, id: 'conformance/request-valid' },
          finding('conformance/valid-accepted', {}, { judgesCase: true }),
        ],
        want: [],
      },
    ],
  ])('%s', (_, { given, want }) => {
    const trial = trialOf(contract, 'makeThing', { body: { name: 'a' } }, [FAITHFUL]);
    const failed: string[] = [];
    const context = { ...contextOf(contract), rules: given };
    const { broken, coverage } = judge(trial, context, ({ id }) => failed.push(id));
    expect(broken.map(({ rule }) => rule.id)).toEqual(want);
    expect(failed).toEqual([given[0]?.id]);
    expect(coverage.flatMap(({ verified }) => verified)).not.toContain(given[0]?.id);
    // Without the `failed` callback, the error is thrown. Otherwise a repeated call would pass although no rule could
    // judge it.
    expect(() => judge(trial, context)).toThrow('no schema');
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import type { CaseInput, TokenChoice } from '../../../contract/case.js';
import type { Contract } from '../../../contract/contract.js';
import type { HeaderPair, RequestMessage } from '../../../contract/wire/message.js';
import type { Exchange } from '../../../surfaces/exchange.js';
import type { Outcome } from '../../../surfaces/outcome.js';
import { TRIAL_TOKEN, contextOf, replied, things, trialOf } from '../../fixtures/trials.js';
import { credentialsSent } from './credentials-sent.js';
import { oneExchange } from './one-exchange.js';
import { outcome as outcomeRule } from './outcome.js';
import { requestValid } from './request-valid.js';

let contract: Contract;
beforeAll(async () => {
  contract = await things();
});

const GET: CaseInput = { path: { thing_id: 'a' } };

const TOKEN: HeaderPair = ['Authorization', `Bearer ${TRIAL_TOKEN}`];
const TO: readonly HeaderPair[] = [['location', '/elsewhere']];

describe('the rule conformance/credentials-sent', () => {
  const sent = (token: TokenChoice, ...headers: readonly HeaderPair[]): readonly string[] | undefined =>
    credentialsSent
      .check(trialOf(contract, 'getThing', GET, [{ request: { headers } }], { token }), contextOf(contract))
      ?.map(({ kind }) => kind);

  it.each<[string, TokenChoice, readonly HeaderPair[], readonly string[]]>([
    ['the configured token', 'configured', [['Authorization', `Bearer ${TRIAL_TOKEN}`]], []],
    [
      'the configured token with a different case of the scheme',
      'configured',
      [['AUTHORIZATION', `bEARER ${TRIAL_TOKEN}`]],
      [],
    ],
    ['no token in place of the configured token', 'configured', [], ['missing']],
    ['a different token from the configured token', 'configured', [['Authorization', 'Bearer x']], ['changed']],
    [
      'the configured token with a different scheme',
      'configured',
      [['Authorization', `Token ${TRIAL_TOKEN}`]],
      ['changed'],
    ],
    [
      'the configured token twice',
      'configured',
      [
        ['Authorization', `Bearer ${TRIAL_TOKEN}`],
        ['authorization', `Bearer ${TRIAL_TOKEN}`],
      ],
      ['changed'],
    ],
    ['no token if the call has none', 'missing', [], []],
    ['an empty token although the call has none', 'missing', [['Authorization', 'Bearer ']], ['unexpected']],
    ['the wrong token that the call was given', 'wrong', [['Authorization', 'Bearer not-it']], []],
    [
      'the configured token in place of the wrong token that the call was given',
      'wrong',
      [['Authorization', `Bearer ${TRIAL_TOKEN}`]],
      ['unexpected'],
    ],
    [
      'the configured token beside the wrong token that the call was given',
      'wrong',
      [
        ['authorization', `Bearer ${TRIAL_TOKEN}`],
        ['Authorization', 'Bearer not-it'],
      ],
      ['changed'],
    ],
    ['no token although the call was given a wrong token', 'wrong', [], ['missing']],
  ])('a request is sent with %s (violations: $3)', (_, token, headers, want) => {
    expect(sent(token, ...headers)).toEqual(want);
  });

  it('every request of a call must carry the credentials', () => {
    const request = {
      method: 'GET',
      target: '/',
      headers: [['authorization', `Bearer ${TRIAL_TOKEN}`]] as const,
      body: new Uint8Array(0),
    };
    const exchanges = [request, { ...request, headers: [] }].map((one) => ({ request: one, response: replied(200) }));
    expect(
      credentialsSent.check(trialOf(contract, 'getThing', GET, [{ exchanges }]), contextOf(contract)),
    ).toMatchObject([{ kind: 'missing' }]);
  });

  it.each<readonly [string, string, readonly HeaderPair[], readonly string[]]>([
    ['another host, with the token', 'localhost:1', [TOKEN], ['forwarded /header/authorization']],
    ['another host, without the token', 'localhost:1', [], []],
    ['another host, with other credentials', 'localhost:1', [['authorization', 'Basic other']], []],
    ['the same host, with the token', '127.0.0.1:1', [TOKEN], []],
    ['the same host, without the token', '127.0.0.1:1', [], []],
  ])('a surface follows a redirection to %s (violations: $3)', (_, host, headers, want) => {
    const request = { method: 'GET', target: '/things/a', body: new Uint8Array(0) };
    const exchanges = [
      { request: { ...request, headers: [['Host', '127.0.0.1:1'], TOKEN] }, response: replied(302, undefined, TO) },
      { request: { ...request, headers: [['Host', host], ...headers] }, response: replied(404) },
    ] satisfies readonly Exchange[];
    const found = credentialsSent.check(trialOf(contract, 'getThing', GET, [{ exchanges }]), contextOf(contract));
    expect(found?.map(({ kind, pointer }) => `${kind} ${pointer}`)).toEqual(want);
  });

  it.each<[string, TokenChoice, string, readonly HeaderPair[], readonly string[]]>([
    ['both API keys', 'configured', `?api_key=${TRIAL_TOKEN}`, [['Cookie', `a=b; pass=${TRIAL_TOKEN}`]], []],
    ['only one of two API keys', 'configured', `?api_key=${TRIAL_TOKEN}`, [], ['missing /cookie/pass']],
    [
      'an API key that is sent twice',
      'configured',
      `?api_key=${TRIAL_TOKEN}&api_key=${TRIAL_TOKEN}`,
      [],
      ['changed /query/api_key'],
    ],
    ['no API key', 'configured', '', [], ['missing /query/api_key']],
    ['the wrong API keys that the call was given', 'wrong', '?api_key=not-it', [['cookie', 'pass=not-it']], []],
    ['an API key although the call has none', 'missing', `?api_key=${TRIAL_TOKEN}`, [], ['unexpected /query/api_key']],
    ['no API key if the call has none', 'missing', '', [], []],
  ])(
    'an operation needs one API key in the query and one in a cookie; the request has %s (violations: $4)',
    (_, token, query, headers, want) => {
      const [exchange] = trialOf(contract, 'dropThing', GET, [{}]).observations[0]?.exchanges ?? [];
      if (exchange === undefined) throw new Error('no exchange');
      const request = { ...exchange.request, target: exchange.request.target + query, headers };
      const trial = trialOf(contract, 'dropThing', GET, [{ exchanges: [{ ...exchange, request }] }], { token });
      const found = credentialsSent.check(trial, contextOf(contract));
      expect(found?.map(({ kind, pointer }) => `${kind} ${pointer}`)).toEqual(want);
    },
  );

  it('a request must carry the credentials that are configured for its scheme', () => {
    const context = { ...contextOf(contract), credentials: new Map([['bearer', 'of-the-scheme']]) };
    expect(credentialsSent.check(trialOf(contract, 'getThing', GET, [{}]), context)).toMatchObject([
      { kind: 'changed' },
    ]);
  });
});

describe('the rule conformance/one-exchange', () => {
  const counted = (count: number, outcome: Outcome): readonly string[] | undefined => {
    const request = { method: 'GET', target: '/', headers: [], body: new Uint8Array(0) };
    const exchanges = Array.from({ length: count }, () => ({ request, response: replied(200) }));
    return oneExchange
      .check(trialOf(contract, 'getThing', GET, [{ exchanges, outcome }]), contextOf(contract))
      ?.map(({ kind }) => kind);
  };

  it.each<[Outcome, readonly (readonly string[])[]]>([
    [{ kind: 'value' }, [['nothing-sent'], [], ['repeated']]],
    [{ kind: 'problem' }, [['nothing-sent'], [], ['repeated']]],
    [{ kind: 'refused', by: 'client', reason: '' }, [[], [], ['repeated']]],
    [{ kind: 'crash', detail: '' }, [[], [], ['repeated']]],
    [{ kind: 'timeout', afterMs: 1 }, [[], [], ['repeated']]],
    [{ kind: 'inexpressible', reason: '' }, [[], ['sent-yet-inexpressible'], ['repeated']]],
  ])('a call with the outcome %o has these violations after zero, one and two requests: %j', (outcome, want) => {
    expect([0, 1, 2].map((count) => counted(count, outcome))).toEqual(want);
  });
});

describe('the rule conformance/outcome', () => {
  it('crashes with different error names or exit codes have different causes', () => {
    const causes = [{}, { error: 'TypeError' }, { exitCode: 134 }].map((native) => {
      const trial = trialOf(contract, 'getThing', GET, [
        { outcome: { kind: 'crash', detail: String(Math.PI), native } },
      ]);
      return outcomeRule.check(trial, contextOf(contract))?.map(({ cause }) => cause);
    });
    expect(causes).toEqual([[''], ['TypeError'], ['exit code 134']]);
  });
});

describe('the rule conformance/request-valid', () => {
  const PATH = '/gr%C3%B6%C3%9Fe~/a';
  const faults = (id: string, input: CaseInput, request: Partial<RequestMessage>): readonly string[] | undefined =>
    requestValid
      .check(trialOf(contract, id, input, [{ request }]), contextOf(contract))
      ?.map(({ kind, pointer }) => `${kind} ${pointer}`);

  it.each<[string, string, readonly string[]]>([
    ['parameters in a different order from the contract', '?text=a&n=1&n=2', []],
    ['a list with one element', '?n=1', []],
    ['a list of numbers with an element that is not a number', '?n=1&n=x', ['type /query/n/1']],
    ['a scalar parameter that is sent twice', '?text=a&text=a', ['repeated /query/text']],
    ['a boolean in the spelling of Python', '?on=True', ['type /query/on']],
    ['a text for a parameter that takes numbers and texts', '?any=x', []],
    [
      'parameters as JSON, in one text or in brackets are not judged as single values',
      '?json=%22a%22&piped=a%7Cb&deep%5Ba%5D=1',
      [],
    ],
  ])('the query of a request is validated against the contract: %s (violations: $2)', (_, query, want) => {
    expect(faults('getThing', GET, { target: PATH + query })).toEqual(want);
  });

  it.each<[string, string, string, readonly string[]]>([
    ['the same JSON in a different spelling', '{ "name": "a" }', 'application/json', []],
    [
      'a body that repeats a member',
      '{"tags":[],"name":"a","name":"b"}',
      'application/json',
      ['duplicate-member /body/name'],
    ],
    ['a body that breaks a constraint', '{"name":""}', 'application/json', ['minLength /body/name']],
    ['a body that is not JSON', '{', 'application/json', ['not-json /body']],
    ['no body', '', 'application/json', ['missing /body']],
    ['a body of a different documented type', 'a', 'text/plain; charset=utf-8', []],
    ['a body of an undocumented type', '{"name":"a"}', 'application/xml', ['undocumented /header/content-type']],
  ])('the body of a request is validated against the contract: %s (violations: $3)', (_, body, type, want) => {
    expect(
      faults(
        'makeThing',
        { body: { name: 'a', tags: [] } },
        { body: Buffer.from(body), headers: [['content-type', type]] },
      ),
    ).toEqual(want);
  });

  it('a body may lack readOnly members', () => {
    const body = (text: string): readonly string[] | undefined =>
      faults('orderThing', { body: {} }, { body: Buffer.from(text) });
    expect([body('{ }'), body('{"number":"a"}')]).toEqual([[], ['type /body/number']]);
  });

  it('the request of an invalid input is not judged', () => {
    const trial = trialOf(contract, 'makeThing', { body: { name: '' } }, [{}], {
      expect: { kind: 'rejected', keyword: 'minLength', pointer: '/body/name' },
    });
    expect(requestValid.check(trial, contextOf(contract))).toBeUndefined();
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import type { Case, CaseInput } from '../../../contract/case.js';
import type { Contract } from '../../../contract/contract.js';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { Json } from '../../../contract/json/json.js';
import type { HeaderPair } from '../../../contract/wire/message.js';
import type { WireResponse } from '../../../surfaces/exchange.js';
import { contextOf, replied, things, trialOf } from '../../fixtures/trials.js';
import type { BackendKind, TrialRule } from '../../rule.js';
import { authenticationEnforced } from './authentication-enforced.js';
import { contentType } from './content-type.js';
import { invalidRejected } from './invalid-rejected.js';
import { noServerError } from './no-server-error.js';
import { responseBody } from './response-body.js';
import { responseHeaders } from './response-headers.js';
import { statusDocumented } from './status-documented.js';
import { validAccepted } from './valid-accepted.js';

let contract: Contract;
beforeAll(async () => {
  contract = await things();
});

const INPUTS: Readonly<Record<string, CaseInput>> = {
  makeThing: { body: { name: 'a' } },
  sellThing: { body: { buyer_id: 'a' } },
};

function found(
  rule: TrialRule,
  id: string,
  response: WireResponse,
  given: Partial<Case> = {},
  backend: BackendKind = 'reference',
): readonly string[] | undefined {
  const input = INPUTS[id] ?? { path: { thing_id: 'a' } };
  return rule
    .check(trialOf(contract, id, input, [{ response }], given), contextOf(contract, { backend }))
    ?.map(({ kind, pointer }) => `${kind} ${pointer}`);
}

function typed(status: number, type: string | undefined, body: string | Uint8Array): WireResponse {
  return {
    kind: 'response',
    status,
    headers: type === undefined ? [] : [['Content-Type', type]],
    body: Buffer.from(body),
  };
}

describe('the body of a reply and its media type', () => {
  const both = (id: string, response: WireResponse): readonly (string | undefined)[] => [
    ...(found(contentType, id, response) ?? []),
    ...(found(responseBody, id, response) ?? []),
  ];
  const GOOD = '{"name":"a","id":"1"}';

  it.each<[string, string, WireResponse, readonly string[]]>([
    ['a valid body with the documented media type', 'getThing', typed(200, 'application/json', GOOD), []],
    ['the documented media type with a charset', 'getThing', typed(200, 'Application/JSON; charset=utf-8', GOOD), []],
    [
      'a body of a different media type',
      'getThing',
      typed(200, 'application/vnd.x+json', GOOD),
      ['undocumented /response/header/content-type'],
    ],
    ['a body without a media type', 'getThing', typed(200, undefined, GOOD), ['missing /response/header/content-type']],
    ['an empty body in place of JSON', 'getThing', typed(200, 'application/json', ''), ['missing /response/body']],
    ['neither a body nor a media type', 'getThing', typed(200, undefined, ''), ['missing /response/body']],
    ['a failure without a problem document', 'getThing', typed(404, undefined, ''), ['missing /response/body']],
    ['an empty body where text is documented', 'getThing', typed(500, 'text/plain', ''), []],
    ['no media type and no body where text is documented', 'getThing', typed(500, undefined, ''), []],
    [
      'JSON in Latin-1',
      'getThing',
      typed(200, 'application/json', Buffer.from('"é"', 'latin1')),
      ['not-utf-8 /response/body'],
    ],
    ['a truncated JSON body', 'getThing', typed(200, 'application/json', '{'), ['truncated /response/body']],
    ['no body where no content is documented', 'dropThing', typed(204, undefined, ''), []],
    ['a media type without a body where no content is documented', 'dropThing', typed(204, 'application/json', ''), []],
    ['a body where no content is documented', 'dropThing', typed(204, 'text/html', 'x'), []],
    ['a reply to HEAD with a media type', 'peekThing', typed(200, 'application/json', ''), []],
    ['a reply to HEAD without a media type', 'peekThing', typed(200, undefined, ''), []],
    ['a body of an undocumented status', 'dropThing', typed(418, 'text/html', ''), []],
  ])('a reply has %s (violations: $3)', (_, id, response, want) => {
    expect(both(id, response)).toEqual(want);
  });
});

describe('the rule conformance/response-body for XML', () => {
  const XML = 'application/xml; charset=utf-8';
  const faults = async (type: string, text: string): Promise<readonly string[]> => {
    const schema = {
      type: 'object',
      xml: { name: 'part' },
      required: ['size'],
      properties: { size: { type: 'integer' } },
    };
    const of = await contractOf({
      paths: {
        '/': {
          get: {
            operationId: 'getPart',
            responses: { 200: { description: 'A part.', content: { 'application/xml': { schema } } } },
          },
        },
      },
    });
    const trial = trialOf(of, 'getPart', {}, [{ response: typed(200, type, text) }]);
    return (responseBody.check(trial, contextOf(of)) ?? []).map(({ kind, pointer }) => `${kind} ${pointer}`);
  };

  it.each<[string, string, string, readonly string[]]>([
    ['a valid XML document', XML, '<?xml version="1.0"?>\n<part>\n <size>1</size>\n</part>', []],
    ['an XML document with an invalid member', XML, '<part><size>a</size></part>', ['type /response/body/size']],
    ['an XML document that lacks a member', XML, '<part/>', ['required /response/body/size']],
    ['an XML document with a different root element', XML, '<thing><size>1</size></thing>', ['not-xml /response/body']],
    ['a truncated XML document', XML, '<part><size>1', ['not-xml /response/body']],
    ['HTML where XML is documented', 'text/html', '<p>', []],
  ])('a reply has %s (violations: $3)', async (_, type, text, want) => {
    expect(await faults(type, text)).toEqual(want);
  });
});

describe('the rule conformance/response-body for JSON', () => {
  const body = (value: Json): readonly string[] | undefined => found(responseBody, 'getThing', replied(200, value));

  it.each<[string, Json, readonly string[]]>([
    ['a writeOnly member may be missing, even if it is required', { name: 'a', id: '1' }, []],
    ['a missing member that is not writeOnly is a fault', { name: 'a', secret: 'x' }, ['required /response/body/id']],
    [
      'a keyword that several elements break is one fault',
      { name: 'a', id: '1', tags: [1, 2, 3] },
      ['type /response/body/tags/0'],
    ],
    [
      'each broken keyword is one fault',
      { name: '', id: 1 },
      ['minLength /response/body/name', 'type /response/body/id'],
    ],
    ['a body in an envelope is one fault', { data: { name: 'a', id: '1' } }, ['another-shape /response/body']],
    ['a body without any expected member is one fault', {}, ['another-shape /response/body']],
    ['null in place of an object is one fault', null, ['type /response/body']],
  ])('%s', (_, value, want) => {
    expect(body(value)).toEqual(want);
  });

  it('a violation has the location of the broken keyword in the contract', () => {
    const [violation] =
      responseBody.check(
        trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [{ response: replied(200, { name: '', id: '1' }) }]),
        contextOf(contract),
      ) ?? [];
    expect(violation).toMatchObject({
      received: '',
      location: { file: 'things.openapi.yaml', pointer: '/components/schemas/Name/minLength' },
    });
  });
});

describe('the rule conformance/response-headers', () => {
  const headers = (...given: readonly HeaderPair[]): readonly string[] | undefined =>
    found(responseHeaders, 'getThing', replied(200, {}, [['x-free', ''], ...given]));

  it.each<[string, readonly HeaderPair[], readonly string[]]>([
    ['a list', [['X-Tags', 'a, b']], []],
    [
      'a list on two lines',
      [
        ['X-Tags', 'a'],
        ['x-tags', 'b'],
      ],
      [],
    ],
    ['a list with one element', [['X-Tags', 'b']], []],
    ['a header that is an empty list', [['X-Tags', '']], []],
    [
      'an invalid element on the second line',
      [
        ['X-Tags', 'a'],
        ['x-tags', 'c'],
      ],
      ['enum /response/header/x-tags'],
    ],
    ['a list with an invalid element', [['X-Tags', 'a,c']], ['enum /response/header/x-tags']],
    ['no header with the required list', [], ['missing /response/header/x-tags']],
    [
      'a number with a leading zero',
      [
        ['X-Tags', 'a'],
        ['X-Count', '07'],
      ],
      ['type /response/header/x-count'],
    ],
    [
      'an object whose serialisation is unknown',
      [
        ['X-Tags', 'a'],
        ['X-Object', 'a,x'],
      ],
      [],
    ],
  ])('the headers of a reply are validated against their schemas: %s (violations: $2)', (_, given, want) => {
    expect(headers(...given)).toEqual(want);
  });

  it('a required header without a schema must be present', () => {
    expect(found(responseHeaders, 'getThing', replied(200, {}, [['x-tags', 'a']]))).toEqual([
      'missing /response/header/x-free',
    ]);
  });
});

describe('the status of a reply', () => {
  const REJECTED = { expect: { kind: 'rejected', keyword: 'type', pointer: '/body/name' } } as const;
  const ABSENT = { expect: { kind: 'absent' } } as const;
  const UNAUTHENTICATED = { expect: { kind: 'unauthenticated' }, token: 'missing' } as const;
  const NOT_CHECKED = 'token-not-checked /response/status';

  it.each<[string, TrialRule, string, number, Partial<Case>, readonly string[] | undefined]>([
    ['422 to an invalid input', invalidRejected, 'makeThing', 422, REJECTED, []],
    ['400 to an invalid input', invalidRejected, 'makeThing', 400, REJECTED, []],
    ['201 to an invalid input', invalidRejected, 'makeThing', 201, REJECTED, ['invalid-accepted /body/name']],
    ['303 to an invalid input', invalidRejected, 'makeThing', 303, REJECTED, ['invalid-answered-otherwise /body/name']],
    ['401 to an invalid input', invalidRejected, 'makeThing', 401, REJECTED, ['invalid-answered-otherwise /body/name']],
    [
      'a 404 of an operation without identifiers',
      invalidRejected,
      'makeThing',
      404,
      REJECTED,
      ['invalid-answered-otherwise /body/name'],
    ],
    ['a 404 of an operation with a path parameter', invalidRejected, 'getThing', 404, REJECTED, []],
    ['a 404 of an operation with an identifier in the body', invalidRejected, 'sellThing', 404, REJECTED, []],
    ['500 to an invalid input, which a different rule judges', invalidRejected, 'makeThing', 500, REJECTED, []],
    ['404 to an unknown id', invalidRejected, 'getThing', 404, ABSENT, []],
    ['success for an unknown id', invalidRejected, 'getThing', 200, ABSENT, ['absent-accepted /response/status']],
    ['422 to an unknown id', invalidRejected, 'getThing', 422, ABSENT, ['absent-answered-otherwise /response/status']],
    ['a valid input, which the rule does not judge', invalidRejected, 'makeThing', 201, {}, undefined],
    ['201 to a valid input', validAccepted, 'makeThing', 201, {}, []],
    ['422 to a valid input', validAccepted, 'makeThing', 422, {}, ['valid-refused /response/status']],
    ['a documented redirection', validAccepted, 'dropThing', 307, {}, []],
    ['an undocumented redirection', validAccepted, 'dropThing', 303, {}, ['valid-refused /response/status']],
    ['a documented conflict', validAccepted, 'dropThing', 409, {}, []],
    ['a conflict documented only by a range', validAccepted, 'getThing', 409, {}, ['valid-refused /response/status']],
    ['404 to a known id', validAccepted, 'getThing', 404, {}, ['valid-refused /response/status']],
    ['404 if the id may be unknown', validAccepted, 'getThing', 404, { expect: { kind: 'accepted-or-absent' } }, []],
    [
      '403 if the id may be unknown',
      validAccepted,
      'getThing',
      403,
      { expect: { kind: 'accepted-or-absent' } },
      ['valid-refused /response/status'],
    ],
    ['401 to a call without a token', authenticationEnforced, 'getThing', 401, UNAUTHENTICATED, []],
    ['200 to a call without a token', authenticationEnforced, 'getThing', 200, UNAUTHENTICATED, [NOT_CHECKED]],
    ['404 to a call without a token', authenticationEnforced, 'getThing', 404, UNAUTHENTICATED, [NOT_CHECKED]],
    ['a status that is documented exactly', statusDocumented, 'makeThing', 201, {}, []],
    ['a status that is documented by a range', statusDocumented, 'getThing', 451, {}, []],
    ['a status that is documented by default', statusDocumented, 'getThing', 302, {}, []],
    ['an undocumented status', statusDocumented, 'makeThing', 202, {}, ['status-undocumented /response/status']],
  ])('the status of a reply is judged: %s (violations: $5)', (_, rule, id, status, given, want) => {
    expect(found(rule, id, replied(status), given)).toEqual(want);
  });

  it.each([
    [invalidRejected.id, invalidRejected, 201, REJECTED],
    [validAccepted.id, validAccepted, 422, {}],
    [statusDocumented.id, statusDocumented, 202, {}],
  ])('a violation of %s has the location of the operation in the contract', (_, rule, status, given) => {
    const trial = trialOf(contract, 'makeThing', { body: { name: 'a' } }, [{ response: replied(status) }], given);
    expect(rule.check(trial, contextOf(contract))).toMatchObject([{ location: trial.operation.location }]);
  });

  it('the reply of a mock to a wrong token is not judged', () => {
    const wrong = { expect: { kind: 'unauthenticated' }, token: 'wrong' } as const;
    expect(
      ['reference', 'live', 'mock', 'scripted'].map(
        (backend) => found(authenticationEnforced, 'getThing', replied(200), wrong, backend as BackendKind)?.length,
      ),
    ).toEqual([1, 1, undefined, undefined]);
  });
});

describe('the rule conformance/no-server-error', () => {
  const at = (
    ...responses: readonly (WireResponse | { readonly kind: 'failed'; readonly reason: string })[]
  ): readonly string[] | undefined => {
    const request = { method: 'GET', target: '/', headers: [], body: new Uint8Array(0) };
    return noServerError
      .check(
        trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [
          { exchanges: responses.map((response) => ({ request, response })) },
        ]),
        contextOf(contract),
      )
      ?.map(({ kind }) => kind);
  };

  it('a failed exchange before a successful retry is reported', () => {
    expect([
      at(replied(200)),
      at(replied(503), replied(200)),
      at({ kind: 'failed', reason: 'reset' }, replied(200)),
      at(),
    ]).toEqual([[], ['unavailable'], ['no-reply'], []]);
  });

  it.each([
    [
      typed(500, 'application/problem+json', '{"title":"No response defined"}'),
      'The service answered 500, "No response defined".',
    ],
    [
      typed(500, 'application/problem+json', JSON.stringify({ title: 'long'.repeat(99) })),
      `The service answered 500, "${'long'.repeat(25)}".`,
    ],
    [typed(500, 'application/problem+json', '{"title":7}'), 'The service answered 500.'],
    [typed(502, 'text/html', '<title>Bad gateway</title>'), 'The service answered 502.'],
    [{ kind: 'failed', reason: 'reset by peer' }, 'The service sent no reply: reset by peer.'],
  ] as const)('the message about a server error or a lost reply is $1', (response, message) => {
    const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [{ response }]);
    expect(noServerError.check(trial, contextOf(contract))).toMatchObject([{ message }]);
  });
});

it.each([
  ['reference', 'backend'],
  ['live', 'backend'],
  ['mock', 'mock'],
  ['scripted', 'harness'],
] as const)('a server error of the backend `%s` is blamed on the %s', (backend, blame) => {
  const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [{ response: typed(500, 'text/html', '') }]);
  expect(noServerError.check(trial, contextOf(contract, { backend }))).toMatchObject([{ blame }]);
});

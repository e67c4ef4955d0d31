import { beforeAll, describe, expect, it } from 'vitest';
import type { CaseInput } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import type { RequestMessage } from '../../contract/wire/message.js';
import { contextOf, things, trialOf } from '../fixtures/trials.js';
import { sameRequest } from './same-request.js';

let contract: Contract;
beforeAll(async () => {
  contract = await things();
});

const PATH = '/gr%C3%B6%C3%9Fe~/';
const JSON_TYPE = ['content-type', 'application/json'] as const;

function differences(id: string, input: CaseInput, request: Partial<RequestMessage>): readonly string[] {
  const violations = sameRequest.check(trialOf(contract, id, input, [{ request }]), contextOf(contract)) ?? [];
  return violations.map(({ kind, pointer }) => `${kind} ${pointer}`);
}

describe('the parameters of a request', () => {
  const query = (given: CaseInput['query'], sent: string): readonly string[] =>
    differences('getThing', { path: { thing_id: 'a' }, ...(given && { query: given }) }, { target: `${PATH}a${sent}` });

  it.each<[string, CaseInput['query'], string, readonly string[]]>([
    ['numbers in a different spelling', { n: [1, 0.5, 1e21] }, '?n=1.0&n=5e-1&n=1e%2B21', []],
    ['a number that may be a text is compared as a text', { any: 1 }, '?any=1.0', ['changed /query/any']],
    ['a text that looks like a number', { text: '1' }, '?text=1.0', ['changed /query/text']],
    ['a boolean in the spelling of Python', { on: true }, '?on=True', ['changed /query/on']],
    ['JSON in a different spelling', { json: { a: [1, 2] } }, '?json=%7B%20%22a%22%3A%20%5B1.0%2C%202%5D%7D', []],
    ['different JSON', { json: { a: [1, 2] } }, '?json=%7B%22a%22%3A%5B1%5D%7D', ['changed /query/json']],
    ['a text in place of JSON', { json: 'a' }, '?json=a', ['changed /query/json']],
    ['list elements in a different order', { n: [1, 2] }, '?n=2&n=1', ['reordered /query/n']],
    ['a list with an additional element', { n: [1] }, '?n=1&n=2', ['elements-added /query/n']],
    ['a list whose only element is sent twice', { n: [1] }, '?n=1&n=1', ['repeated /query/n']],
    ['a list in one parameter, separated by commas', { n: [1, 2] }, '?n=1,2', ['elements-missing /query/n']],
    ['a list that is separated by bars', { piped: ['a', 'b'] }, '?piped=a%7Cb', []],
    ['a list in several parameters', { piped: ['a', 'b'] }, '?piped=a&piped=b', ['elements-added /query/piped']],
    ['a scalar that is sent with two values', { text: 'a' }, '?text=a&text=b', ['elements-added /query/text']],
    ['an empty text that is omitted', { text: '' }, '', ['empty-became-omitted /query/text']],
    ['a list with a zero that is omitted', { n: [0] }, '', ['empty-became-omitted /query/n']],
    ['false that is omitted', { on: false }, '', ['empty-became-omitted /query/on']],
    ['an empty text without an equals sign', { text: '' }, '?text', []],
    ['an empty parameter that was not given', undefined, '?text=', ['unexpected /query/text']],
    ['a parameter that the operation does not have', undefined, '?verbose=1', ['unexpected /query/verbose']],
    [
      'three parameters that differ',
      { text: 'a', on: true },
      '?text=b&x=1',
      ['changed /query/text', 'missing /query/on', 'unexpected /query/x'],
    ],
    ['a parameter under a different name', { text: 'a' }, '?words=a', ['renamed /query/text']],
    [
      'a parameter under a different name, with a different text',
      { text: 'a' },
      '?words=b',
      ['missing /query/text', 'unexpected /query/words'],
    ],
    [
      'a parameter under the name of a different parameter',
      { text: 'a' },
      '?any=a',
      ['missing /query/text', 'unexpected /query/any'],
    ],
    ['a deepObject parameter with brackets', { deep: { a: 1 } }, '?deep%5Ba%5D=1', []],
    ['a deepObject parameter without its name', { deep: { a: 1 } }, '?a=1', ['renamed /query/deep']],
    ['a deepObject parameter with dots', { deep: { a: 1 } }, '?deep.a=1', ['renamed /query/deep']],
    ['a deepObject parameter in one text', { deep: { a: 1 } }, '?deep=a,1', ['renamed /query/deep']],
    [
      'a deepObject parameter with a different value and no name',
      { deep: { a: 1 } },
      '?a=2',
      ['missing /query/deep[a]', 'unexpected /query/a'],
    ],
    [
      'a text that an unencoded ampersand cuts',
      { text: 'a&b=c', on: true },
      '?text=a&b=c&on=true',
      ['cut /query/text'],
    ],
    ['a text that an unencoded number sign cuts', { text: 'a#b', on: true }, '?text=a#b&on=true', ['cut /query/text']],
    ['a shorter text that does not end at a reserved character', { text: 'ab&c' }, '?text=a', ['changed /query/text']],
    ['a text with other unencoded characters', { text: 'a"b<c' }, '?text=a"b<c', ['not-encoded /request']],
    ['a text with unencoded brackets and bars', { text: '[a|b]' }, '?text=[a|b]', []],
  ])('a sent query parameter is compared with the input: %s (violations: $3)', (_, given, sent, want) => {
    expect(query(given, sent)).toEqual(want);
  });

  it('headers and cookies that are not parameters of the operation are not compared', () => {
    const input: CaseInput = { path: { thing_id: 'a' }, header: { 'X-Mark': 'm' }, cookie: { pane: 'p' } };
    const sent = (headers: RequestMessage['headers']): readonly string[] => differences('getThing', input, { headers });
    expect(
      sent([
        ['X-MARK', 'm'],
        ['X-Other', '1'],
        ['Cookie', 'a=1; pane=p; b=2'],
      ]),
    ).toEqual([]);
    expect(
      sent([
        ['x-mark', 'M'],
        ['cookie', 'Pane=p'],
      ]),
    ).toEqual(['changed /header/x-mark', 'missing /cookie/pane']);
    expect(
      sent([
        ['x-mark', 'm'],
        ['x-mark', 'm'],
        ['cookie', 'pane=p'],
      ]),
    ).toEqual(['changed /header/x-mark']);
  });

  it('an API key of the contract is not compared as a parameter', () => {
    const sent = (target: string): readonly string[] =>
      differences('dropThing', { path: { thing_id: 'a' } }, { target, headers: [['Cookie', 'pass=1']] });
    expect(sent(`${PATH}a?api_key=1`)).toEqual([]);
    expect(sent(`${PATH}a?pass=1`)).toEqual(['unexpected /query/pass']);
  });

  it('a request of a different operation is not compared', () => {
    expect(differences('getThing', { path: { thing_id: 'a' } }, { target: '/things' })).toEqual([]);
  });
});

describe('the default of an omitted input', () => {
  const said = (id: string, input: CaseInput, request: Partial<RequestMessage>): readonly (readonly unknown[])[] =>
    (sameRequest.check(trialOf(contract, id, input, [{ request }]), contextOf(contract)) ?? []).map(
      ({ kind, tolerance, message }) => [kind, tolerance, message],
    );
  const order = { operation: 'orderThing', input: { body: { size: {} } } } as const;
  const sentBody = (body: string): readonly (readonly unknown[])[] =>
    said(order.operation, order.input, { body: Buffer.from(body) });
  const sentQuery = (query: string): readonly (readonly unknown[])[] =>
    said(order.operation, order.input, { target: `/orders${query}` });

  it.each([
    ['a boolean', '?urgent=true', "/query/urgent was omitted; the surface sends the contract's default true."],
    [
      'a number, spelled differently',
      '?count=1.0',
      "/query/count was omitted; the surface sends the contract's default 1.",
    ],
    ['a list', '?tag=a&tag=b', '/query/tag was omitted; the surface sends the contract\'s default ["a","b"].'],
    [
      'a list in one text',
      '?marks=a,b',
      '/query/marks was omitted; the surface sends the contract\'s default ["a","b"].',
    ],
    [
      'an instant, spelled differently',
      '?since=2026-01-01T01:00:00%2B01:00',
      '/query/since was omitted; the surface sends the contract\'s default "2026-01-01T01:00:00+01:00".',
    ],
    [
      'a member of a deep object',
      '?where%5Bsize%5D=7',
      "/query/where[size] was omitted; the surface sends the contract's default 7.",
    ],
  ])('the default of an omitted parameter may be sent: %s', (_, query, message) => {
    expect(sentQuery(query)).toEqual([['default-sent', 'default-sent', message]]);
  });

  it.each([
    [
      'a value that is not the default',
      '?urgent=false',
      "/query/urgent was omitted; the surface sends false, and the contract's default is true.",
    ],
    [
      'a text that is not a value of the parameter',
      '?urgent=yes',
      '/query/urgent was omitted; the surface sends "yes", and the contract\'s default is true.',
    ],
    [
      'the default list in a different order',
      '?tag=b&tag=a',
      '/query/tag was omitted; the surface sends ["b","a"], and the contract\'s default is ["a","b"].',
    ],
    [
      'a list without `explode` in several parameters',
      '?marks=a&marks=b',
      '/query/marks was not given, but is present in the request.',
    ],
    [
      'a value for a parameter without a default',
      '?plain=1',
      '/query/plain was not given, but is present in the request.',
    ],
  ])('a value other than the default is a violation if the input omits the parameter: %s', (_, query, message) => {
    expect(sentQuery(query)).toEqual([['unexpected', undefined, message]]);
  });

  it('the default of a member may be sent, also in a nested object', () => {
    const given = (members: string): string => `{"size":{${members}}}`;
    expect(sentBody('{"size":{"unit":"m"},"fast":false}')).toEqual([
      ['default-sent', 'default-sent', '/body/size/unit was omitted; the surface sends the contract\'s default "m".'],
      ['default-sent', 'default-sent', "/body/fast was omitted; the surface sends the contract's default false."],
    ]);
    expect(sentBody(given('"unit":"km"'))).toEqual([
      [
        'unexpected',
        undefined,
        '/body/size/unit was omitted; the surface sends "km", and the contract\'s default is "m".',
      ],
    ]);
    expect(sentBody(given(`"unit":"${'k'.repeat(99)}"`))).toMatchObject([
      ['unexpected', undefined, expect.stringMatching(/sends a longer value, and the contract/)],
    ]);
  });
});

describe('the instants of a request', () => {
  const [LOCAL, UTC] = ['2026-01-01T01:00:00.50+01:00', '2026-01-01T00:00:00.5z'];

  it.each<[string, CaseInput, Partial<RequestMessage>, readonly string[]]>([
    ['the same instant in the query', { query: { since: LOCAL } }, { target: `/orders?since=${UTC}` }, []],
    [
      'a different instant in the query',
      { query: { since: LOCAL } },
      { target: '/orders?since=2026-01-01T00:00:00Z' },
      ['changed /query/since'],
    ],
    [
      'the same instants in a list of the query',
      { query: { times: [LOCAL, LOCAL] } },
      { target: `/orders?times=${UTC},${encodeURIComponent(LOCAL)}` },
      [],
    ],
    [
      'the same instants in several parameters, where the contract has one',
      { query: { times: [LOCAL, LOCAL] } },
      { target: `/orders?times=${encodeURIComponent(LOCAL)}&times=${encodeURIComponent(LOCAL)}` },
      ['elements-added /query/times'],
    ],
    [
      'the same instant in a deep object',
      { query: { where: { after: LOCAL } } },
      { target: `/orders?where%5Bafter%5D=${UTC}` },
      [],
    ],
    ['the same instant in a header', { header: { 'X-At': LOCAL } }, { headers: [['X-At', UTC], JSON_TYPE] }, []],
    ['the same instant in the body', { body: { at: LOCAL } }, { body: Buffer.from(`{"at":"${UTC}"}`) }, []],
    [
      'a different instant in the body',
      { body: { at: LOCAL } },
      { body: Buffer.from(`{"at":"${LOCAL.replace('.50', '')}"}`) },
      ['changed /body/at'],
    ],
  ])(
    'a sent date-time is compared with the input as a point in time: %s (violations: $3)',
    (_, input, request, want) => {
      expect(
        differences(
          'orderThing',
          { body: {}, ...input },
          { ...(input.body === undefined && { body: Buffer.from('{}') }), ...request },
        ),
      ).toEqual(want);
    },
  );

  it('a sent date-time in the path is compared with the input as a point in time', () => {
    const path = { moment: LOCAL };
    expect(differences('momentOf', { path }, { target: `/moments/${UTC}` })).toEqual([]);
    expect(differences('momentOf', { path }, { target: '/moments/2026-01-01T00:00:01Z' })).toEqual([
      'changed /path/moment',
    ]);
  });
});

describe('the body of a request', () => {
  const body = (
    given: CaseInput['body'],
    sent: string,
    headers: RequestMessage['headers'] = [JSON_TYPE],
  ): readonly string[] =>
    differences('makeThing', given === undefined ? {} : { body: given }, { body: Buffer.from(sent), headers });

  it.each<[string, CaseInput['body'], string, readonly string[]]>([
    ['a body in a different spelling', { name: 'ä/', limit: 1 }, '{ "limit": 1.0, "name": "\\u00e4\\/" }', []],
    ['a truncated JSON body', { name: 'a' }, '{"name"', ['truncated /body']],
    ['a string as JSON', 'a', '"a"', []],
    ['a string without its quotes', 'a', 'a', ['changed /body']],
    ['no body', { name: 'a' }, '', ['missing /body']],
    ['null in place of no body', undefined, 'null', ['omitted-became-null /body']],
    ['no body in place of null', null, '', ['null-became-omitted /body']],
    ['a body with a byte order mark', { name: 'a' }, '\ufeff{"name":"a"}', ['type-changed /body']],
  ])('a sent body is compared with the input: %s (violations: $3)', (_, given, sent, want) => {
    expect(body(given, sent)).toEqual(want);
  });

  it('a body in Latin-1 is reported as mis-decoded', () => {
    const latin = Buffer.from('{"name":"é"}', 'latin1');
    const sent = { body: latin, headers: [JSON_TYPE] } as const;
    expect(differences('makeThing', { body: { name: 'é' } }, sent)).toEqual(['mis-decoded /body']);
    const cut = { body: Buffer.from('{"name":"é', 'latin1'), headers: [JSON_TYPE] } as const;
    expect(differences('makeThing', { body: { name: 'é' } }, cut)).toEqual(['truncated /body']);
  });

  it.each<[string, RequestMessage['headers'], readonly string[]]>([
    ['a body with a different media type', [['content-type', 'text/json']], ['changed /header/content-type']],
    ['a body without a media type', [], ['changed /header/content-type']],
    [
      'the media type of a different form of JSON',
      [['content-type', 'application/merge-patch+json']],
      ['changed /header/content-type'],
    ],
    ['a body with a parameter in its media type', [['content-type', 'APPLICATION/json ;charset=utf-8']], []],
  ])('the Content-Type of a request is compared with that of the case: %s (violations: $2)', (_, headers, want) => {
    expect(body({ name: 'a' }, '{"name":"a"}', headers)).toEqual(want);
  });

  it('a text body is compared as bytes, and shown around the first difference', () => {
    const long = 'x'.repeat(100_000);
    const trial = trialOf(contract, 'makeThing', { body: `${long}a`, mediaType: 'text/plain' }, [
      { request: { body: Buffer.from(`${long}b`) } },
    ]);
    expect(sameRequest.check(trial, contextOf(contract))).toMatchObject([
      { kind: 'changed', pointer: '/body', expected: `${'x'.repeat(16)}a`, received: `${'x'.repeat(16)}b` },
    ]);
  });

  it.each<[string, string, CaseInput['body'], string]>([
    ['a changed element of a list', '{"name":"a","tags":["b","c"]}', { name: 'a', tags: ['x', 'c'] }, '/body/tags/*'],
    [
      'a changed value of a map',
      '{"name":"a","labels":{"b":"c"}}',
      { name: 'a', labels: { b: 'x' } },
      '/body/labels/*',
    ],
    ['a null that the request omits', '{"name":"a"}', { name: 'a', note: null }, ''],
  ])('the cause of a violation contains no list index and no key of a map: %s (cause: $3)', (_, sent, given, want) => {
    const trial = trialOf(contract, 'makeThing', { body: given as NonNullable<CaseInput['body']> }, [
      { request: { body: Buffer.from(sent) } },
    ]);
    expect(sameRequest.check(trial, contextOf(contract))).toMatchObject([{ cause: want }]);
  });
});

it('a call that was stopped because its gate was not approved is not judged', () => {
  expect(
    sameRequest.check(
      trialOf(contract, 'makeThing', { body: { name: 'a' } }, [], { expect: { kind: 'gated' } }),
      contextOf(contract),
    ),
  ).toBeUndefined();
});

import { describe, expect, it } from 'vitest';
import type { HeaderPair } from '../../contract/wire/message.js';
import type { Proof, ShownCall, ShownExchange } from '../../rules/proof.js';
import { callLines, differenceLines, proofLines } from './call-lines.js';

interface Given {
  readonly target?: string;
  readonly headers?: readonly HeaderPair[];
  readonly body?: string;
  readonly status?: number;
  readonly reply?: string;
  readonly outcome?: string;
}

function call(surface: string, given: Given = {}): ShownCall {
  const {
    target = '/items',
    headers = [['content-type', 'application/json']],
    body,
    status = 201,
    reply = '{"a":1}',
    outcome = 'value',
  } = given;
  const exchange: ShownExchange = {
    request: { method: 'POST', target, headers, ...(body !== undefined && { body }) },
    response: {
      status,
      headers: [
        ['Date', 'now'],
        ['x-a', '1'],
      ],
      body: reply,
    },
  };
  return { surface, exchanges: [exchange], outcome };
}

function differences(own: Given, sibling: Given): readonly string[] {
  const proof: Proof = { ...call('cli', own), sibling: call('rest', sibling) };
  return differenceLines(proof);
}

describe('a call as lines of text', () => {
  it.each<readonly [string, ShownCall, readonly string[]]>([
    [
      'a call in the short form',
      call('cli', { body: '{"b": [1, {}], "c": "x y"}' }),
      ['→ POST /items {"b": [1, {}], "c": "x y"}', '← 201 {"a": 1}', '= value'],
    ],
    [
      'a call without a request',
      { surface: 'cli', exchanges: [], outcome: 'refused' },
      ['→ nothing was sent', '= refused'],
    ],
    [
      'a call without a reply, and the number of omitted exchanges',
      {
        surface: 'cli',
        exchanges: [{ request: { method: 'GET', target: '/', headers: [] }, response: { reason: 'reset' } }],
        exchangeCount: 9,
        outcome: 'x',
      },
      ['→ GET /', '← no reply: reset', '= x', '(1 of 9 exchanges)'],
    ],
    [
      'control characters in an escaped form',
      call('cli', { target: '/\u001b[31m', reply: 'a\u202eb' }),
      [String.raw`→ POST /\u001b[31m`, String.raw`← 201 a\u202eb`, '= value'],
    ],
  ])('prints %s', (_, given, want) => {
    expect(callLines(given, 'short')).toEqual(want);
  });

  it('in the short form, shows only headers that the case sets or that the finding is about', () => {
    const headers: readonly HeaderPair[] = [
      ['host', 'h'],
      ['Authorization', 'Bearer $TOKEN'],
      ['content-type', 'application/json'],
      ['if-match', '"a"'],
    ];
    const lines = (pointer: string): readonly string[] => callLines(call('cli', { headers }), 'short', pointer);
    expect(lines('/body')).toEqual(['→ POST /items', '    if-match: "a"', '← 201 {"a": 1}', '= value']);
    expect(lines('/response/header/X-A')).toContain('    x-a: 1');
    expect(lines('/header/authorization')).toContain('    Authorization: Bearer $TOKEN');
  });

  it('in the short form, shows only the value of a long body to which the finding points', () => {
    const long = JSON.stringify({ id: 'i'.repeat(200), tags: ['hot'], note: null });
    const lines = (pointer: string): readonly string[] =>
      callLines(call('cli', { body: long, reply: long, outcome: `value, status 201: ${long}` }), 'short', pointer);
    expect(lines('/response/body/tags')).toEqual([
      expect.stringContaining('→ POST /items {"id": "iii') as unknown,
      '← 201 {…, "tags": ["hot"], …}',
      '= value, status 201 {…, "tags": ["hot"], …}',
    ]);
    expect(lines('/body/tags')[0]).toBe('→ POST /items {…, "tags": ["hot"], …}');
    expect(lines('/response/body/other')[1]).toContain('← 201 {"id": "iii');
  });

  it('in the whole form, shows everything except the headers that every client and server sets', () => {
    expect(
      callLines(
        call('cli', {
          headers: [
            ['Host', 'h'],
            ['X-B', '2'],
            ['sec-ch-ua', 'c'],
          ],
          body: 'text\nmore',
        }),
        'whole',
      ),
    ).toEqual([
      '→ POST /items',
      '  X-B: 2',
      '  (and host, sec-ch-ua)',
      '  text',
      '  more',
      '← 201',
      '  x-a: 1',
      '  (and date)',
      '  {',
      '    "a": 1',
      '  }',
      '= value',
    ]);
  });

  it('formats a whole proof: both calls, the logs and the curl command', () => {
    const lines = proofLines({ ...call('cli'), sibling: call('rest'), serviceLog: 'one\ntwo', curl: 'curl -i' });
    expect(lines).toEqual(
      expect.arrayContaining([
        'cli:',
        'rest, which does not show the finding:',
        'service log:',
        '  one',
        '  two',
        'curl -i',
      ]),
    );
  });

  it('marks different lines, and folds equal lines of a long body', () => {
    const body = (last: number): string => JSON.stringify([...Array.from({ length: 40 }, (_, index) => index), last]);
    const lines = proofLines({ ...call('cli', { body: body(7) }), sibling: call('rest', { body: body(8) }) });
    expect(lines.slice(0, 13)).toEqual([
      'cli:',
      '→ POST /items',
      '  content-type: application/json',
      '  [',
      '    0,',
      '    1,',
      '  (35 lines not shown)',
      '    37,',
      '    38,',
      '    39,',
      '    ≠ 7',
      '  ]',
      '← 201',
    ]);
    expect(lines).toContain('    ≠ 8');
  });
});

describe('the difference of two calls', () => {
  it.each<readonly [string, Given, Given, readonly string[]]>([
    ['no difference', {}, {}, []],
    [
      'different request targets',
      { target: '/items/a/b' },
      { target: '/items/a%2Fb' },
      ['only cli sent POST /items/a/b', 'only rest sent POST /items/a%2Fb'],
    ],
    [
      'a member that only one body has',
      { body: '{"a":1}' },
      { body: '{"a":1,"n":null}' },
      ['only rest sent "n": null'],
    ],
    [
      'a number with a different spelling',
      { body: '{"a":1,"b":1.0}' },
      { body: '{"a":1,"b":1}' },
      ['only cli sent "b": 1.0', 'only rest sent "b": 1'],
    ],
    [
      'the token of the check',
      { headers: [] },
      { headers: [['authorization', 'Bearer $TOKEN']] },
      [
        'only rest sent authorization: Bearer $TOKEN (the token of the check, which is sent even if the contract requires none)',
      ],
    ],
    ['a body that only one call has', {}, { body: 'x' }, ['only rest sent x']],
    [
      'a header that only one request has, whatever its order and case',
      {
        headers: [
          ['A', '1'],
          ['b', '2'],
        ],
      },
      {
        headers: [
          ['B', '2'],
          ['a', '1'],
          ['c', '3'],
        ],
      },
      ['only rest sent c: 3'],
    ],
    [
      'no difference in a header that clients set',
      { headers: [['user-agent', 'x']] },
      { headers: [['User-Agent', 'y']] },
      [],
    ],
    [
      'different replies to the same request',
      { reply: '{"a":1,"b":2}' },
      { reply: '{"a":1}' },
      ['only cli received "b": 2'],
    ],
    ['different statuses of the replies', { status: 200 }, {}, ['only cli received 200', 'only rest received 201']],
    ['different kinds of outcomes', { outcome: 'crash' }, {}, ['only cli reported crash', 'only rest reported value']],
    [
      'different members of the outcomes',
      { outcome: 'value, exit code 0: {"a": 1, "b": 2}' },
      { outcome: 'value, status 200: {"a": 1, "b": 3}' },
      ['only cli reported "b": 2', 'only rest reported "b": 3'],
    ],
    [
      'no difference if only one outcome shows a status',
      { outcome: 'value, exit code 0: {"a": 1}' },
      { outcome: 'value, status 200: {"a": 1}' },
      [],
    ],
    [
      'different statuses of the outcomes',
      { outcome: 'value, status 200: 1' },
      { outcome: 'value, status 201: 1' },
      ['only cli reported value, status 200: 1', 'only rest reported value, status 201: 1'],
    ],
    [
      'no difference of replies to different requests',
      { target: '/x', status: 404 },
      {},
      ['only cli sent POST /x', 'only rest sent POST /items'],
    ],
  ])('the difference of two calls is printed in lines: %s → $3', (_, own, sibling, want) => {
    expect(differences(own, sibling)).toEqual(want);
  });

  it('names an exchange that only one surface made', () => {
    const once = call('rest');
    const twice: Proof = { ...call('cli'), exchanges: [...once.exchanges, ...once.exchanges], sibling: once };
    expect(differenceLines(twice)).toEqual([
      'only cli sent POST /items',
      'only cli sent content-type: application/json',
    ]);
  });

  it('writes a limited number of lines for large calls', () => {
    const body = (from: number): string => JSON.stringify(Array.from({ length: 30 }, (_, index) => index + from));
    const lines = differences({ body: body(0) }, { body: body(100) });
    expect([lines.length, lines[6]]).toEqual([14, '(24 more lines of cli differ)']);
  });
});

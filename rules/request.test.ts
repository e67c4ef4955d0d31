import { beforeAll, describe, expect, it } from 'vitest';
import type { CaseInput } from '../contract/case.js';
import type { Contract } from '../contract/contract.js';
import type { RequestMessage } from '../contract/wire/message.js';
import type { Exchange } from '../surfaces/exchange.js';
import { things, trialOf } from './fixtures/trials.js';
import { isVerbatim, routeOf, sentParts } from './request.js';

let contract: Contract;
beforeAll(async () => {
  contract = await things();
});

const INPUT: CaseInput = {
  path: { thing_id: 'ä~1' },
  query: { text: 'x y' },
  header: { 'X-Mark': 'm' },
  cookie: { pane: '1' },
};

function sent(request: Partial<RequestMessage>): {
  readonly trial: ReturnType<typeof trialOf>;
  readonly exchange: Exchange;
} {
  const trial = trialOf(contract, 'getThing', INPUT, [{ request }]);
  return { trial, exchange: trial.observations[0]?.exchanges[0] as Exchange };
}

describe('the functions routeOf and sentParts', () => {
  it.each([
    ['the spelling of our encoder', '/gr%C3%B6%C3%9Fe~/%C3%A4~1'],
    ['hex digits in lower case', '/gr%c3%b6%c3%9fe~/%c3%a4~1'],
    ['percent-encoded unreserved characters', '/%67r%C3%B6%C3%9Fe%7E/%C3%A4%7E%31'],
    ['a fragment after the path', '/gr%C3%B6%C3%9Fe~/%C3%A4~1#a'],
  ])('equivalent spellings of a path match one operation: %s', (_, target) => {
    const { trial, exchange } = sent({ target });
    expect(routeOf(contract, exchange)?.operation.id).toBe('getThing');
    expect(sentParts(contract, trial.operation, exchange).path).toEqual(new Map([['thing_id', 'ä~1']]));
  });

  it.each([
    ['a path with a percent-encoded slash', '/gr%C3%B6%C3%9Fe~%2Fa'],
    ['a path with malformed percent-encoding', '/gr%C3%B%C3%9Fe~/a'],
    ['a path with an additional segment', '/gr%C3%B6%C3%9Fe~/a/b'],
  ])('a path that differs matches no operation: %s', (_, target) => {
    expect(routeOf(contract, sent({ target }).exchange)).toBeUndefined();
  });
});

describe('the function isVerbatim', () => {
  const headers = [
    ['x-mark', 'm'],
    ['cookie', 'pane=1'],
  ] as const;

  it.each<[string, Partial<RequestMessage>, boolean]>([
    ['the request of our encoder, with additional headers', { headers: [['Host', 'x'], ...headers] }, true],
    ['a different request target', { target: '/things' }, false],
    ['a different method', { method: 'HEAD' }, false],
    ['an additional body', { body: Buffer.from('{}') }, false],
    [
      'a header parameter with a different value',
      {
        headers: [
          ['X-Mark', 'n'],
          ['Cookie', 'pane=1'],
        ],
      },
      false,
    ],
    ['a request without its header parameter', { headers: [['Cookie', 'pane=1']] }, false],
    [
      'a cookie with a different value',
      {
        headers: [
          ['X-Mark', 'm'],
          ['Cookie', 'pane=2'],
        ],
      },
      false,
    ],
    ['an additional media type', { headers: [...headers, ['Content-Type', 'application/json']] }, false],
  ])('a sent request is compared byte for byte with the request of our encoder: %s (equal: $2)', (_, request, want) => {
    const { trial, exchange } = sent(request);
    expect(isVerbatim(trial, exchange)).toBe(want);
  });
});

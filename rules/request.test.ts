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

describe('routeOf and sentParts', () => {
  it.each([
    ['our own spelling', '/gr%C3%B6%C3%9Fe~/%C3%A4~1'],
    ['small hex digits', '/gr%c3%b6%c3%9fe~/%c3%a4~1'],
    ['unreserved characters percent-encoded', '/%67r%C3%B6%C3%9Fe%7E/%C3%A4%7E%31'],
    ['a fragment behind it', '/gr%C3%B6%C3%9Fe~/%C3%A4~1#a'],
  ])('read another spelling of the path: %s', (_, target) => {
    const { trial, exchange } = sent({ target });
    expect(routeOf(contract, exchange)?.operation.id).toBe('getThing');
    expect(sentParts(contract, trial.operation, exchange).path).toEqual(new Map([['thing_id', 'ä~1']]));
  });

  it.each([
    ['a percent-encoded reserved character, which is a different character', '/gr%C3%B6%C3%9Fe~%2Fa'],
    ['a malformed triplet', '/gr%C3%B%C3%9Fe~/a'],
    ['another path', '/gr%C3%B6%C3%9Fe~/a/b'],
  ])('find no operation for a path with %s', (_, target) => {
    expect(routeOf(contract, sent({ target }).exchange)).toBeUndefined();
  });
});

describe('isVerbatim', () => {
  const headers = [
    ['x-mark', 'm'],
    ['cookie', 'pane=1'],
  ] as const;

  it.each<[string, Partial<RequestMessage>, boolean]>([
    ['our own request, with other headers', { headers: [['Host', 'x'], ...headers] }, true],
    ['another target', { target: '/things' }, false],
    ['another method', { method: 'HEAD' }, false],
    ['a body', { body: Buffer.from('{}') }, false],
    [
      'another header parameter',
      {
        headers: [
          ['X-Mark', 'n'],
          ['Cookie', 'pane=1'],
        ],
      },
      false,
    ],
    ['no header parameter', { headers: [['Cookie', 'pane=1']] }, false],
    [
      'another cookie',
      {
        headers: [
          ['X-Mark', 'm'],
          ['Cookie', 'pane=2'],
        ],
      },
      false,
    ],
    ['a media type', { headers: [...headers, ['Content-Type', 'application/json']] }, false],
  ])('decides whether a request equals the request of the harness: %s: $2', (_, request, want) => {
    const { trial, exchange } = sent(request);
    expect(isVerbatim(trial, exchange)).toBe(want);
  });
});

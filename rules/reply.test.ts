import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Contract } from '../contract/contract.js';
import { operationOf } from '../contract/fixtures/contracts.js';
import type { Json } from '../contract/json/json.js';
import type { MediaContent } from '../contract/operation.js';
import type { HeaderPair } from '../contract/wire/message.js';
import type { WireResponse } from '../surfaces/exchange.js';
import { replied, things, trialOf } from './fixtures/trials.js';
import { documentedContent, documentedResponse, isBodyKnown, mayHaveBody, replyJson, replyOf } from './reply.js';

let contract: Contract;
beforeAll(async () => {
  contract = await things();
});

describe('the function documentedResponse', () => {
  it.each([
    ['exactly', 200, '200'],
    ['by range', 404, '4XX'],
    ['by default', 503, 'default'],
  ])('finds the documented response of a status %s: $2', (_, status, want) => {
    expect(documentedResponse(operationOf(contract, 'getThing'), status)?.status).toBe(want);
  });

  it('the response is undefined if the status matches none', () => {
    expect(documentedResponse(operationOf(contract, 'makeThing'), 404)).toBeUndefined();
  });
});

describe('the function documentedContent', () => {
  const content = ['application/json; v=1', 'application/*', 'text/plain'].map((mediaType): MediaContent => ({
    mediaType,
    examples: [],
  }));

  it.each([
    ['application/json', 'application/json; v=1'],
    ['Application/JSON;charset=utf-8', 'application/json; v=1'],
    ['application/problem+json', 'application/*'],
    ['text/plain; charset=latin1', 'text/plain'],
    ['text/html', undefined],
    ['', undefined],
  ])("finds the documented content for the media type '%s': %s", (given, want) => {
    expect(documentedContent({ content }, given)?.mediaType).toBe(want);
  });

  it('a media type that matches no other documented content gets the content of `*/*`', () => {
    expect(
      documentedContent({ content: [...content, { mediaType: '*/*', examples: [] }] }, 'text/html')?.mediaType,
    ).toBe('*/*');
  });
});

describe('the function mayHaveBody', () => {
  it.each([
    ['getThing', 200, true],
    ['getThing', 404, true],
    ['getThing', 204, false],
    ['getThing', 205, false],
    ['getThing', 304, false],
    ['peekThing', 200, false],
  ] as const)('the reply of the operation %s with the status %i may have a body: %s', (id, status, want) => {
    expect(mayHaveBody(operationOf(contract, id), status)).toBe(want);
  });
});

describe('the function replyOf', () => {
  it('the reply of an observation is the reply of its last exchange', () => {
    const [first, last] = [replied(500), replied(200)];
    const request = { method: 'GET', target: '/', headers: [], body: new Uint8Array(0) };
    const of = (responses: readonly Parameters<typeof replyOf>[0]['exchanges'][number]['response'][]): unknown => {
      const [observation] = trialOf(contract, 'makeThing', { body: { name: 'a' } }, [
        { exchanges: responses.map((response) => ({ request, response })) },
      ]).observations;
      return observation && replyOf(observation);
    };
    expect(of([first, last])).toBe(last);
    expect(of([first, { kind: 'failed', reason: 'reset' }])).toBeUndefined();
    expect(of([])).toBeUndefined();
  });
});

describe('the function replyJson', () => {
  it.each([
    ['a value', replied(200, { a: null }), { a: null }],
    ['null', replied(200, null), null],
    ['a problem', replied(404, { type: 'x' }), { type: 'x' }],
    ['no body', replied(204), undefined],
    ['an empty body with a JSON media type', { ...replied(200, 1), body: new Uint8Array(0) }, undefined],
    ['a truncated JSON body', { ...replied(200, 1), body: Buffer.from('{"a"') }, undefined],
    [
      'a body of a different media type',
      { ...replied(200, 1), headers: [['content-type', 'text/plain']] as const },
      undefined,
    ],
  ])('the body of a reply is parsed as JSON: %s gives $2', (_, reply, want) => {
    expect([replyJson(reply), replyJson(reply)]).toEqual([want, want]);
  });
});

describe('the function isBodyKnown', () => {
  const JSON_TYPE = ['content-type', 'application/json'] as const;
  const reply = (body: WireResponse['body'], ...headers: readonly HeaderPair[]): WireResponse => ({
    kind: 'response',
    status: 200,
    headers,
    body,
  });
  const bytes = (text: string): Uint8Array => Buffer.from(text);

  it.each<readonly [string, WireResponse, boolean, Json | undefined]>([
    ['JSON', reply(bytes('[1]'), JSON_TYPE), true, [1]],
    ['broken JSON', reply(bytes('[1'), JSON_TYPE), true, undefined],
    [
      'only an excerpt of the body',
      reply({ bytes: 3, sha256: '', head: bytes('[1]'), tail: bytes('') }, JSON_TYPE),
      false,
      undefined,
    ],
    ['JSON that is nested too deeply', reply(bytes('['.repeat(5000) + ']'.repeat(5000)), JSON_TYPE), false, undefined],
    ['a plain text of many brackets', reply(bytes('['.repeat(5000)), ['content-type', 'text/plain']), true, undefined],
    ['gzip', reply(gzipSync('[1]'), JSON_TYPE, ['Content-Encoding', 'GZIP']), true, [1]],
    ['deflate', reply(deflateSync('[1]'), JSON_TYPE, ['content-encoding', 'deflate']), true, [1]],
    [
      'deflate without its zlib header',
      reply(deflateRawSync('[1]'), JSON_TYPE, ['content-encoding', 'deflate']),
      true,
      [1],
    ],
    ['brotli', reply(brotliCompressSync('[1]'), JSON_TYPE, ['content-encoding', 'br']), true, [1]],
    [
      'two content codings',
      reply(brotliCompressSync(gzipSync('[1]')), JSON_TYPE, ['content-encoding', 'gzip, br']),
      true,
      [1],
    ],
    [
      'an unknown content coding',
      reply(bytes('[1]'), JSON_TYPE, ['content-encoding', 'constructor']),
      false,
      undefined,
    ],
    [
      'a body that is not in the stated coding',
      reply(bytes('[1]'), JSON_TYPE, ['content-encoding', 'gzip']),
      true,
      [1],
    ],
    [
      'a compressed body that is too large',
      reply(gzipSync(Buffer.alloc(64 * 1024 * 1024)), JSON_TYPE, ['content-encoding', 'gzip']),
      false,
      undefined,
    ],
    ['an empty body with a content coding', reply(bytes(''), JSON_TYPE, ['content-encoding', 'gzip']), true, undefined],
  ])('the content of a reply is %s (completely available: $2)', (_, given, known, value) => {
    expect(isBodyKnown(given)).toBe(known);
    expect(replyJson(given)).toEqual(value);
  });
});

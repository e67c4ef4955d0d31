import { describe, expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import type { WireResponse } from '../../../surfaces/exchange.js';
import { contextOf, trialOf } from '../../fixtures/trials.js';
import { responseBody } from './response-body.js';

describe('a text body', () => {
  const STATE = { type: 'string', enum: ['öpen', 'closed'] };

  it.each<[string, JsonObject, string, string | Uint8Array, readonly string[]]>([
    ['a text that satisfies its schema', STATE, 'text/plain; charset=utf-8', 'öpen', []],
    ['a text that ends with a line break', STATE, 'text/plain', 'closed\n', []],
    ['a text that breaks its schema', STATE, 'text/plain', 'lost', ['enum /response/body']],
    ['JSON in place of a text', STATE, 'text/plain', '"closed"', ['enum /response/body']],
    [
      'Latin-1 bytes with the charset UTF-8',
      STATE,
      'text/plain; charset=UTF-8',
      Buffer.from('öpen', 'latin1'),
      ['not-utf-8 /response/body'],
    ],
    [
      'Latin-1 bytes with the charset ISO-8859-1',
      STATE,
      'text/plain; charset=iso-8859-1',
      Buffer.from('lost', 'latin1'),
      [],
    ],
    ['Latin-1 bytes without a charset', STATE, 'text/plain', Buffer.from('lösst', 'latin1'), []],
    ['a text with a schema of integers', { type: 'integer' }, 'text/plain', 'x', []],
    ['a text with a schema without types', { minLength: 9 }, 'text/plain', 'x', []],
    ['an event stream with a schema of strings', STATE, 'text/event-stream', 'data: x', []],
  ])('a reply has %s (violations: $4)', async (_, schema, type, body, want) => {
    const media = type.split(';', 1)[0] ?? '';
    const responses = { 200: { description: '', content: { [media]: { schema } } } };
    const of = await contractOf({ paths: { '/': { get: { operationId: 'getState', responses } } } });
    const headers = [['Content-Type', type]] as const;
    const response: WireResponse = { kind: 'response', status: 200, headers, body: Buffer.from(body) };
    const trial = trialOf(of, 'getState', {}, [{ response }]);
    const judged = responseBody.check(trial, contextOf(of)) ?? [];
    expect(judged.map(({ kind, pointer }) => `${kind} ${pointer}`)).toEqual(want);
  });
});

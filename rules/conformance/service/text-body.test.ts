import { describe, expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import type { WireResponse } from '../../../surfaces/exchange.js';
import { contextOf, trialOf } from '../../fixtures/trials.js';
import { responseBody } from './response-body.js';

describe('a text body', () => {
  const STATE = { type: 'string', enum: ['öpen', 'closed'] };

  it.each<[string, JsonObject, string, string | Uint8Array, readonly string[]]>([
    ['satisfies its schema', STATE, 'text/plain; charset=utf-8', 'öpen', []],
    ['ends with a line break', STATE, 'text/plain', 'closed\n', []],
    ['breaks its schema', STATE, 'text/plain', 'lost', ['enum /response/body']],
    ['is JSON', STATE, 'text/plain', '"closed"', ['enum /response/body']],
    ['is Latin-1', STATE, 'text/plain; charset=UTF-8', Buffer.from('öpen', 'latin1'), ['not-utf-8 /response/body']],
    ['is Latin-1, as stated', STATE, 'text/plain; charset=iso-8859-1', Buffer.from('lost', 'latin1'), []],
    ['has no stated charset and is not UTF-8', STATE, 'text/plain', Buffer.from('lösst', 'latin1'), []],
    ['has a schema that does not describe a text', { type: 'integer' }, 'text/plain', 'x', []],
    ['has a schema without types', { minLength: 9 }, 'text/plain', 'x', []],
    ['is a stream of events', STATE, 'text/event-stream', 'data: x', []],
  ])('is judged: it %s', async (_, schema, type, body, want) => {
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

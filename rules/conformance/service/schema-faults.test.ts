import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { responseBody } from './response-body.js';

it.each<[string, JsonObject, Json, readonly string[]]>([
  ['an enum also excludes the value', { type: 'string', enum: ['a', 'b'] }, null, ['type /response/body']],
  ['only an enum excludes the value', { type: 'string', enum: ['a', 'b'] }, 'c', ['enum /response/body']],
  [
    'two schemas of an allOf state the type',
    { allOf: [{ type: 'object' }, { type: 'object' }] },
    'c',
    ['type /response/body'],
  ],
  [
    'two members have a wrong type',
    { allOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: { type: 'string' } } }] },
    { a: 1, b: 1 },
    ['type /response/body/a', 'type /response/body/b'],
  ],
])('a value of the wrong type is one fault: %s → $3', async (_, schema, value, want) => {
  const responses = { 200: { description: 'A kind.', content: { 'application/json': { schema } } } };
  const contract = await contractOf({ paths: { '/': { get: { operationId: 'getKind', responses } } } });
  const trial = trialOf(contract, 'getKind', {}, [{ response: replied(200, value) }]);
  const found = responseBody.check(trial, contextOf(contract)) ?? [];
  expect(found.map(({ kind, pointer }) => `${kind} ${pointer}`)).toEqual(want);
});

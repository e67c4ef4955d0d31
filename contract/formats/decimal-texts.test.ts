import { expect, it } from 'vitest';
import { contractOf } from '../fixtures/contracts.js';
import type { JsonObject } from '../json/json.js';
import { areDecimalTexts, decimalNumber } from './decimal-texts.js';
import { successSchema } from '../collections/reply-members.js';

async function isDecimal(name: string, schema: JsonObject): Promise<boolean> {
  const responses = { '200': { description: '', content: { 'application/json': { schema } } } };
  const contract = await contractOf({ paths: { '/items': { get: { operationId: 'list', responses } } } });
  const [operation] = contract.operations;
  const uri = operation && successSchema(operation);
  return uri !== undefined && areDecimalTexts(contract.schemas, name, [uri]);
}

it.each<[string, boolean]>([
  ['^\\d+\\.\\d{2}$', true],
  ['^-?\\d+(\\.\\d{1,4})?$', true],
  ['^[+-]?(?:0|[1-9]\\d*)\\.[0-9]{2}$', true],
  ['^[0-9]{1,10}[.][0-9]{2}$', true],
  ['^\\d+$', false],
  ['\\d+\\.\\d{2}', false],
  ['^\\d+\\.\\d+\\.\\d+$', false],
  ['^\\d+.\\d{2}$', false],
  ['^[A-Z]\\d+\\.\\d{2}$', false],
  ['^\\d+\\.\\d{2} EUR$', false],
])('whether the pattern %s allows only decimal numbers: %j', async (pattern, want) => {
  expect(await isDecimal('price', { type: ['string', 'null'], pattern })).toBe(want);
});

it.each<[string, string, JsonObject, boolean]>([
  ['a string with the format decimal', 'price', { type: 'string', format: 'decimal' }, true],
  ['a number', 'price', { type: 'number' }, false],
  ['a string', 'price', { type: 'string' }, false],
  ['a version', 'api_version', { type: 'string', pattern: '^\\d+\\.\\d+$' }, false],
])('decides whether the strings of a schema are decimal numbers: %s → $3', async (_, name, schema, want) => {
  expect(await isDecimal(name, schema)).toBe(want);
});

it.each([
  ['24.50', 24.5],
  ['-3', -3],
  ['1,000.00', undefined],
  ['12345678901234.56', undefined],
  ['', undefined],
])('the number of the decimal text %j is %s', (text, want) => {
  expect(decimalNumber(text)).toBe(want);
});

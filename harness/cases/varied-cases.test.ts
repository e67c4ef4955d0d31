import { expect, test } from 'vitest';
import type { Case } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import type { JsonObject } from '../../contract/json/json.js';
import { contractOf, itemService, operationOf } from '../../contract/fixtures/contracts.js';
import { type CaseKind, CaseMaker } from './make-cases.js';

function made(contract: Contract, id: string, kind: CaseKind, runs = 30): readonly Case[] {
  return new CaseMaker(contract, { seed: 3, runs, values: new Map() }).make(operationOf(contract, id), kind);
}

test('a larger number of runs adds different invalid inputs and keeps all others', async () => {
  const items = await itemService();
  const texts = (runs: number): readonly string[] =>
    made(items, 'createItem', 'invalid', runs)
      .filter(({ expect: promised }) => promised.kind === 'rejected')
      .map((each) => JSON.stringify(each.input));
  const [few, many, most] = [texts(16), texts(80), texts(100)];
  // One further input is a body above the maximum size, which every number of runs has.
  expect([few.length, many.length, most.length]).toEqual([65, 161, 201]);
  expect(new Set(most).size).toBe(most.length);
  expect(most.slice(0, many.length)).toEqual(many);
  expect(many).toEqual(expect.arrayContaining([...few]));
});

test('a parameter that a link of the same operation sets, such as a cursor, has no generated value in valid cases', async () => {
  const query = (name: string): JsonObject => ({ name, in: 'query', schema: { type: 'string', minLength: 1 } });
  const list = (issued?: true): JsonObject => ({
    operationId: 'list',
    parameters: [{ ...query('cursor'), ...(issued && { 'x-svc-issued': true }) }],
    responses: {
      200: {
        description: 'One page.',
        content: { 'application/json': { schema: { type: 'object' } } },
        links: { next: { operationId: 'list', parameters: { cursor: '$response.body#/next' } } },
      },
    },
  });
  const cursors = (contract: Contract, kinds: readonly CaseKind[]): readonly unknown[] =>
    kinds
      .flatMap((kind) => made(contract, 'list', kind))
      .flatMap(({ input: { query: sent }, expect: promised, raw }) =>
        sent === undefined || raw !== undefined ? [] : [[sent['cursor'], promised.kind]],
      );
  const silent = await contractOf({ paths: { '/a': { get: list() } } });
  expect(cursors(silent, ['example', 'boundary', 'valid'])).toEqual([]);
  expect(cursors(silent, ['invalid']).slice(0, 2).map(String)).toEqual([
    'a,answered',
    expect.stringMatching(/,answered$/),
  ]);
  const stating = await contractOf({ paths: { '/a': { get: list(true) } } });
  expect(cursors(stating, ['invalid']).map(String)[0]).toBe('a,rejected');
});

import { beforeAll, expect, test } from 'vitest';
import type { Contract } from '../../contract/contract.js';
import { contractOf, taking } from '../../contract/fixtures/contracts.js';
import type { Json } from '../../contract/json/json.js';
import { contextOf, trialOf } from '../fixtures/trials.js';
import { sameRequest } from './same-request.js';

const text = (maxLength: number): Json => ({ type: ['string', 'null'], maxLength });
const ORDER: Json = {
  type: 'object',
  properties: { title: text(4), free: { type: 'string' }, rows: { type: 'array', items: text(3) } },
  additionalProperties: text(5),
  oneOf: [{ properties: { by: text(2) } }, { properties: { by: text(6) } }],
};
const CURSOR: Json = { name: 'after', in: 'query', schema: text(4) };

let contract: Contract;
beforeAll(async () => {
  contract = await contractOf(taking(ORDER, { parameters: [CURSOR] }));
});

function kinds(body: Json, sent: Json): readonly string[] {
  const request = { body: Buffer.from(JSON.stringify(sent)) };
  const trial = trialOf(contract, 'take', { body }, [{ request }]);
  return (sameRequest.check(trial, contextOf(contract)) ?? []).map(({ kind, pointer, cause }) =>
    `${kind} ${pointer} ${cause}`.trim(),
  );
}

test.each<readonly [name: string, body: Json, sent: Json, kind: string]>([
  ['characters that are counted in UTF-16 units', { title: 'a🧰🧰b' }, { title: 'a🧰\ud83e' }, 'shortened /body/title'],
  ['a text that is too long', { title: 'abcdef' }, { title: 'abcd' }, 'shortened /body/title'],
  ['characters that are counted in bytes', { title: 'ééé' }, { title: 'éé' }, 'shortened /body/title'],
  ['a character that is cut in two', { title: 'aé日日' }, { title: 'aé\uFFFD' }, 'shortened /body/title'],
  ['an element of a list', { rows: ['🧰🧰'] }, { rows: ['🧰\ud83e'] }, 'shortened /body/rows/0'],
  ['a member of a map', { siteCode: 'abcdefg' }, { siteCode: 'abcde' }, 'shortened /body/siteCode'],
  ['the limit of one alternative', { by: 'abcdefgh' }, { by: 'abcdef' }, 'shortened /body/by'],
  ['a character that is decoded wrongly', { title: 'aaaé' }, { title: 'aaa\uFFFD' }, 'mis-decoded /body/title'],
  ['a text that is cut before its limit', { title: 'abcdef' }, { title: 'ab' }, 'changed /body/title /body/title'],
  ['a text without a limit', { free: 'abcdef' }, { free: 'abcd' }, 'changed /body/free /body/free'],
  ['a text with a different end', { title: 'abcdef' }, { title: 'abcx' }, 'changed /body/title /body/title'],
  ['a text that becomes empty', { title: 'abcdef' }, { title: '' }, 'changed /body/title /body/title'],
])('a surface sends a text without its end: %s (kind and place of the violation: $3)', (_, body, sent, kind) => {
  expect(kinds(body, sent)).toEqual([kind]);
});

test('a parameter that is cut at its maximum length is recognised as shortened', () => {
  const trial = trialOf(contract, 'take', { query: { after: '🧰🧰🧰' }, body: {} }, [
    { request: { target: '/?after=%F0%9F%A7%B0%F0%9F%A7%B0' } },
  ]);
  const [violation] = sameRequest.check(trial, contextOf(contract)) ?? [];
  expect(violation).toMatchObject({ kind: 'shortened', pointer: '/query/after', cause: '' });
  expect(violation?.repair).toContain('Unicode code points');
});

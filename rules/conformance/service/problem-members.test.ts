import { expect, test } from 'vitest';
import { itemService } from '../../../contract/fixtures/contracts.js';
import type { Json } from '../../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { problemMembers } from './problem-members.js';

const contract = await itemService();

function kindsOf(
  body: Json,
  keyword: string,
  pointer: string,
  pointers: readonly string[],
  status = 422,
): readonly string[] {
  const errors = pointers.map((one) => ({ pointer: one, detail: 'x' }));
  const problem = {
    type: 'urn:problem-type:invalid-input',
    title: 'x',
    status,
    ...(pointers.length > 0 && { errors }),
  };
  const trial = trialOf(contract, 'createItem', { body }, [{ response: replied(422, problem) }], {
    expect: { kind: 'rejected', keyword, pointer },
  });
  return (problemMembers.check(trial, contextOf(contract)) ?? []).map(({ kind }) => kind);
}

const QUANTITY = { name: 'a', quantity: '1' };
const TAGS = { name: 'a', tags: ['a', 7] };
const SOURCE = { name: 'a', source: { kind: 'import', file: 'a', row: '1' } };

test.each<readonly [string, Json, string, string, readonly string[], readonly string[]]>([
  ['the faulty place', QUANTITY, 'type', '/body/quantity', ['/body/quantity'], []],
  ['the faulty place, relative to the body', QUANTITY, 'type', '/body/quantity', ['/quantity'], []],
  ['the faulty place as a URI fragment', QUANTITY, 'type', '/body/quantity', ['#/quantity'], []],
  [
    'the faulty place as the second of two places',
    QUANTITY,
    'type',
    '/body/quantity',
    ['/body/name', '/body/quantity'],
    [],
  ],
  ['the whole body', QUANTITY, 'type', '/body/quantity', ['/body'], ['points-elsewhere']],
  ['a sibling of the faulty place', QUANTITY, 'type', '/body/quantity', ['/body/name'], ['points-elsewhere']],
  ['no place', QUANTITY, 'type', '/body/quantity', [], []],
  ['the list of an item', TAGS, 'type', '/body/tags/1', ['/body/tags'], []],
  [
    'an unknown member without escaping its name',
    { 'a/b': 1 },
    'additionalProperties',
    '/body',
    ['/body/a/b'],
    ['points-elsewhere'],
  ],
  ['an unknown member by its escaped name', { 'a/b': 1 }, 'additionalProperties', '/body', ['/body/a~1b'], []],
  ['a different item', TAGS, 'type', '/body/tags/1', ['/body/tags/0'], ['points-elsewhere']],
  ['the object that lacks a member', {}, 'required', '/body/name', ['/body'], []],
  ['the missing member', {}, 'required', '/body/name', ['/body/name'], []],
  ['a union as a whole', SOURCE, 'type', '/body/source/row', ['/body/source'], []],
  ['a sibling of a union', SOURCE, 'type', '/body/source/row', ['/body/tags'], ['points-elsewhere']],
])('judges the pointer of a problem: it names %s', (_, body, keyword, pointer, pointers, want) => {
  expect(kindsOf(body, keyword, pointer, pointers)).toEqual(want);
});

test('the status of a problem must be the status of its reply', () => {
  expect(kindsOf(QUANTITY, 'type', '/body/quantity', ['/body/quantity'], 400)).toEqual(['status-differs']);
});

test.each<readonly [string, string, number, readonly string[]]>([
  ['the documented type', 'urn:problem-type:not-found', 404, []],
  ['a type that is documented for a different status', 'urn:problem-type:invalid-input', 404, ['type-of-other-status']],
  ['a type that the contract does not have', 'urn:problem-type:gone', 404, []],
  ['about:blank', 'about:blank', 404, []],
  ['any type, for a status without examples', 'urn:problem-type:not-found', 503, []],
])('the type of a problem is judged: it is %s', (_, type, status, want) => {
  const response = replied(status, { type, title: 'x', status });
  const trial = trialOf(contract, 'getItem', { path: { item_id: 'a-b' } }, [{ response }]);
  expect((problemMembers.check(trial, contextOf(contract)) ?? []).map(({ kind }) => kind)).toEqual(want);
});

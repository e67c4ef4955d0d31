import { expect, test } from 'vitest';
import { contractOf, itemService } from '../../../../contract/fixtures/contracts.js';
import type { Json } from '../../../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../../../fixtures/trials.js';
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
  ['a pointer to the invalid value', QUANTITY, 'type', '/body/quantity', ['/body/quantity'], []],
  ['a pointer that is relative to the body', QUANTITY, 'type', '/body/quantity', ['/quantity'], []],
  ['a pointer that is a URI fragment', QUANTITY, 'type', '/body/quantity', ['#/quantity'], []],
  [
    'a pointer to the invalid value after a different pointer',
    QUANTITY,
    'type',
    '/body/quantity',
    ['/body/name', '/body/quantity'],
    [],
  ],
  ['a pointer to the whole body', QUANTITY, 'type', '/body/quantity', ['/body'], ['points-elsewhere']],
  [
    'a pointer to a sibling of the invalid value',
    QUANTITY,
    'type',
    '/body/quantity',
    ['/body/name'],
    ['points-elsewhere'],
  ],
  ['no pointer', QUANTITY, 'type', '/body/quantity', [], []],
  ['a pointer to the list that contains the invalid item', TAGS, 'type', '/body/tags/1', ['/body/tags'], []],
  [
    'a pointer to an unknown member, with an unescaped name',
    { 'a/b': 1 },
    'additionalProperties',
    '/body',
    ['/body/a/b'],
    ['points-elsewhere'],
  ],
  [
    'a pointer to an unknown member, with an escaped name',
    { 'a/b': 1 },
    'additionalProperties',
    '/body',
    ['/body/a~1b'],
    [],
  ],
  ['a pointer to a different item of the list', TAGS, 'type', '/body/tags/1', ['/body/tags/0'], ['points-elsewhere']],
  ['a pointer to the object that lacks a member', {}, 'required', '/body/name', ['/body'], []],
  ['a pointer to the missing member', {}, 'required', '/body/name', ['/body/name'], []],
  ['a pointer to the oneOf that contains the invalid value', SOURCE, 'type', '/body/source/row', ['/body/source'], []],
  ['a pointer to a sibling of the oneOf', SOURCE, 'type', '/body/source/row', ['/body/tags'], ['points-elsewhere']],
])(
  'the errors of a problem document must point to the invalid value: %s (violations: $5)',
  (_, body, keyword, pointer, pointers, want) => {
    expect(kindsOf(body, keyword, pointer, pointers)).toEqual(want);
  },
);

test('the status of a problem must be the status of its reply', () => {
  expect(kindsOf(QUANTITY, 'type', '/body/quantity', ['/body/quantity'], 400)).toEqual(['status-differs']);
});

test.each<readonly [string, string, number, readonly string[]]>([
  ['the type that the contract documents for the status', 'urn:problem-type:not-found', 404, []],
  ['a type that is documented for a different status', 'urn:problem-type:invalid-input', 404, ['type-of-other-status']],
  ['a type that the contract does not have', 'urn:problem-type:gone', 404, []],
  ['about:blank', 'about:blank', 404, []],
  ['any type, for a status without examples', 'urn:problem-type:not-found', 503, []],
])('the `type` of a problem document is %s (violations: $3)', (_, type, status, want) => {
  const response = replied(status, { type, title: 'x', status });
  const trial = trialOf(contract, 'getItem', { path: { item_id: 'a-b' } }, [{ response }]);
  expect((problemMembers.check(trial, contextOf(contract)) ?? []).map(({ kind }) => kind)).toEqual(want);
});

test.each<readonly [string, string, string]>([
  ['pointers that start at the body value', '/other', '/quantity'],
  ['pointers that start with the word body', '/body/other', '/body/quantity'],
])('the report states the expected pointer in the form of the received pointers: %s', async (_, received, want) => {
  const own = await itemService();
  const operations = own.operations.map((each) => ({
    ...each,
    responses: each.responses.map((spec) => ({
      ...spec,
      content: spec.content.map((content) => ({ ...content, examples: [] })),
    })),
  }));
  const errors = [{ pointer: received, detail: 'x' }];
  const problem = { type: 'urn:problem-type:invalid-input', title: 'x', status: 422, errors };
  const changed = { ...own, operations };
  const trial = trialOf(changed, 'createItem', { body: QUANTITY }, [{ response: replied(422, problem) }], {
    expect: { kind: 'rejected', keyword: 'type', pointer: '/body/quantity' },
  });
  expect((problemMembers.check(trial, contextOf(changed)) ?? []).map(({ expected }) => expected)).toEqual([want]);
});

test.each<readonly [string, string, string, readonly string[]]>([
  ['a member with a rule in a text', 'Must be in the future.', '2000-01-01', []],
  ['a member that the input lacks', 'Must be in the future.', '', ['points-elsewhere']],
  ['a member without a rule', 'The last day.', '2000-01-01', ['points-elsewhere']],
])(
  'a problem document points to %s, whose description is "%s", and not to the invalid value (violations: $3)',
  async (_, description, end, want) => {
    const errors = { type: 'array', items: { type: 'object', properties: { pointer: { type: 'string' } } } };
    const problem = { type: 'object', properties: { errors } };
    const refused = { description: '', content: { 'application/problem+json': { schema: problem } } };
    const properties = { count: { type: 'integer', minimum: 1 }, end: { type: 'string', description } };
    const requestBody = { content: { 'application/json': { schema: { type: 'object', properties } } } };
    const post = { operationId: 'book', requestBody, responses: { 201: { description: '' }, 422: refused } };
    const own = await contractOf({ paths: { '/bookings': { post } } });
    const body = { count: 0, ...(end !== '' && { end }) };
    const response = replied(422, { status: 422, errors: [{ pointer: '/end' }] });
    const promised = { kind: 'rejected', keyword: 'minimum', pointer: '/body/count' } as const;
    const trial = trialOf(own, 'book', { body }, [{ response }], { expect: promised });
    expect((problemMembers.check(trial, contextOf(own)) ?? []).map(({ kind }) => kind)).toEqual(want);
  },
);

import { expect, it } from 'vitest';
import type { CaseInput } from '../../../contract/case.js';
import { itemService, operationOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import type { ToolMapping } from '../tools/tool-mapping.js';
import { omittedArguments, toolArguments } from './call-arguments.js';

const contract = await itemService();
const MEMBERS: ToolMapping = { name: 'add', body: 'members', arguments: { 'body.name': 'title' } };

it.each<[string, string, CaseInput, ToolMapping | undefined, object]>([
  ['a tool with our own conventions', 'getItem', { path: { item_id: 'a' } }, undefined, { item_id: 'a' }],
  [
    'a tool with different names of the tool and of an argument',
    'getItem',
    { path: { item_id: 'a' } },
    { name: 'get', arguments: { item_id: 'id' } },
    { id: 'a' },
  ],
  [
    'a tool with a different name of the body',
    'createItem',
    { body: { name: 'a' } },
    { name: 'add', arguments: { body: 'item' } },
    { item: { name: 'a' } },
  ],
  [
    'a tool with the members of the body as arguments',
    'createItem',
    { body: { name: 'a', note: null } },
    MEMBERS,
    { title: 'a', note: null },
  ],
])('an input is written as the arguments of %s → $4', (_, id, input, mapping, want) => {
  const call = { operation: operationOf(contract, id), input, token: 't', gate: 'approved' as const };
  expect(toolArguments(call, { schemas: contract.schemas, mapping })).toEqual({ kind: 'arguments', arguments: want });
});

it.each<[string, ToolMapping | undefined, string]>([
  ['with the conventions of this project', undefined, 'limit'],
  ['whose argument has a different name', { name: 'list', arguments: { limit: 'size' } }, 'size'],
])(
  'a call with the misuse `null-argument` sets the first optional parameter to null, in a tool %s',
  (_, mapping, name) => {
    const operation = operationOf(contract, 'listItems');
    const call = { operation, input: {}, token: 't', gate: 'approved', misuse: 'null-argument' } as const;
    const want = { kind: 'arguments', arguments: { [name]: null } };
    expect(toolArguments(call, { schemas: contract.schemas, mapping })).toEqual(want);
  },
);

it.each<[string, JsonObject | undefined, ToolMapping | undefined, string]>([
  ['a tool with a closed schema', { additionalProperties: false }, undefined, 'arguments'],
  ['a tool with an open schema', {}, undefined, 'inexpressible'],
  ['a tool without a schema', undefined, undefined, 'inexpressible'],
  ['a tool with other conventions', { additionalProperties: false }, { name: 'add' }, 'inexpressible'],
])('a string of JSON is a body only for a tool that promises to refuse it: %s → $3', (_, declared, mapping, want) => {
  const input = { body: '{"name":"a"}' };
  const operation = operationOf(contract, 'createItem');
  const call = { operation, input, token: 't', gate: 'approved', misuse: 'json-text' } as const;
  expect(toolArguments(call, { schemas: contract.schemas, declared, mapping }).kind).toBe(want);
});

it.each<[string, CaseInput, ToolMapping, string]>([
  ['a member without an argument in the tool', { body: { name: 'a', x: 1 } }, MEMBERS, 'there is no argument for "x"'],
  ['an omitted body that is required', {}, MEMBERS, 'a required body cannot be omitted'],
  [
    'a mapping of two arguments to the same name',
    { body: { name: 'a', note: 'b' } },
    { ...MEMBERS, arguments: { 'body.name': 'note' } },
    'two arguments have the same name in the tool',
  ],
])('%s is inexpressible', (_, input, mapping, reason) => {
  const call = { operation: operationOf(contract, 'createItem'), input, token: 't', gate: 'approved' as const };
  expect(toolArguments(call, { schemas: contract.schemas, mapping })).toEqual({ kind: 'inexpressible', reason });
});

it.each<[string, CaseInput, ToolMapping | undefined, readonly string[]]>([
  ['a required path parameter', {}, undefined, ['item_id']],
  ['no argument', { path: { item_id: 'a' } }, undefined, []],
])('a call of getItem lacks these required arguments: %s → $3', (_, input, mapping, want) => {
  const call = { operation: operationOf(contract, 'getItem'), input, token: 't', gate: 'approved' as const };
  expect(omittedArguments(call, { schemas: contract.schemas, mapping })).toEqual(want);
});

it.each<[string, CaseInput, ToolMapping | undefined, readonly string[]]>([
  ['the body', {}, undefined, ['body']],
  ['the body, which has no argument', {}, MEMBERS, []],
  ['a member of the body', { body: { note: 'a' } }, MEMBERS, ['title']],
  ['a member of a body that is one argument', { body: {} }, undefined, []],
  ['a body that is not an object', { body: 'a' }, MEMBERS, []],
])('the required arguments that a call of createItem does not have: %s', (_, input, mapping, want) => {
  const call = { operation: operationOf(contract, 'createItem'), input, token: 't', gate: 'approved' as const };
  expect(omittedArguments(call, { schemas: contract.schemas, mapping })).toEqual(want);
});

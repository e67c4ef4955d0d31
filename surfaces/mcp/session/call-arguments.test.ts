import { expect, it } from 'vitest';
import type { CaseInput } from '../../../contract/case.js';
import { itemService, operationOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import type { ToolMapping } from '../tools/tool-mapping.js';
import { omittedArguments, toolArguments } from './call-arguments.js';

const contract = await itemService();
const MEMBERS: ToolMapping = { name: 'add', body: 'members', arguments: { 'body.name': 'title' } };

it.each<[string, string, CaseInput, ToolMapping | undefined, object]>([
  ['a tool with the generated names', 'getItem', { path: { item_id: 'a' } }, undefined, { item_id: 'a' }],
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
  ['with the generated names', undefined, 'limit'],
  ['whose argument has a different name', { name: 'list', arguments: { limit: 'size' } }, 'size'],
])(
  'a call with the misuse `null-argument` passes null for the first optional parameter, to a tool %s',
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
  ['a tool whose name is configured', { additionalProperties: false }, { name: 'add' }, 'inexpressible'],
])('JSON in a string is passed as a body only to a tool that must refuse it: %s → $3', (_, declared, mapping, want) => {
  const input = { body: '{"name":"a"}' };
  const operation = operationOf(contract, 'createItem');
  const call = { operation, input, token: 't', gate: 'approved', misuse: 'json-text' } as const;
  expect(toolArguments(call, { schemas: contract.schemas, declared, mapping }).kind).toBe(want);
});

it.each<[string, CaseInput, ToolMapping, string]>([
  [
    'a member without an argument in the tool',
    { body: { name: 'a', x: 1 } },
    MEMBERS,
    'the surface has no argument for the member "x"',
  ],
  ['an omitted body that is required', {}, MEMBERS, 'a call without the required body cannot be made'],
  [
    'two arguments get the same name in the tool',
    { body: { name: 'a', note: 'b' } },
    { ...MEMBERS, arguments: { 'body.name': 'note' } },
    'two arguments have the same name in the tool',
  ],
])('a call of a tool is inexpressible: %s', (_, input, mapping, reason) => {
  const call = { operation: operationOf(contract, 'createItem'), input, token: 't', gate: 'approved' as const };
  expect(toolArguments(call, { schemas: contract.schemas, mapping })).toEqual({ kind: 'inexpressible', reason });
});

it.each<[string, CaseInput, ToolMapping | undefined, readonly string[]]>([
  ['a call without arguments', {}, undefined, ['/item_id']],
  ['a call with the required path parameter', { path: { item_id: 'a' } }, undefined, []],
])('the required arguments that a call of getItem leaves out: %s → $3', (_, input, mapping, want) => {
  const call = { operation: operationOf(contract, 'getItem'), input, token: 't', gate: 'approved' as const };
  expect(omittedArguments(call, { schemas: contract.schemas, mapping })).toEqual(want);
});

const SIZE = { width: 1, height: 1 };

it.each<[string, CaseInput, ToolMapping | undefined, readonly string[]]>([
  ['no body', {}, undefined, ['/body']],
  ['no body, in a tool that takes its members as arguments', {}, MEMBERS, []],
  [
    'a body without a required member, in a tool that takes its members as arguments',
    { body: { note: 'a' } },
    MEMBERS,
    ['/title'],
  ],
  [
    'a body without a required member, in a tool that takes it as one argument',
    { body: {} },
    undefined,
    ['/body/name'],
  ],
  ['a member without a required member', { body: { name: 'a', size: SIZE } }, undefined, ['/body/size/unit']],
  ['a member without a required member, as an argument', { body: { name: 'a', size: SIZE } }, MEMBERS, ['/size/unit']],
  ['a body that lacks a required member and has another fault', { body: { note: 1 } }, undefined, []],
  ['a body that is not an object, in a tool that takes its members as arguments', { body: 'a' }, MEMBERS, []],
])('the required arguments that a call of createItem leaves out: %s → $3', (_, input, mapping, want) => {
  const call = { operation: operationOf(contract, 'createItem'), input, token: 't', gate: 'approved' as const };
  expect(omittedArguments(call, { schemas: contract.schemas, mapping })).toEqual(want);
});

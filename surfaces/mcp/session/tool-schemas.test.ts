import { expect, onTestFinished, test } from 'vitest';
import type { CaseInput } from '../../../contract/case.js';
import { itemService, operationOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import type { Contradiction } from '../../outcome.js';
import { mcpDriver } from '../driver.js';

const contract = await itemService();

/**
 * Calls the tool of an operation on a server that declares it as given and returns this result. Returns where the call
 * violates the declaration.
 */
async function contradictionsOf(
  declared: JsonObject,
  returned: JsonObject,
  input: CaseInput = { path: { item_id: 'abc' } },
  id = 'getItem',
): Promise<readonly Contradiction[] | undefined> {
  const server = [
    'surfaces/mcp/fixtures/miniature-server.mjs',
    'declares',
    JSON.stringify(declared),
    JSON.stringify(returned),
  ];
  const session = await mcpDriver({ command: [process.execPath, ...server] }).start({
    surface: 'mcp',
    baseUrl: 'http://127.0.0.1:9',
    root: process.cwd(),
    contract,
    token: 'right',
    prefix: 'svc',
    timeoutMs: 5000,
  });
  onTestFinished(() => session.stop());
  const operation = operationOf(contract, id);
  const outcome = await session.run({
    operation,
    input,
    token: 'right',
    gate: 'approved',
  });
  return 'native' in outcome ? outcome.native?.contradictions : [];
}

const ID: JsonObject = { type: 'object', properties: { item_id: { type: 'string', maxLength: 3 } } };
const SHORT: JsonObject = { type: 'object', properties: { item_id: { type: 'string', maxLength: 2 } } };
const NAMED: JsonObject = {
  type: 'object',
  required: ['name'],
  properties: { name: { $ref: '#/$defs/name' } },
  $defs: { name: { type: 'string' } },
};

test.each<readonly [string, JsonObject, JsonObject, readonly Contradiction[] | undefined]>([
  [
    'valid arguments and a valid result',
    { inputSchema: ID, outputSchema: NAMED },
    { structuredContent: { name: 'a' } },
    undefined,
  ],
  [
    'arguments that break the input schema',
    { inputSchema: SHORT },
    { structuredContent: {} },
    [{ of: 'arguments', pointer: '/item_id', keyword: 'maxLength', at: '/properties/item_id/maxLength' }],
  ],
  [
    'a result that breaks the output schema',
    { inputSchema: ID, outputSchema: NAMED },
    { structuredContent: { name: 1 } },
    [{ of: 'result', pointer: '/name', keyword: 'type', at: '/$defs/name/type' }],
  ],
  [
    'a result without structured content, if an output schema is declared',
    { outputSchema: NAMED },
    { content: [] },
    [{ of: 'result', pointer: '', keyword: 'structuredContent', at: '' }],
  ],
  [
    'a result without structured content, if no output schema is declared',
    { inputSchema: ID },
    { content: [] },
    undefined,
  ],
  [
    'an error result, which the output schema does not describe',
    { outputSchema: NAMED },
    { isError: true, structuredContent: {} },
    undefined,
  ],
  ['a tool that declares no schemas', {}, { structuredContent: {} }, undefined],
  [
    'a schema of draft-07, which is reported with keywords of 2020-12',
    { outputSchema: { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] } },
    { structuredContent: [1] },
    [{ of: 'result', pointer: '/0', keyword: 'type', at: '/prefixItems/0/type' }],
  ],
  [
    'a reference to a missing definition',
    { inputSchema: { $ref: '#/$defs/none' } },
    { structuredContent: {} },
    undefined,
  ],
  [
    'a reference to another document',
    { inputSchema: { $ref: 'https://example.org/schema' } },
    { structuredContent: {} },
    undefined,
  ],
  [
    'a pattern that cannot be used',
    { inputSchema: { properties: { item_id: { pattern: '(' } } } },
    { structuredContent: {} },
    undefined,
  ],
])('violations of the schemas of a tool are found: %s → $3', async (_, declared, returned, want) => {
  expect(await contradictionsOf(declared, returned)).toEqual(want);
});

test.each<[string, JsonObject, readonly Contradiction[] | undefined]>([
  [
    'lists the argument as optional',
    { type: 'object', properties: { item_id: {} } },
    [{ of: 'omitted', pointer: '/item_id', keyword: 'required', at: '/required' }],
  ],
  [
    'requires the argument',
    { type: 'object', properties: { item_id: {} }, required: ['item_id'] },
    [{ of: 'arguments', pointer: '', keyword: 'required', at: '/required/item_id' }],
  ],
  [
    'requires the argument in another part',
    { properties: { item_id: {} }, allOf: [{ required: ['item_id'] }] },
    [{ of: 'arguments', pointer: '', keyword: 'required', at: '/allOf/0/required/item_id' }],
  ],
  ['does not list the argument', { type: 'object' }, undefined],
])(
  'a call that lacks a required argument is compared with the input schema, which %s → $2',
  async (_, inputSchema, want) => {
    expect(await contradictionsOf({ inputSchema }, { structuredContent: {} }, {})).toEqual(want);
  },
);

const OF_SIZE: JsonObject = { type: 'object', properties: { width: {}, height: {}, unit: {} } };

test.each<[string, JsonObject, readonly Contradiction[] | undefined]>([
  [
    'lists the member as optional',
    { type: 'object', properties: { size: OF_SIZE } },
    [{ of: 'omitted', pointer: '/body/size/unit', keyword: 'required', at: '/required' }],
  ],
  [
    'lists the member as optional behind a reference',
    { $ref: '#/$defs/body' },
    [{ of: 'omitted', pointer: '/body/size/unit', keyword: 'required', at: '/required' }],
  ],
  ['permits any members', { type: 'object' }, undefined],
  ['permits any members of the member', { properties: { size: { type: 'object' } } }, undefined],
])(
  'a call that lacks a required member of a member is compared with the input schema, which %s → $2',
  async (_, body, want) => {
    const $defs = { body: { type: 'object', properties: { size: OF_SIZE } } };
    const inputSchema = { type: 'object', properties: { body }, $defs };
    const input: CaseInput = { body: { name: 'a', size: { width: 1, height: 1 } } };
    expect(await contradictionsOf({ inputSchema }, { structuredContent: {} }, input, 'createItem')).toEqual(want);
  },
);

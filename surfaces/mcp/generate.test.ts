import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { operationArguments } from '../../contract/arguments.js';
import type { Contract } from '../../contract/contract.js';
import { contractAt, itemService } from '../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../contract/json/json.js';
import { mcpGenerator } from './generate.js';
import { toolBody } from './tools/tool-input.js';

interface Projection {
  readonly service: JsonObject;
  readonly environment: JsonObject;
  readonly tools: readonly { readonly definition: Definition; readonly output: string; readonly call: JsonObject }[];
}

interface Definition {
  readonly name: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations: JsonObject;
}

const ITEMS = await itemService();
const EDGE_CASES = await contractAt('surfaces/mcp/fixtures/edge-cases.openapi.yaml', { prefix: 'acme' });

function projected(contract: Contract): Projection {
  return mcpGenerator.project(contract) as unknown as Projection;
}

function definition(contract: Contract, name: string): Definition {
  const found = projected(contract).tools.find((tool) => tool.definition.name === name);
  if (found === undefined) throw new Error(`no tool ${name}`);
  return found.definition;
}

function compiled(schema: JsonObject): ReturnType<Ajv2020['compile']> {
  const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true, multipleOfPrecision: 9 });
  formats.default(ajv);
  return ajv.compile(schema);
}

const CONTRACTS = [
  ['items', ITEMS],
  ['edgeCases', EDGE_CASES],
] as const;

test.each(CONTRACTS)(
  'every tool schema of the contract %s is self-contained, and its root has the type object',
  (_, contract) => {
    for (const { definition: tool } of projected(contract).tools) {
      for (const schema of [tool.inputSchema, tool.outputSchema]) {
        if (schema === undefined) continue;
        expect(schema['type']).toBe('object');
        expect(() => compiled(schema)).not.toThrow();
        expect(
          [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]*)"/g)].every(([, to]) => to?.startsWith('#/$defs/')),
        ).toBe(true);
      }
    }
  },
);

test('every example of the contract is valid against the schema of its tool', () => {
  let examples = 0;
  for (const operation of ITEMS.operations) {
    const tool = definition(ITEMS, operation.tool?.name ?? '');
    const takes = compiled(tool.inputSchema);
    const returns = compiled(tool.outputSchema ?? {});
    const inputs = operationArguments(operation).flatMap(({ name, parameter }) =>
      (parameter?.examples ?? toolBody(operation)?.examples ?? []).map(({ value }) => ({ [name]: value })),
    );
    const outputs = operation.responses
      .filter(({ status }) => status.startsWith('2'))
      .flatMap(({ content }) => content[0]?.examples ?? []);
    for (const input of inputs) expect([input, takes(input), takes.errors]).toEqual([input, true, null]);
    for (const { value } of outputs) expect([value, returns(value), returns.errors]).toEqual([value, true, null]);
    examples += inputs.length + outputs.length;
  }
  expect(examples).toBeGreaterThan(15);
});

const OBJECTIONABLE: readonly (readonly [string, { readonly tool: string; readonly input: Json }])[] = [
  ['an argument that the operation does not have', { tool: 'list_items', input: { page: 1 } }],
  ['a value outside its bounds', { tool: 'list_items', input: { limit: 101 } }],
  ['a missing path parameter', { tool: 'get_item', input: {} }],
  ['a member that only the service assigns', { tool: 'create_item', input: { body: { name: 'a', item_id: 'abc' } } }],
  ['a body without its required member', { tool: 'create_item', input: { body: { note: null } } }],
];

test.each(OBJECTIONABLE)('an input schema refuses %s', (_, { tool, input }) => {
  expect(compiled(definition(ITEMS, tool).inputSchema)(input)).toBe(false);
});

test('input schemas omit readOnly members, and output schemas omit writeOnly members, even if they are required', () => {
  const takes = compiled(definition(EDGE_CASES, 'put_thing').inputSchema);
  const returns = compiled(definition(EDGE_CASES, 'get_thing').outputSchema ?? {});
  const sent = { name: 'a', secret: 's', parts: [{ name: 'b', secret: 's' }], owner: { nick: 'n' } };
  expect(takes({ id: '1', body: sent })).toBe(true);
  for (const member of [{ thing_id: '1' }, { stamp: '2026-01-05T08:00:00Z' }]) {
    expect(takes({ id: '1', body: { ...sent, ...member } })).toBe(false);
  }
  expect(takes({ id: '1', body: null })).toBe(true);
  expect(returns({ thing_id: '1', name: 'a', owner: { owner_id: 1 } })).toBe(true);
  expect(returns({ thing_id: '1', name: 'a', secret: 's' })).toBe(false);
});

test('two component schemas whose addresses end with the same name get different names', () => {
  const takes = compiled(definition(EDGE_CASES, 'put_thing').inputSchema);
  const owners = [{ nick: 'n', rank: 1 }, { nick: 1 }, { rank: 'n' }];
  const verdicts = owners.map((owner) => takes({ id: '1', body: { name: 'a', secret: 's', owner } }));
  expect(verdicts).toEqual([true, false, false]);
});

test('arguments with the same name get their location as a prefix, and the body keeps its name', () => {
  const { inputSchema } = definition(EDGE_CASES, 'get_thing');
  expect(Object.keys(inputSchema['properties'] as JsonObject)).toEqual(['path_id', 'query_id', 'query_body']);
  expect(inputSchema['required']).toEqual(['path_id']);
  expect(inputSchema['additionalProperties']).toBe(false);
});

test.each([
  ['get_thing', 'object'],
  ['put_thing', 'object'],
  ['list_names', 'wrapped'],
  ['add_note', 'wrapped'],
  ['delete_thing', 'none'],
])('the result of the tool %s has the shape `%s`', (name, shape) => {
  const tool = projected(EDGE_CASES).tools.find((candidate) => candidate.definition.name === name);
  expect(tool?.output).toBe(shape);
  expect(tool?.definition.outputSchema === undefined).toBe(shape === 'none');
});

test('the schema of a wrapped output permits only the member `result`', () => {
  const returns = compiled(definition(EDGE_CASES, 'list_names').outputSchema ?? {});
  const verdicts = [{ result: ['a'] }, ['a'], { result: [1] }, { result: [], more: 1 }].map((value) => returns(value));
  expect(verdicts).toEqual([true, false, false, false]);
});

test.each([
  [
    'get_thing',
    { title: 'Get a thing', readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  ],
  [
    'put_thing',
    {
      title: 'Replace a thing',
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  ],
  [
    'add_note',
    { title: 'Add a note', readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  ],
  ['delete_thing', { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false }],
])('the tool %s has the hints of its HTTP method', (name, annotations) => {
  expect(definition(EDGE_CASES, name).annotations).toEqual(annotations);
});

test('the generator reads only tools without OpenAPI keywords, and environment variables begin with the vendor prefix', () => {
  const projection = projected(EDGE_CASES);
  expect(projection.environment).toEqual({ baseUrl: 'ACME_BASE_URL', token: 'ACME_TOKEN' });
  expect(projection.tools.map((tool) => tool.definition.name)).not.toContain('notATool');
  expect(JSON.stringify(projection.tools)).not.toMatch(/"x-acme|"discriminator"|"example"/);
  expect(projection.tools[0]?.call['credential']).toEqual({ in: 'header', name: 'X-Key', scheme: '' });
  expect(projection.tools.find((tool) => tool.definition.name === 'add_note')?.call['credential']).toBeUndefined();
});

test('the generated module contains only its opening comment and the data that the generator reads', async () => {
  const projection = mcpGenerator.project(ITEMS);
  const files = mcpGenerator.render(projection, ['Generated by parity generate. Do not edit.', 'generator: mcp']);
  expect(files.map(({ path }) => path)).toEqual(['generated/tools.ts']);
  const text = files[0]?.text ?? '';
  expect(text.startsWith('// Generated by parity generate. Do not edit.\n// generator: mcp\n')).toBe(true);
  const generated = await import('./generated/tools.js');
  const said: unknown = { service: generated.SERVICE, environment: generated.ENVIRONMENT, tools: generated.TOOLS };
  expect(said).toEqual(projection);
});

test('if an operation has its own servers, its generated request lists the environment variables of their base URLs', () => {
  const servers = ['https://up.example.com', '/v2'];
  const operations = EDGE_CASES.operations.map((operation, index) =>
    index === 0 ? { ...operation, servers } : operation,
  );
  const projection = mcpGenerator.project({ ...EDGE_CASES, operations });
  const { tools } = projection as unknown as Projection;
  expect(tools.map(({ call }) => call['baseUrls']).slice(0, 2)).toEqual([
    ['ACME_BASE_URL_UP_EXAMPLE_COM', 'ACME_BASE_URL_V2'],
    undefined,
  ]);
  const member = '  readonly baseUrls?: readonly string[];\n  readonly parameters:';
  expect(mcpGenerator.render(projection, [])[0]?.text).toContain(member);
  expect(mcpGenerator.render(mcpGenerator.project(EDGE_CASES), [])[0]?.text).not.toContain('baseUrls');
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Contract } from '../contract.js';
import { contractAt } from '../fixtures/contracts.js';
import type { Operation } from '../operation.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'contract-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function contractOf(files: Readonly<Record<string, string>>): Promise<Contract> {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const supplied = { 'https://example.test/shared.json': 'shared.json' };
  return contractAt('main.yaml', { root: folder, prefix: 'acme', supplied });
}

const HEAD = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\n';

/** Reads a contract with one operation, from the text of its Operation Object. */
async function operationOf(text: string, rest = ''): Promise<Operation> {
  const head = `${HEAD}paths:\n  /x/{id}:\n    parameters: [{name: id, in: path, required: true, schema: true}]\n    post:\n`;
  const {
    operations: [operation],
  } = await contractOf({ 'main.yaml': `${head}${indent(text, 6)}\n${rest}` });
  if (operation === undefined) throw new Error('no operation');
  return operation;
}

function indent(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => ' '.repeat(width) + line)
    .join('\n');
}

describe('reading operations', () => {
  const V2 = 'servers: [{url: "https://{host}/v2/", variables: {host: {default: b.example}}}]';

  test.each([
    ['no server is stated', { own: '', item: '', common: '' }, undefined],
    [
      'servers of the operation take precedence over servers of the path',
      { own: V2, item: 'servers: [{url: /c}]', common: '' },
      ['https://b.example/v2'],
    ],
    [
      'the path states servers, and the list of the operation is empty',
      { own: 'servers: []', item: 'servers: [{url: /c}]', common: '' },
      ['/c'],
    ],
    [
      'an operation has two alternative servers',
      { own: 'servers: [{url: /c}, {url: /d}]', item: '', common: '' },
      ['/c', '/d'],
    ],
    [
      'an operation repeats the server of the description',
      { own: V2, item: '', common: 'servers: [{url: https://b.example/v2}]' },
      undefined,
    ],
    ['an operation states the default server', { own: 'servers: [{url: /}]', item: '', common: '' }, undefined],
  ])(
    'the servers of an operation are those of the nearest part of the contract with servers: %s',
    async (_, { own, item, common }, want) => {
      const path = `  /x:\n    ${item}\n    get:\n      responses: {200: {description: ok}}\n      operationId: getX\n      ${own}\n`;
      const { operations } = await contractOf({ 'main.yaml': `${HEAD}${common}\npaths:\n${path}` });
      expect(operations.map(({ servers }) => servers)).toEqual([want]);
    },
  );

  test('reads all members of an operation', async () => {
    const operation = await operationOf(
      [
        'operationId: doIt',
        'summary: S',
        'description: D',
        'x-acme-mcp-tool: {name: do_it, description: Does it}',
        'x-acme-cli: {command: do-it, description: Does it too}',
        'x-acme-hitl-gate: gate',
        'x-other-cli: 3',
        'requestBody:',
        '  required: true',
        '  content:',
        '    Application/JSON; Charset=UTF-8: {schema: {type: object}, example: {a: 1}}',
        '    text/plain: {}',
        'responses:',
        '  200: {description: ok, headers: {X-Rate: {required: true, schema: {type: integer}}, Content-Type: {schema: true}}}',
        '  4XX:',
        '    description: no',
        '    content:',
        '      application/problem+json: {schema: true, examples: {one: {value: null}, far: {externalValue: a.json}}}',
        '  default: {description: else}',
        '  x-note: 1',
      ].join('\n'),
    );
    expect(operation).toMatchObject({
      id: 'doIt',
      method: 'post',
      path: '/x/{id}',
      summary: 'S',
      description: 'D',
      gate: 'gate',
      security: [],
      location: { file: 'main.yaml', line: 6, column: 5, pointer: '/paths/~1x~1{id}/post' },
      tool: { name: 'do_it', description: 'Does it', location: { line: 10 } },
      command: { name: 'do-it', description: 'Does it too', location: { line: 11 } },
      requestBody: {
        required: true,
        content: [
          {
            mediaType: 'application/json; charset=utf-8',
            schema: 'main.yaml#/paths/~1x~1{id}/post/requestBody/content/Application~1JSON; Charset=UTF-8/schema',
            examples: [{ name: 'example', value: { a: 1 } }],
          },
          { mediaType: 'text/plain', examples: [] },
        ],
      },
    });
    expect(operation.responses.map(({ status }) => status)).toEqual(['200', '4XX', 'default']);
    expect(operation.responses[0]?.headers).toMatchObject([{ name: 'X-Rate', required: true }]);
    expect(operation.responses[1]?.content[0]?.examples).toMatchObject([{ name: 'one', value: null }]);
  });

  test('parameters of a path item are inherited, unless the operation replaces them; styles have defaults', async () => {
    const operation = await operationOf(
      [
        'parameters:',
        '  - {name: id, in: query, schema: true}',
        '  - {name: id, in: path, required: true, style: label, schema: {type: string}, description: own}',
        '  - {name: h, in: header, schema: true}',
        '  - {name: c, in: cookie, schema: true}',
        '  - {name: f, in: query, explode: false, allowReserved: true, schema: true}',
        '  - {name: d, in: query, style: deepObject, schema: true}',
        '  - {name: j, in: query, content: {application/JSON: {schema: {type: object}, example: {a: 1}}}}',
        '  - {name: Accept, in: header, schema: true}',
      ].join('\n'),
    );
    const shown = operation.parameters.map((parameter) => [
      parameter.in,
      parameter.name,
      parameter.style,
      parameter.explode,
      parameter.required,
      parameter.allowReserved,
      parameter.contentType,
    ]);
    expect(shown).toEqual([
      ['path', 'id', 'label', false, true, false, undefined],
      ['query', 'id', 'form', true, false, false, undefined],
      ['header', 'h', 'simple', false, false, false, undefined],
      ['cookie', 'c', 'form', true, false, false, undefined],
      ['query', 'f', 'form', false, false, true, undefined],
      ['query', 'd', 'deepObject', false, false, false, undefined],
      ['query', 'j', 'form', true, false, false, 'application/json'],
    ]);
    expect(operation.parameters[0]?.description).toBe('own');
    expect(operation.parameters.at(-1)?.examples).toMatchObject([{ value: { a: 1 } }]);
  });

  test.each<[string, { given: string; want: unknown }]>([
    [
      'the security of the contract is inherited',
      { given: '{}', want: [[{ kind: 'http', name: 'b', scheme: 'bearer' }]] },
    ],
    ['an empty list removes the security of the contract', { given: 'security: []', want: [] }],
    [
      'credentials are optional',
      {
        given: 'security: [{}, {k: []}]',
        want: [[], [{ kind: 'apiKey', name: 'k', in: 'header', parameter: 'X-Key' }]],
      },
    ],
    [
      'two schemes are required together',
      {
        given: 'security: [{b: [], o: [read]}]',
        want: [
          [
            { kind: 'http', name: 'b', scheme: 'bearer' },
            { kind: 'other', name: 'o', type: 'openIdConnect' },
          ],
        ],
      },
    ],
  ])('an operation has its own security, or the security of the contract: %s', async (_, { given, want }) => {
    const rest = [
      'security: [{b: []}]',
      'components:',
      '  securitySchemes:',
      '    b: {type: http, scheme: Bearer}',
      '    k: {$ref: "#/components/securitySchemes/real"}',
      '    real: {type: apiKey, in: header, name: X-Key}',
      '    o: {type: openIdConnect, openIdConnectUrl: https://example.test}',
    ].join('\n');
    const operation = await operationOf(given === '{}' ? 'summary: S' : given, rest);
    expect(operation.security).toEqual(want);
  });

  test('an operation without an id gets an id from its method and path; a repeated id gets a suffix', async () => {
    const { operations } = await contractOf({
      'main.yaml':
        `${HEAD}paths:\n  /a-b/{Id}: {parameters: [{name: Id, in: path, required: true, schema: true}], get: {}, head: {}}\n` +
        '  /a.b/Id: {get: {}}\n  /: {get: {}, post: {operationId: get_a_b_Id}}\n',
    });
    expect(operations.map(({ id }) => id)).toEqual([
      'get_a_b_Id_2',
      'head_a_b_Id',
      'get_a_b_Id_3',
      'get',
      'get_a_b_Id',
    ]);
  });

  test('webhooks and callbacks are not operations', async () => {
    const { operations } = await contractOf({
      'main.yaml':
        `${HEAD}paths:\n  /: {get: {operationId: one, callbacks: {c: {"{$url}": {post: {operationId: two}}}}}}\n` +
        'webhooks: {w: {post: {operationId: one}}}\n',
    });
    expect(operations.map(({ id }) => id)).toEqual(['one']);
  });
});

describe('reading references', () => {
  const FILES = {
    'main.yaml':
      `${HEAD}paths:\n  /items/{id}: {$ref: "parts/item%20path.yaml#/paths/~1items~1%7Bid%7D"}\n` +
      'components:\n  schemas:\n    Local: {$ref: "https://example.test/shared.json#/$defs/name"}\n',
    'parts/item path.yaml':
      'paths:\n  /items/{id}:\n    get:\n      operationId: getItem\n' +
      '      parameters: [{$ref: "../shared.json#/parameters/id", description: here}]\n' +
      '      responses: {200: {$ref: "#/answers/ok"}}\n' +
      'answers:\n  ok:\n    description: ok\n    headers: {H: {$ref: "../shared.json#/headers/h"}}\n    content:\n      text/plain:\n' +
      '        examples: {e: {$ref: "../shared.json#/examples/e"}}\n        schema: {$ref: "../shared.json#/$defs/name"}\n',
    'shared.json': JSON.stringify({
      parameters: {
        id: { $ref: '#/parameters/real' },
        real: { name: 'id', in: 'path', required: true, schema: { $ref: '#/$defs/name' } },
      },
      headers: { h: { schema: { $ref: '#/$defs/name' } } },
      examples: { e: { value: 'x' } },
      $defs: { name: { type: 'string', maxLength: 3 } },
    }),
  };

  test('references are followed across files for every kind of object', async () => {
    const {
      operations: [operation],
      schemas,
    } = await contractOf(FILES);
    expect(operation).toMatchObject({
      id: 'getItem',
      path: '/items/{id}',
      location: { file: join('parts', 'item path.yaml'), line: 3 },
      parameters: [{ name: 'id', description: 'here', schema: 'shared.json#/parameters/real/schema' }],
      responses: [
        {
          headers: [{ name: 'H', schema: 'shared.json#/headers/h/schema' }],
          content: [
            {
              schema: 'parts/item%20path.yaml#/answers/ok/content/text~1plain/schema',
              examples: [{ name: 'e', value: 'x', location: { file: 'shared.json' } }],
            },
          ],
        },
      ],
    });
    const [parameter] = operation?.parameters ?? [];
    expect(parameter && schemas.validate(parameter.schema, 'long')).toMatchObject([
      { schema: 'shared.json#/$defs/name/maxLength' },
    ]);
  });

  test('the digest of a contract covers every file', async () => {
    const before = (await contractOf(FILES)).digest;
    const after = (await contractOf({ ...FILES, 'shared.json': `${FILES['shared.json']}\n` })).digest;
    expect(before).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(after).not.toBe(before);
  });

  test('operations next to the $ref of a path item are kept', async () => {
    const { operations } = await contractOf({
      'main.yaml':
        `${HEAD}paths:\n  /a: {$ref: "#/components/pathItems/p", get: {operationId: own}}\n` +
        'components:\n  pathItems:\n    p: {get: {operationId: other}, put: {operationId: more}}\n',
    });
    expect(operations.map(({ id }) => id)).toEqual(['own', 'more']);
  });
});

test('the title, the version and the locations of a contract are read', async () => {
  const contract = await contractOf({ 'main.yaml': `${HEAD}x-a:\n  __proto__: 1\n` });
  expect(contract).toMatchObject({ title: 'T', version: '1', file: 'main.yaml', operations: [] });
  expect(JSON.stringify(contract.document)).toContain('{"__proto__":1}');
  expect(contract.locate('/x-a/__proto__/deeper')).toEqual({
    file: 'main.yaml',
    line: 4,
    column: 3,
    pointer: '/x-a/__proto__/deeper',
  });
});

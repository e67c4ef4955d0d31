import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContractFault } from '../contract.js';
import { readContract } from './read-contract.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'faults-'));
  writeFileSync(join(folder, 'other.yaml'), 'a: {b: 1}\n');
  writeFileSync(join(folder, 'broken.yaml'), 'a: [\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

async function faultsOf(text: string): Promise<readonly ContractFault[]> {
  writeFileSync(join(folder, 'main.yaml'), text);
  const reading = await readContract('main.yaml', { root: folder, prefix: 'acme' });
  return reading.kind === 'faults' ? reading.faults : (reading.contract.readAround ?? []);
}

const HEAD = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\n';

type Row = [string, { readonly given: string; readonly want: readonly string[] }];

/** Checks that every fault has a repair and names the file in which it occurs. */
function judge(rows: readonly Row[], wrap: (text: string) => string): void {
  test.each(rows)('a faulty contract is reported with its line: %s', async (_, { given, want }) => {
    const faults = await faultsOf(wrap(given));
    expect(faults.map(({ code, location }) => `${code} ${location.file}:${location.line}`)).toEqual(want);
    for (const { message, repair } of faults) {
      expect(message).not.toBe('');
      expect(repair).toMatch(/^[A-Z].*\.$/);
    }
  });
}

describe('faults of the top-level members', () => {
  judge(
    [
      [
        'a description of OpenAPI 3.0 without info',
        { given: 'openapi: 3.0.3\n', want: ['info-missing main.yaml:1', 'info-missing main.yaml:1'] },
      ],
      ['a description of Swagger 2.0', { given: 'info: {}\nswagger: "2.0"\n', want: ['openapi-version main.yaml:2'] }],
      ['a description of OpenAPI 3.2', { given: 'openapi: 3.2.0\n', want: ['openapi-version main.yaml:1'] }],
      ['an OpenAPI version that is a number', { given: 'openapi: 3.1\n', want: ['openapi-version main.yaml:1'] }],
      ['a description without an OpenAPI version', { given: 'a: 1\n', want: ['openapi-version main.yaml:1'] }],
      ['a description that is a list', { given: '- 1\n', want: ['not-an-object main.yaml:1'] }],
      ['an empty file', { given: '', want: ['not-an-object main.yaml:1'] }],
      [
        'a description without info',
        { given: 'openapi: 3.1.1\n', want: ['info-missing main.yaml:1', 'info-missing main.yaml:1'] },
      ],
      [
        'a version in info that is a number',
        { given: 'openapi: 3.1.0\ninfo:\n  title: T\n  version: 1.0\n', want: ['info-missing main.yaml:4'] },
      ],
      [
        'an unsupported dialect',
        {
          given: `${HEAD}jsonSchemaDialect: http://json-schema.org/draft-07/schema#\n`,
          want: ['schema-dialect main.yaml:3'],
        },
      ],
      ['paths that are a list', { given: `${HEAD}paths: []\n`, want: ['shape main.yaml:3'] }],
      [
        'an order of refusals that contains a success status',
        { given: `${HEAD}paths: {}\nx-acme-refusal-order: [401, 200]\n`, want: ['extension-malformed main.yaml:4'] },
      ],
    ],
    (text) => text,
  );

  test('the repair for a fault of the top-level members names the OpenAPI version of the description', async () => {
    expect((await faultsOf('swagger: "2.0"'))[0]?.repair).toContain('npx swagger2openapi');
    expect((await faultsOf('openapi: 3.2.0'))[0]?.repair).toContain('3.1.0');
  });
});

describe('faults of paths', () => {
  judge(
    [
      ['an undeclared parameter', { given: '/a/{id}: {get: {}}', want: ['path-parameter-undeclared main.yaml:4'] }],
      [
        'a path parameter that is not in the template',
        {
          given: '/a:\n    get:\n      parameters:\n        - {name: id, in: path, required: true, schema: true}',
          want: ['path-parameter-unused main.yaml:7'],
        },
      ],
      ['two equivalent paths', { given: '/a/{x}: {}\n  /b: {}\n  /a/{y}: {}', want: ['path-duplicate main.yaml:6'] }],
      ['a parameter that is twice in a path', { given: '/a/{x}/{x}: {}', want: ['path-malformed main.yaml:4'] }],
      ['a path with an open brace', { given: '/a/{x: {}', want: ['path-malformed main.yaml:4'] }],
      ['a path that does not start with a slash', { given: 'a: {}', want: ['path-malformed main.yaml:4'] }],
      ['a path item that is a list', { given: '/a: []', want: ['shape main.yaml:4'] }],
      ['an operation that is a list', { given: '/a: {get: []}', want: ['shape main.yaml:4'] }],
      [
        'a dangling reference',
        { given: '/a:\n    $ref: "#/components/pathItems/none"', want: ['reference-dangling main.yaml:5'] },
      ],
      [
        'a dangling reference into a file',
        { given: '/a: {$ref: "other.yaml#/a/c"}', want: ['reference-dangling main.yaml:4'] },
      ],
      ['a reference to a missing file', { given: '/a: {$ref: "none.yaml"}', want: ['document-missing main.yaml:4'] }],
      [
        'two references to a file with a syntax error, which is reported once',
        {
          given: '/a: {$ref: "broken.yaml"}\n  /b: {$ref: "broken.yaml"}',
          want: ['document-syntax broken.yaml:2'],
        },
      ],
      [
        'a remote reference',
        { given: '/a: {$ref: "https://example.test/a.yaml"}', want: ['reference-remote main.yaml:4'] },
      ],
      ['a reference that is not a URI', { given: '/a: {$ref: "http://["}', want: ['reference-malformed main.yaml:4'] }],
      ['a fragment that is not a pointer', { given: '/a: {$ref: "#a"}', want: ['reference-malformed main.yaml:4'] }],
      ['a malformed percent-encoding', { given: '/a: {$ref: "#/%zz"}', want: ['reference-malformed main.yaml:4'] }],
      ['a reference to itself', { given: '/a: {$ref: "#/paths/~1a"}', want: ['reference-cycle main.yaml:4'] }],
      [
        'two references that form a cycle',
        {
          given: '/a: {$ref: "#/paths/~1b"}\n  /b: {$ref: "#/paths/~1a"}',
          want: ['reference-cycle main.yaml:4', 'reference-cycle main.yaml:5'],
        },
      ],
      ['a reference to toString', { given: '/a: {$ref: "#/toString"}', want: ['reference-dangling main.yaml:4'] }],
    ],
    (text) => `${HEAD}paths:\n  ${text}\n`,
  );

  test('the fault of a repeated operationId names both operations', async () => {
    const faults = await faultsOf(
      `${HEAD}paths:\n  /a:\n    get:\n      operationId: same\n    put:\n      operationId: same\n`,
    );
    expect(faults).toMatchObject([{ code: 'operation-id-duplicate', location: { line: 8, column: 7 } }]);
    expect(faults[0]?.message).toContain('main.yaml:6:7');
  });
});

describe('faults of operations', () => {
  judge(
    [
      [
        'an operationId that is not a string',
        { given: 'operationId: 3', want: ['operation-id-malformed main.yaml:6'] },
      ],
      ['parameters that are not a list', { given: 'parameters: {}', want: ['shape main.yaml:6'] }],
      [
        'a parameter without a location',
        { given: 'parameters: [{name: a, schema: true}]', want: ['parameter-malformed main.yaml:6'] },
      ],
      [
        'a parameter location with the name of an inherited member',
        {
          given: 'parameters: [{name: a, in: toString, schema: true}]',
          want: ['parameter-malformed main.yaml:6'],
        },
      ],
      [
        'a parameter without a schema',
        { given: 'parameters: [{name: a, in: query}]', want: ['parameter-schema main.yaml:6'] },
      ],
      [
        'a parameter with schema and content',
        {
          given: 'parameters: [{name: a, in: query, schema: true, content: {a/b: {schema: true}}}]',
          want: ['parameter-schema main.yaml:6'],
        },
      ],
      [
        'a parameter with two media types',
        {
          given: 'parameters: [{name: a, in: query, content: {a/b: {schema: true}, c/d: {schema: true}}}]',
          want: ['parameter-schema main.yaml:6'],
        },
      ],
      [
        'a parameter that is declared twice',
        {
          given:
            'parameters:\n        - {name: a, in: query, schema: true}\n        - {name: a, in: query, schema: true}',
          want: ['parameter-duplicate main.yaml:8'],
        },
      ],
      [
        'two header parameters that differ only in case',
        {
          given:
            'parameters:\n        - {name: a, in: header, schema: true}\n        - {name: A, in: header, schema: true}',
          want: ['parameter-duplicate main.yaml:8'],
        },
      ],
      [
        'a style that the location does not allow',
        {
          given: 'parameters: [{name: a, in: header, style: form, schema: true}]',
          want: ['parameter-style main.yaml:6'],
        },
      ],
      [
        'a boolean field that is a string',
        { given: 'parameters: [{name: a, in: query, required: "yes", schema: true}]', want: ['shape main.yaml:6'] },
      ],
      ['a body without content', { given: 'requestBody: {}', want: ['request-body-content main.yaml:6'] }],
      ['responses without a status', { given: 'responses: {x-a: 1}', want: ['responses-missing main.yaml:6'] }],
      [
        'an invalid status',
        {
          given: 'responses: {ok: {}, 600: {}, 4xx: {}}',
          want: ['response-status main.yaml:6', 'response-status main.yaml:6', 'response-status main.yaml:6'],
        },
      ],
      ['a response that is a string', { given: 'responses: {200: fine}', want: ['shape main.yaml:6'] }],
      [
        'a tool extension without a description',
        { given: 'x-acme-mcp-tool: {name: a}', want: ['extension-malformed main.yaml:6'] },
      ],
      ['an x-acme-cli that is a string', { given: 'x-acme-cli: do-it', want: ['extension-malformed main.yaml:6'] }],
      [
        'a repeat extension with a conflict but no key',
        { given: 'x-acme-repeat: { conflict: 409 }', want: ['extension-malformed main.yaml:6'] },
      ],
      [
        'a repeat extension with a key in the path',
        { given: 'x-acme-repeat: { key: /path/id }', want: ['extension-malformed main.yaml:6'] },
      ],
      ['a gate name that is a list', { given: 'x-acme-hitl-gate: [a]', want: ['extension-malformed main.yaml:6'] }],
      ['an unknown security scheme', { given: 'security: [{none: []}]', want: ['security-unknown main.yaml:6'] }],
      ['security that is not a list', { given: 'security: {none: []}', want: ['security-malformed main.yaml:6'] }],
      ['security as a list of strings', { given: 'security: [none]', want: ['security-malformed main.yaml:6'] }],
      ['scopes that are not a list', { given: 'security: [{s: read}]', want: ['security-malformed main.yaml:6'] }],
    ],
    (text) =>
      `${HEAD}paths:\n  /a:\n    get:\n      ${text}\ncomponents: {securitySchemes: {s: {type: http, scheme: bearer}}}\n`,
  );

  test('a fault of a shared component is reported once', async () => {
    const parameter = '{$ref: "#/components/parameters/p"}';
    const operation = `{parameters: [${parameter}], responses: {}}`;
    const components = 'components:\n  parameters:\n    p: {name: p}\n';
    const faults = await faultsOf(`${HEAD}paths:\n  /a: {get: ${operation}, put: ${operation}}\n${components}`);
    expect(faults.map(({ code, location }) => `${code} ${location.pointer}`)).toEqual([
      'parameter-malformed /components/parameters/p',
      'responses-missing /paths/~1a/get/responses',
      'responses-missing /paths/~1a/put/responses',
    ]);
  });
});

describe('faults of components that no operation uses', () => {
  judge(
    [
      [
        'a parameter without a location',
        { given: 'parameters: {p: {name: p, in: path, schema: true}}', want: ['parameter-required main.yaml:4'] },
      ],
      ['a dangling response', { given: 'responses: {r: {$ref: "#/none"}}', want: ['reference-dangling main.yaml:4'] }],
      ['a malformed header schema', { given: 'headers: {h: {schema: 3}}', want: ['schema-malformed main.yaml:4'] }],
      [
        'a security scheme that defines no credential',
        { given: 'securitySchemes: {s: {type: http}}', want: ['security-scheme main.yaml:4'] },
      ],
      [
        'an API key without a location',
        { given: 'securitySchemes: {s: {type: apiKey, name: k}}', want: ['security-scheme main.yaml:4'] },
      ],
      ['a malformed request body', { given: 'requestBodies: {b: {content: {a/b: 3}}}', want: ['shape main.yaml:4'] }],
    ],
    (text) => `${HEAD}components:\n  ${text}\n`,
  );
});

describe('faults of schemas', () => {
  judge(
    [
      [
        'a dangling reference',
        { given: '{$ref: "#/components/schemas/None"}', want: ['reference-dangling main.yaml:5'] },
      ],
      ['a reference to a missing anchor', { given: '{$ref: "#none"}', want: ['reference-dangling main.yaml:5'] }],
      ['a reference to a string', { given: '{$ref: "#/info/title"}', want: ['schema-malformed main.yaml:5'] }],
      [
        'a remote reference',
        { given: '{items: {$ref: "https://example.test/a.json"}}', want: ['reference-remote main.yaml:5'] },
      ],
      [
        'a dangling reference in a schema with a valid reference',
        {
          given: '{$ref: "other.yaml#/a", properties: {p: {$dynamicRef: "#none"}}}',
          want: ['reference-dangling main.yaml:5'],
        },
      ],
      [
        'a pattern that does not compile',
        { given: '{type: string, pattern: "("}', want: ['schema-pattern main.yaml:5'] },
      ],
      [
        'an escape that the u flag forbids',
        { given: '{patternProperties: {"\\\\-": true}}', want: ['schema-pattern main.yaml:5'] },
      ],
      ['an unknown type', { given: '{type: strng}', want: ['schema-malformed main.yaml:5'] }],
      ['an empty list of types', { given: '{type: []}', want: ['schema-malformed main.yaml:5'] }],
      ['a boolean exclusiveMinimum', { given: '{exclusiveMinimum: true}', want: ['schema-malformed main.yaml:5'] }],
      ['a list of schemas in `items`', { given: '{items: [true]}', want: ['schema-malformed main.yaml:5'] }],
      [
        'a boolean `required` at a property',
        { given: '{properties: {a: {required: true}}}', want: ['schema-malformed main.yaml:5'] },
      ],
      ['a multipleOf with the divisor 0', { given: '{multipleOf: 0}', want: ['schema-malformed main.yaml:5'] }],
      [
        'an unsupported dialect',
        { given: '{$schema: "http://json-schema.org/draft-07/schema#"}', want: ['schema-dialect main.yaml:5'] },
      ],
      [
        'a schema that refers to itself',
        { given: '{$ref: "#/components/schemas/S"}', want: ['schema-endless main.yaml:5'] },
      ],
      [
        'a schema that applies itself to the same value',
        {
          given: '{anyOf: [{type: string}, {allOf: [{$ref: "#/components/schemas/S"}]}]}',
          want: ['schema-endless main.yaml:5'],
        },
      ],
      [
        'a dependency of __proto__, which the validator would ignore',
        { given: '{dependentRequired: {__proto__: [a]}}', want: ['schema-unsupported main.yaml:5'] },
      ],
      [
        'recursion through a property is not a fault',
        { given: '{properties: {next: {$ref: "#/components/schemas/S"}}}', want: [] },
      ],
      [
        'keywords of other vocabularies are not faults',
        {
          given:
            '{nullable: true, example: {$ref: 3}, discriminator: {propertyName: a, mapping: {b: "#/x"}}, x-a: {$ref: "#/x"}}',
          want: [],
        },
      ],
      ['an empty list of alternatives is not a fault', { given: '{oneOf: []}', want: [] }],
    ],
    (text) => `${HEAD}components:\n  schemas:\n    S: ${text}\n`,
  );
});

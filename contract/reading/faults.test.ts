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

type Row = [string, string, readonly string[]];

/** Checks for each row that every fault has a repair and states the file in which it occurs. */
function judge(rows: readonly Row[], wrap: (text: string) => string): void {
  test.each(rows)('the reader reports the faults of a contract: %s → $2', async (_, given, want) => {
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
        'openapi: 3.0.3\n',
        ['info-missing main.yaml:1', 'info-missing main.yaml:1'],
      ],
      ['a description of Swagger 2.0', 'info: {}\nswagger: "2.0"\n', ['openapi-version main.yaml:2']],
      ['a description of OpenAPI 3.2', 'openapi: 3.2.0\n', ['openapi-version main.yaml:1']],
      ['an OpenAPI version that is a number', 'openapi: 3.1\n', ['openapi-version main.yaml:1']],
      ['a description without an OpenAPI version', 'a: 1\n', ['openapi-version main.yaml:1']],
      ['a description that is a list', '- 1\n', ['not-an-object main.yaml:1']],
      ['an empty file', '', ['not-an-object main.yaml:1']],
      ['a description without info', 'openapi: 3.1.1\n', ['info-missing main.yaml:1', 'info-missing main.yaml:1']],
      [
        'a version in info that is a number',
        'openapi: 3.1.0\ninfo:\n  title: T\n  version: 1.0\n',
        ['info-missing main.yaml:4'],
      ],
      [
        'an unsupported dialect',
        `${HEAD}jsonSchemaDialect: http://json-schema.org/draft-07/schema#\n`,
        ['schema-dialect main.yaml:3'],
      ],
      ['paths that are a list', `${HEAD}paths: []\n`, ['shape main.yaml:3']],
      [
        'an order of refusals that contains a success status',
        `${HEAD}paths: {}\nx-acme-refusal-order: [401, 200]\n`,
        ['extension-malformed main.yaml:4'],
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
      ['an undeclared parameter', '/a/{id}: {get: {}}', ['path-parameter-undeclared main.yaml:4']],
      [
        'a path parameter that is not in the template',
        '/a:\n    get:\n      parameters:\n        - {name: id, in: path, required: true, schema: true}',
        ['path-parameter-unused main.yaml:7'],
      ],
      ['two equivalent paths', '/a/{x}: {}\n  /b: {}\n  /a/{y}: {}', ['path-duplicate main.yaml:6']],
      ['a parameter that is twice in a path', '/a/{x}/{x}: {}', ['path-malformed main.yaml:4']],
      ['a path with an open brace', '/a/{x: {}', ['path-malformed main.yaml:4']],
      ['a path that does not start with a slash', 'a: {}', ['path-malformed main.yaml:4']],
      ['a path item that is a list', '/a: []', ['shape main.yaml:4']],
      ['an operation that is a list', '/a: {get: []}', ['shape main.yaml:4']],
      ['a dangling reference', '/a:\n    $ref: "#/components/pathItems/none"', ['reference-dangling main.yaml:5']],
      ['a dangling reference into a file', '/a: {$ref: "other.yaml#/a/c"}', ['reference-dangling main.yaml:4']],
      ['a reference to a missing file', '/a: {$ref: "none.yaml"}', ['document-missing main.yaml:4']],
      [
        'two references to a file with a syntax error, which is reported once',
        '/a: {$ref: "broken.yaml"}\n  /b: {$ref: "broken.yaml"}',
        ['document-syntax broken.yaml:2'],
      ],
      ['a remote reference', '/a: {$ref: "https://example.test/a.yaml"}', ['reference-remote main.yaml:4']],
      ['a reference that is not a URI', '/a: {$ref: "http://["}', ['reference-malformed main.yaml:4']],
      ['a fragment that is not a pointer', '/a: {$ref: "#a"}', ['reference-malformed main.yaml:4']],
      ['a malformed percent-encoding', '/a: {$ref: "#/%zz"}', ['reference-malformed main.yaml:4']],
      ['a reference to itself', '/a: {$ref: "#/paths/~1a"}', ['reference-cycle main.yaml:4']],
      [
        'two references that form a cycle',
        '/a: {$ref: "#/paths/~1b"}\n  /b: {$ref: "#/paths/~1a"}',
        ['reference-cycle main.yaml:4', 'reference-cycle main.yaml:5'],
      ],
      ['a reference to toString', '/a: {$ref: "#/toString"}', ['reference-dangling main.yaml:4']],
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
      ['an operationId that is not a string', 'operationId: 3', ['operation-id-malformed main.yaml:6']],
      ['parameters that are not a list', 'parameters: {}', ['shape main.yaml:6']],
      ['a parameter without a location', 'parameters: [{name: a, schema: true}]', ['parameter-malformed main.yaml:6']],
      [
        'a parameter location with the name of an inherited member',
        'parameters: [{name: a, in: toString, schema: true}]',
        ['parameter-malformed main.yaml:6'],
      ],
      ['a parameter without a schema', 'parameters: [{name: a, in: query}]', ['parameter-schema main.yaml:6']],
      [
        'a parameter with schema and content',
        'parameters: [{name: a, in: query, schema: true, content: {a/b: {schema: true}}}]',
        ['parameter-schema main.yaml:6'],
      ],
      [
        'a parameter with two media types',
        'parameters: [{name: a, in: query, content: {a/b: {schema: true}, c/d: {schema: true}}}]',
        ['parameter-schema main.yaml:6'],
      ],
      [
        'a parameter that is declared twice',
        'parameters:\n        - {name: a, in: query, schema: true}\n        - {name: a, in: query, schema: true}',
        ['parameter-duplicate main.yaml:8'],
      ],
      [
        'two header parameters that differ only in case',
        'parameters:\n        - {name: a, in: header, schema: true}\n        - {name: A, in: header, schema: true}',
        ['parameter-duplicate main.yaml:8'],
      ],
      [
        'a style that the location does not allow',
        'parameters: [{name: a, in: header, style: form, schema: true}]',
        ['parameter-style main.yaml:6'],
      ],
      [
        'a boolean field that is a string',
        'parameters: [{name: a, in: query, required: "yes", schema: true}]',
        ['shape main.yaml:6'],
      ],
      ['a body without content', 'requestBody: {}', ['request-body-content main.yaml:6']],
      ['responses without a status', 'responses: {x-a: 1}', ['responses-missing main.yaml:6']],
      [
        'an invalid status',
        'responses: {ok: {}, 600: {}, 4xx: {}}',
        ['response-status main.yaml:6', 'response-status main.yaml:6', 'response-status main.yaml:6'],
      ],
      ['a response that is a string', 'responses: {200: fine}', ['shape main.yaml:6']],
      ['a tool extension without a description', 'x-acme-mcp-tool: {name: a}', ['extension-malformed main.yaml:6']],
      ['an x-acme-cli that is a string', 'x-acme-cli: do-it', ['extension-malformed main.yaml:6']],
      [
        'a repeat extension with a conflict but no key',
        'x-acme-repeat: { conflict: 409 }',
        ['extension-malformed main.yaml:6'],
      ],
      [
        'a repeat extension with a key in the path',
        'x-acme-repeat: { key: /path/id }',
        ['extension-malformed main.yaml:6'],
      ],
      ['a gate name that is a list', 'x-acme-hitl-gate: [a]', ['extension-malformed main.yaml:6']],
      ['an unknown security scheme', 'security: [{none: []}]', ['security-unknown main.yaml:6']],
      ['security that is not a list', 'security: {none: []}', ['security-malformed main.yaml:6']],
      ['security as a list of strings', 'security: [none]', ['security-malformed main.yaml:6']],
      ['scopes that are not a list', 'security: [{s: read}]', ['security-malformed main.yaml:6']],
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
        'parameters: {p: {name: p, in: path, schema: true}}',
        ['parameter-required main.yaml:4'],
      ],
      ['a dangling response', 'responses: {r: {$ref: "#/none"}}', ['reference-dangling main.yaml:4']],
      ['a malformed header schema', 'headers: {h: {schema: 3}}', ['schema-malformed main.yaml:4']],
      [
        'a security scheme that defines no credential',
        'securitySchemes: {s: {type: http}}',
        ['security-scheme main.yaml:4'],
      ],
      [
        'an API key without a location',
        'securitySchemes: {s: {type: apiKey, name: k}}',
        ['security-scheme main.yaml:4'],
      ],
      ['a malformed request body', 'requestBodies: {b: {content: {a/b: 3}}}', ['shape main.yaml:4']],
    ],
    (text) => `${HEAD}components:\n  ${text}\n`,
  );
});

describe('faults of schemas', () => {
  judge(
    [
      ['a dangling reference', '{$ref: "#/components/schemas/None"}', ['reference-dangling main.yaml:5']],
      ['a reference to a missing anchor', '{$ref: "#none"}', ['reference-dangling main.yaml:5']],
      ['a reference to a string', '{$ref: "#/info/title"}', ['schema-malformed main.yaml:5']],
      ['a remote reference', '{items: {$ref: "https://example.test/a.json"}}', ['reference-remote main.yaml:5']],
      [
        'a dangling reference in a schema with a valid reference',
        '{$ref: "other.yaml#/a", properties: {p: {$dynamicRef: "#none"}}}',
        ['reference-dangling main.yaml:5'],
      ],
      ['a pattern that does not compile', '{type: string, pattern: "("}', ['schema-pattern main.yaml:5']],
      ['an escape that the u flag forbids', '{patternProperties: {"\\\\-": true}}', ['schema-pattern main.yaml:5']],
      ['an unknown type', '{type: strng}', ['schema-malformed main.yaml:5']],
      ['an empty list of types', '{type: []}', ['schema-malformed main.yaml:5']],
      ['a boolean exclusiveMinimum', '{exclusiveMinimum: true}', ['schema-malformed main.yaml:5']],
      ['a list of schemas in `items`', '{items: [true]}', ['schema-malformed main.yaml:5']],
      ['a boolean `required` at a property', '{properties: {a: {required: true}}}', ['schema-malformed main.yaml:5']],
      ['a multipleOf with the divisor 0', '{multipleOf: 0}', ['schema-malformed main.yaml:5']],
      [
        'an unsupported dialect',
        '{$schema: "http://json-schema.org/draft-07/schema#"}',
        ['schema-dialect main.yaml:5'],
      ],
      ['a schema that refers to itself', '{$ref: "#/components/schemas/S"}', ['schema-endless main.yaml:5']],
      [
        'a schema that applies itself to the same value',
        '{anyOf: [{type: string}, {allOf: [{$ref: "#/components/schemas/S"}]}]}',
        ['schema-endless main.yaml:5'],
      ],
      [
        'a dependency of __proto__, which the validator would ignore',
        '{dependentRequired: {__proto__: [a]}}',
        ['schema-unsupported main.yaml:5'],
      ],
      ['recursion through a property is not a fault', '{properties: {next: {$ref: "#/components/schemas/S"}}}', []],
      [
        'keywords of other vocabularies are not faults',
        '{nullable: true, example: {$ref: 3}, discriminator: {propertyName: a, mapping: {b: "#/x"}}, x-a: {$ref: "#/x"}}',
        [],
      ],
      ['an empty list of alternatives is not a fault', '{oneOf: []}', []],
    ],
    (text) => `${HEAD}components:\n  schemas:\n    S: ${text}\n`,
  );
});

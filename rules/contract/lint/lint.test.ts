import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import type { LintResult } from './lint-result.js';
import { lintContract } from './lint.js';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'parity-lint-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the contracts of this project', () => {
  test.each(['item-service', 'science-runtime'])('the contract %s has no lint results', async (name) => {
    const options = { prefix: 'svc', needs: { tool: true, command: true }, root: PROJECT, forbiddenWords: ['acme'] };
    expect(await lintContract(`contract/${name}.openapi.yaml`, options)).toEqual([]);
  });
});

describe('a contract that cannot be linted', () => {
  test('a missing file is reported', async () => {
    const results = await lint('none.yaml');
    expect(results).toMatchObject([
      { rule: 'contract/readable', severity: 'error', location: { file: 'none.yaml', line: 1 } },
    ]);
  });

  test('a file that is not YAML is reported', async () => {
    write('broken.yaml', 'openapi: 3.1.0\npaths: {');
    expect(await lint('broken.yaml')).toMatchObject([
      { rule: 'contract/readable', location: { file: 'broken.yaml', line: 2 } },
    ]);
  });

  test('a document that is not OpenAPI is reported', async () => {
    write('other.yaml', 'groups: []');
    expect(await lint('other.yaml')).toMatchObject([
      { rule: 'contract/dialect', message: 'the document is not OpenAPI 3.1 or 3.0' },
    ]);
  });

  test('a chain of schemas whose size doubles at each reference is reported', async () => {
    write('bomb.json', JSON.stringify(chain(40, (next) => ({ allOf: [next, next] }))));
    expect(await lint('bomb.json')).toMatchObject([
      { rule: 'contract/readable', message: expect.stringContaining('too large') },
    ]);
  });

  test('a chain of schemas that is nested too deeply is reported', async () => {
    write('deep.json', JSON.stringify(chain(2000, (next) => ({ items: next }))));
    expect(await lint('deep.json')).toMatchObject([
      { rule: 'contract/readable', message: expect.stringContaining('too large') },
    ]);
  });
});

describe('the location of a lint result', () => {
  test('a result names the file that contains the fault', async () => {
    write(
      'shared.yaml',
      'responses:\n  Bad:\n    description: Bad.\n    content:\n      application/json:\n        schema: {}\n',
    );
    write('split.json', JSON.stringify(withPath(operation({ 400: { $ref: 'shared.yaml#/responses/Bad' } }))));
    const location = { file: 'shared.yaml', line: 5, column: 7, pointer: '/responses/Bad/content/application~1json' };
    expect(await lint('split.json')).toMatchObject([
      { rule: 'contract/examples-present', location },
      { rule: 'contract/problem-format', location },
    ]);
  });

  test('a fault below a key with a plus sign has the right location', async () => {
    const content = { 'application/problem+json': { schema: { type: 'object' }, example: {} } };
    const path = withPath(operation({ 400: { $ref: '#/components/responses/Bad' } }));
    write(
      'plus.json',
      JSON.stringify({ ...path, components: { responses: { Bad: { description: 'Bad.', content } } } }),
    );
    const pointer = '/components/responses/Bad/content/application~1problem+json';
    expect(await lint('plus.json')).toMatchObject([{ rule: 'contract/problem-format', location: { pointer } }]);
  });

  test('results name their operations, and are sorted by location', async () => {
    const bare = { ...operation({}), description: '' };
    const paths = { '/b': { get: bare }, '/a': { get: { ...bare, operationId: 'Second' } } };
    write('many.json', JSON.stringify({ ...document(), paths }, null, 1));
    const results = await lint('many.json');
    expect(results.map(({ rule, severity, operation: id }) => [rule, severity, id])).toEqual([
      ['oas/operation-description', 'warning', 'getA'],
      ['contract/operation-id-convention', 'warning', 'Second'],
      ['oas/operation-description', 'warning', 'Second'],
    ]);
    expect(await lint('many.json')).toEqual(results);
  });
});

test.each([
  ['3.0.3', { type: 'array' }, ['oas/array-items']],
  ['3.1.0', { type: 'array' }, []],
  ['3.1.0', { type: ['array', 'null'] }, []],
  ['3.1.0', { type: 'array', prefixItems: [{ type: 'integer' }], items: false }, []],
])('an array schema without `items`: OpenAPI %s, %j (results: $2)', async (openapi, schema, want) => {
  const paths = { '/a': { get: operation({ 200: { description: 'A list.', content: { 'text/csv': { schema } } } }) } };
  const { jsonSchemaDialect: _, ...common } = document() as { jsonSchemaDialect?: string };
  write('array.json', JSON.stringify({ ...common, openapi, paths }));
  const rules = (await lint('array.json')).map(({ rule }) => rule);
  expect(rules.filter((rule) => rule.startsWith('oas/'))).toEqual(want);
});

test('an example may omit readOnly members in requests and writeOnly members in replies', async () => {
  const properties = {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string' },
    secret: { type: 'string', writeOnly: true },
  };
  const schema = {
    type: 'object',
    required: ['id', 'name', 'secret'],
    properties,
    examples: [{ id: 1, name: 'a' }, { name: 'a', secret: 's' }, { id: 1 }],
  };
  const media = (example: object): object => ({
    'application/json': { schema: { $ref: '#/components/schemas/User' }, example },
  });
  const responses = {
    201: { description: 'Made.', content: media({ id: 1, name: 'a' }) },
    200: { description: 'Made.', content: media({ id: 1, secret: 's' }) },
  };
  const made = { ...operation(responses), requestBody: { content: media({ name: 'a', secret: 's' }) } };
  write(
    'directions.json',
    JSON.stringify({ ...document(), paths: { '/a': { post: made } }, components: { schemas: { User: schema } } }),
  );
  const faults = (await lint('directions.json')).filter(({ rule }) => rule === 'contract/examples-valid');
  expect([...new Set(faults.map(({ location }) => location?.pointer))]).toEqual([
    '/paths/~1a/post/responses/200/content/application~1json/example',
    '/components/schemas/User/examples/2',
  ]);
});

test.each<[string, object, readonly string[]]>([
  ['that may be omitted', { required: false }, ['contract/read-around']],
  ['without `required`', {}, ['contract/read-around']],
  ['with a style of query parameters', { required: true, style: 'form' }, ['contract/read-around']],
  [
    'with a member that OpenAPI does not define',
    { required: false, other: 1 },
    ['contract/read-around', 'oas/oas3-schema'],
  ],
])(
  'a fault that our reader of contracts tolerates is one lint result: a path parameter %s',
  async (_, members, want) => {
    const get = { ...operation({}), parameters: [{ name: 'id', in: 'path', schema: { type: 'string' }, ...members }] };
    write('around.json', JSON.stringify({ ...document(), paths: { '/a/{id}': { get } } }, null, 1));
    const errors = (await lint('around.json')).filter(({ severity }) => severity === 'error');
    expect(errors.map(({ rule }) => rule).toSorted()).toEqual(want);
    expect(errors.find(({ rule }) => rule === want[0])?.operation).toBe('getA');
  },
);

describe('hostile contracts', () => {
  test('a reference to a URL is not fetched', async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.yaml`;
    write('remote.json', JSON.stringify(withPath(operation({ 400: { $ref: url } }))));
    const results = await lint('remote.json');
    server.close();
    const fault = results.find(({ rule }) => rule === 'oas/invalid-ref');
    expect([requests, fault?.message]).toEqual([0, expect.stringContaining('without network access')]);
  });

  test('a member with the name __proto__ is validated', async () => {
    const example = '{"__proto__": {"__proto__": 1}, "constructor": 2}';
    const content = { 'application/json': { schema: { additionalProperties: { type: 'integer' } }, example: 'HERE' } };
    const withProto = (value: object): string => JSON.stringify(value).replace('"HERE"', example);
    write('made.yaml', withProto({ made: { description: 'Made.', content } }).replace('{', '{"__proto__": {},'));
    write('proto.json', withProto({ ...withPath(operation({ 201: { $ref: 'made.yaml#/made' } })), 'x-note': 'HERE' }));
    const results = await lint('proto.json');
    expect(results).toMatchObject([{ rule: 'contract/examples-valid', message: expect.stringContaining('integer') }]);
  });

  test('a template in an operationId is not expanded', async () => {
    write('template.json', JSON.stringify(withPath({ ...operation({}), operationId: '#{{concat("a","b")}}' })));
    const fault = (await lint('template.json')).find(({ rule }) => rule === 'contract/operation-id-convention');
    expect(fault?.message).toContain('concat');
  });
});

test('Spectral is not loaded before it is needed', () => {
  const script = `import { createRequire } from 'node:module';
    const { lintContract } = await import(${JSON.stringify(join(PROJECT, 'dist/rules/contract/lint/lint.js'))});
    const loaded = () => Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes('spectral-core'));
    const before = loaded();
    await lintContract('none.yaml', { prefix: 'svc', needs: {}, root: '/' });
    console.log(before || loaded());`;
  expect(
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: PROJECT, encoding: 'utf8' }).trim(),
  ).toBe('false');
});

describe('the message of a lint result', () => {
  const content = (example: unknown): Readonly<Record<string, unknown>> => ({
    200: {
      description: 'A list.',
      content: { 'application/json': { schema: { type: 'array', items: { type: 'integer' } }, example } },
    },
  });

  test.each([
    ['a scalar in an example', content([1, 'two']), 'contract/examples-valid', 'must be integer (the value is "two")'],
    ['an object as an example', content({ a: 1 }), 'contract/examples-valid', 'must be array (the value is {"a":1})'],
    [
      'a long example, which is shortened',
      content('x'.repeat(500)),
      'contract/examples-valid',
      `must be array (the value is "${'x'.repeat(99)}…)`,
    ],
  ])('a message shows the rejected value: %s', async (_, responses, rule, want) => {
    write('values.json', JSON.stringify(withPath(operation(responses))));
    expect((await lint('values.json')).find((result) => result.rule === rule)?.message).toBe(want);
  });

  test('a message of a built-in rule shows the rejected value, but not an object that lacks a member', async () => {
    write('values.json', JSON.stringify(withPath({ ...operation(content(undefined)), tags: 'one' })));
    const results = await lint('values.json');
    const wrong = expect.stringMatching(/array.* \(the value is "one"\)$/) as unknown;
    expect(results).toContainEqual(expect.objectContaining({ rule: 'oas/oas3-schema', message: wrong }));
    const lacking = results.find(({ rule }) => rule === 'contract/examples-present');
    expect(lacking?.message).not.toContain('the value is');
    const [wrongPlace] = results.filter(({ rule }) => rule === 'oas/oas3-schema');
    expect(wrongPlace?.repair).toMatch(/^Correct `\/paths\/~1a\/get\/tags`/);
  });
});

function lint(file: string): Promise<readonly LintResult[]> {
  return lintContract(file, { prefix: 'svc', needs: { tool: false, command: false }, root });
}

function write(file: string, text: string): void {
  writeFileSync(join(root, file), text);
}

/** A chain of `length` schemas, each of which refers to the next one. `link` makes a schema from the reference. */
function chain(length: number, link: (next: object) => object): object {
  const schemas = Array.from({ length }, (_, index) => [
    `S${index}`,
    link({ $ref: `#/components/schemas/S${index + 1}` }),
  ]);
  return { ...document(), components: { schemas: { ...Object.fromEntries(schemas), [`S${length}`]: {} } } };
}

function document(): object {
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title: 'Things', version: '1', description: 'Keeps things.', contact: { name: 'Keepers' } },
    servers: [{ url: 'http://127.0.0.1' }],
    tags: [{ name: 'things' }],
    paths: {},
  };
}

function withPath(get: object): object {
  return { ...document(), paths: { '/a': { get } } };
}

function operation(responses: Readonly<Record<string, unknown>>): object {
  const all = { 200: { description: 'A thing.' }, ...responses };
  return { operationId: 'getA', description: 'Gets a thing.', tags: ['things'], responses: all };
}

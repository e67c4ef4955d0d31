import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { canonicalJson } from '../../contract/json/canonical-json.js';
import type { Contract } from '../../contract/contract.js';
import { contractAt, itemService } from '../../contract/fixtures/contracts.js';
import type { OperationId } from '../../contract/operation.js';
import { sdkTypescriptGenerator } from './generate.js';

const ROOM = import.meta.dirname;
const ROOT = path.join(ROOM, '../..');

function rendered(contract: Contract, header: readonly string[] = []): ReadonlyMap<string, string> {
  return new Map(
    sdkTypescriptGenerator
      .render(sdkTypescriptGenerator.project(contract), header, '..')
      .map((file) => [file.path, file.text]),
  );
}

const items = await itemService();
const edgeCases = await contractAt('surfaces/sdk_typescript/fixtures/edge-cases.openapi.yaml');

test.each([...rendered(items).keys()])('the generated file %s equals the output of the generator', (file) => {
  const found = readFileSync(path.join(ROOM, file), 'utf8');
  const header = found
    .slice(0, found.indexOf('\n\n'))
    .split('\n')
    .map((line) => line.replace('// ', ''));
  expect(found).toBe(rendered(items, header).get(file));
  const projection = canonicalJson(sdkTypescriptGenerator.project(items));
  expect(header).toContain(`digest: sha256:${createHash('sha256').update(projection).digest('hex')}`);
});

test('the data of the generator gives the same code if it is written as JSON and read again', () => {
  const projection = sdkTypescriptGenerator.project(edgeCases);
  expect(sdkTypescriptGenerator.render(JSON.parse(JSON.stringify(projection)), [])).toEqual(
    sdkTypescriptGenerator.render(projection, []),
  );
});

test('the generator reads no tool names, commands, human gates, bounds or examples from the contract', () => {
  const bare = items.operations.map(({ tool: _tool, command: _command, gate: _gate, ...operation }) => operation);
  const other = { ...items, version: '9.9.9', operations: bare };
  expect(sdkTypescriptGenerator.project(other)).toEqual(sdkTypescriptGenerator.project(items));
  expect(canonicalJson(sdkTypescriptGenerator.project(items))).not.toMatch(
    /list_items|list-items|maxLength|9007199254740991|Ledger/,
  );
});

const TYPES = rendered(edgeCases).get('generated/types.ts') ?? '';

test.each([
  [
    'input types have no readOnly members',
    /interface TreeInput \{\n.*kind: 'tree';\n.*secret: string;\n.*readonly TreeInput\[\];/,
  ],
  [
    'output types have no writeOnly members',
    /interface Tree \{\n.*kind: 'tree';\n.*id: string;\n.*children: readonly Tree\[\];/,
  ],
  [
    'an enum becomes a union, and a name that is not an identifier is quoted',
    /readonly 'it\\'s a name'\?: 1 \| 'two' \| true \| null \| 'o\\'clock';/,
  ],
  ['a second type with the same name gets a number', /export type OpenMap = string;[^]*export interface OpenMap2 \{/],
  ['prefixItems become a tuple', /export type Pair = readonly \[string, \(number\)\?\];/],
  ['patternProperties become a map', /readonly map\?: \{ readonly \[key: string\]: number \};/],
  [
    'additional members next to named members have the type unknown',
    /open\?: \{\n.*a\?: string;\n {4}readonly \[key: string\]: unknown;\n {2}\};/,
  ],
  ['an object without allowed members has no members', /readonly closed\?: \{ readonly \[key: string\]: never \};/],
  [
    'the schema true is unknown, and the schema false is never',
    /readonly anything\?: unknown;\n {2}readonly nothing\?: never;/,
  ],
  ['oneOf becomes a union', /readonly either\?: string \| readonly \(number \| null\)\[\];/],
  [
    'required members next to allOf become an intersection',
    /readonly narrowed\?: OpenMap2 & \{\n {4}readonly b: unknown;\n {2}\};/,
  ],
  ['the end of a comment in a description is escaped', /\/\*\* A tree \*\\\/ of trees\. It's "quoted"\. \*\/\n/],
  [
    'arguments are flat, and arguments with equal names get a prefix',
    /PutTreeArguments \{\n.*path_id: string;\n.*query_id\?: number;/,
  ],
  ['the type of a result that may be empty includes undefined', /export type PutTreeResult = Tree \| undefined;/],
  ['a text reply is a string', /export type ReadTextResult = string;/],
])('the generated types: %s', (_, pattern) => {
  expect(TYPES).toMatch(pattern);
});

test('deprecated members and methods are marked', () => {
  expect(TYPES).toContain('/**\n   * Not any more.\n   * @deprecated\n   */\n  readonly former?: string;');
  expect(rendered(edgeCases).get('generated/client.ts')).toMatch(
    /\* @deprecated\n(?: +\* @throws .*\n)+ +\*\/\n {2}async readText\(/,
  );
});

test('the comment of a method has its description and errors, and tags in the description are escaped', () => {
  const client = rendered(edgeCases).get('generated/client.ts');
  const lines = [
    '/**',
    '* Replaces a tree.',
    '*',
    String.raw`* \@everyone may:`,
    String.raw`* - read *\/ it`,
    '* @throws',
  ];
  expect(client).toContain(lines.join('\n   '));
  expect(client).toContain(
    '   * @throws {ApiError} 418: Is a teapot.\n   * @throws {ApiError} default: Anything else.\n',
  );
});

test('an operationId that cannot be a method name is refused', () => {
  const taken = {
    ...items,
    operations: items.operations.map((operation) => ({ ...operation, id: 'close' as OperationId })),
  };
  expect(() => sdkTypescriptGenerator.project(taken)).toThrow(
    expect.objectContaining({ code: 'operation-id-reserved' }),
  );
});

/**
 * Code that uses the generated client. The compiler must report an error for each line after `@ts-expect-error`, and
 * for no other line.
 */
const USE = `import { Client } from './generated/client.js';
import type { TreeInput } from './generated/types.js';

const client = new Client({ baseUrl: 'http://127.0.0.1' });
const tree: TreeInput = { kind: 'tree', secret: '', children: [] };
await client['put-tree']({ path_id: 'a', body: tree, query_id: 1, 'X-Trace-Id': '', filter: { a: 1 }, fields: [''], q: ['a', 1] });
// @ts-expect-error: a path parameter is required
await client['put-tree']({ body: tree });
// @ts-expect-error: an optional argument must not be undefined
await client['put-tree']({ path_id: 'a', query_id: undefined });
// @ts-expect-error: a client cannot send a readOnly member
await client['put-tree']({ path_id: 'a', body: { ...tree, id: '' } satisfies TreeInput });
// @ts-expect-error: the argument must be an integer
await client['put-tree']({ path_id: 'a', query_id: 'b' });
const text: string = await client.readText({ path_id: 'a' });
const servers: Record<string, string> = {};
new Client({ baseUrl: '', servers: { 'https://texts.example.com': '' } }), new Client({ baseUrl: '', servers });
// @ts-expect-error: the contract does not have this server
new Client({ baseUrl: '', servers: { 'https://text.example.com': '' } });
// @ts-expect-error: the reply may be empty
const id: string = (await client['put-tree']({ path_id: 'a' })).id;
export { id, text };
`;

test('generated code passes tsc and oxlint', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sdk-types-'));
  try {
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    cpSync(path.join(ROOM, 'runtime'), path.join(folder, 'runtime'), {
      recursive: true,
      filter: (file) => !file.endsWith('.test.ts'),
    });
    mkdirSync(path.join(folder, 'generated'));
    for (const [file, text] of rendered(edgeCases)) writeFileSync(path.join(folder, file), text);
    // The client of a contract that has only webhooks.
    mkdirSync(path.join(folder, 'bare/generated'), { recursive: true });
    const bare = sdkTypescriptGenerator.render(
      sdkTypescriptGenerator.project({ ...items, operations: [] }),
      [],
      '../..',
    );
    for (const { path: file, text } of bare) writeFileSync(path.join(folder, 'bare', file), text);
    writeFileSync(path.join(folder, 'use.ts'), USE);
    writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
    const compilerOptions = { rootDir: folder };
    const configuration = {
      extends: path.join(ROOT, 'tsconfig.json'),
      compilerOptions,
      include: ['.'],
      exclude: ['node_modules'],
    };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(configuration));
    run('tsc', ['-p', folder]);
    run('oxlint', ['--deny-warnings', path.join(folder, 'generated'), path.join(folder, 'bare')]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 60_000);

function run(program: string, args: readonly string[]): void {
  try {
    execFileSync(path.join(ROOT, 'node_modules/.bin', program), args, { stdio: 'pipe', cwd: tmpdir() });
  } catch (error) {
    throw new Error(String((error as { stdout?: unknown }).stdout), { cause: error });
  }
}

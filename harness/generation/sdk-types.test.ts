import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { givenArguments } from '../../contract/arguments.js';
import type { Case, CaseInput } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import { contractAt } from '../../contract/fixtures/contracts.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../contract/json/json.js';
import type { Operation } from '../../contract/operation.js';
import { joinPointer, valueAt } from '../../contract/json/json-pointer.js';
import { isJsonMediaType } from '../../contract/wire/message.js';
import { parseJsonText } from '../../contract/wire/request/split-request.js';
import { CaseMaker } from '../cases/make-cases.js';
import { ReplyCases } from '../cases/replies/reply-cases.js';
import { writeGenerated } from './generate.js';

const ROOT = process.cwd();
const FILES = [
  'contract/item-service.openapi.yaml',
  'contract/science-runtime.openapi.yaml',
  'harness/frameworks/parcels.openapi.yaml',
];
const MOST = 20;

/**
 * The types must accept all valid inputs and replies. They must refuse a missing member, and a member of a wrong type.
 * All files are compiled together, because the compiler takes seconds to start.
 */
describe('the types of a generated SDK', () => {
  let folder: string;
  let faults: readonly string[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parity-types-'));
    try {
      symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
      for (const [index, file] of FILES.entries()) await write(folder, `c${index}`, await contractAt(file));
      faults = compiled(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 60_000);

  it('the generated types accept exactly what the schemas of the contract accept', () => {
    expect(faults).toEqual([]);
  });
});

/** Writes each statement on one line, so that the line of an error identifies the case. */
async function write(folder: string, name: string, contract: Contract): Promise<void> {
  mkdirSync(join(folder, name));
  await writeGenerated({ generator: 'sdk_typescript', output: name }, contract, folder);
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() });
  const replies = new ReplyCases(contract, 1);
  const lines = contract.operations
    .filter(({ requestBody }) => requestBody === undefined || isJsonMediaType(requestBody.content[0]?.mediaType))
    .flatMap((operation) => [
      ...inputs(maker, operation).map((input) => call(operation, input)),
      ...wrong(maker, operation).flatMap((input) => ['// @ts-expect-error', call(operation, input)]),
      ...nulls(contract, maker, operation),
      ...results(operation, replies).map(
        (value) => `check<Awaited<ReturnType<Client['${operation.id}']>>>(${JSON.stringify(value)});`,
      ),
    ]);
  expect(lines.length).toBeGreaterThan(30);
  const head = `import { Client } from './generated/client.js';
const client = new Client({ baseUrl: 'http://127.0.0.1' });
const check = <T>(value: T): T => value;`;
  writeFileSync(join(folder, name, 'use.ts'), `${head}\n${lines.join('\n')}\n`);
}

function call({ id }: Operation, input: { readonly [name: string]: Json }): string {
  // The compiler counts these two characters as line ends, also in a string.
  const text = JSON.stringify(input)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
  return `void client['${id}'](${text});`;
}

function inputs(maker: CaseMaker, operation: Operation): readonly { readonly [name: string]: Json }[] {
  const cases = (['example', 'boundary', 'valid'] as const).flatMap((kind) =>
    maker.make(operation, kind).slice(0, MOST),
  );
  return cases.map(({ input }) => argumentsOf(operation, input));
}

/**
 * Invalid inputs that the types should refuse. The types express only which members are required, and the types of
 * members.
 */
function wrong(maker: CaseMaker, operation: Operation): readonly { readonly [name: string]: Json }[] {
  return maker
    .make(operation, 'invalid')
    .filter(isTyped)
    .slice(0, MOST)
    .map(({ input }) => argumentsOf(operation, input));
}

/**
 * Calls in which one member or element of the body is null. The types must permit null exactly where the schema does.
 * Other reasons for which a schema refuses null are not in the types.
 */
function nulls({ schemas }: Contract, maker: CaseMaker, operation: Operation): readonly string[] {
  const schema = operation.requestBody?.content[0]?.schema;
  if (schema === undefined) return [];
  const written = new Set<string>();
  for (const { input } of maker.make(operation, 'boundary')) {
    for (const { body, pointer } of input.body === undefined ? [] : withNull(input.body, '')) {
      const line = call(operation, argumentsOf(operation, { ...input, body }));
      const violations = schemas.validate(schema, body);
      if (violations.length === 0) written.add(line);
      else if (violations.every((each) => each.keyword === 'type' && each.pointer === pointer))
        written.add(`// @ts-expect-error\n${line}`);
    }
  }
  return [...written].slice(0, 4 * MOST);
}

/** Copies of a value in which one member or element, at any depth, is null. */
function withNull(value: Json, pointer: string): readonly { readonly body: Json; readonly pointer: string }[] {
  const inside = isJsonObject(value)
    ? Object.keys(value)
    : Array.isArray(value)
      ? [...(value as readonly Json[]).slice(0, 2).keys()].map(String)
      : [];
  const own = pointer === '' ? [] : [{ body: null, pointer }];
  return [
    ...own,
    ...inside.flatMap((name) => {
      const part = valueAt(value, joinPointer('', name)) ?? null;
      return withNull(part, joinPointer(pointer, name)).map((changed) => ({
        ...changed,
        body: Array.isArray(value)
          ? (value as readonly Json[]).with(Number(name), changed.body)
          : Object.fromEntries([...Object.entries(value as JsonObject), [name, changed.body]]),
      }));
    }),
  ];
}

function isTyped({ expect: promised, input, raw }: Case): boolean {
  if (promised.kind !== 'rejected' || raw !== undefined || !/^\/body\/[a-z_]+$|^\/body$/.test(promised.pointer))
    return false;
  const value = valueAt({ body: input.body ?? null }, promised.pointer);
  if (promised.keyword === 'required') return isJsonObject(value);
  return promised.keyword === 'type' && typeof value !== 'number' && typeof value !== 'undefined';
}

function argumentsOf(operation: Operation, input: CaseInput): { readonly [name: string]: Json } {
  return Object.fromEntries(givenArguments(operation, input).map(([{ name }, value]) => [name, value]));
}

function results(operation: Operation, replies: ReplyCases): readonly Json[] {
  return replies
    .of(operation)
    .filter(({ reply: { status, fault } }) => status < 300 && fault === undefined)
    .flatMap(({ reply: { body = '' } }) => {
      const value = parseJsonText(body);
      // A wrong `constructor` cannot be tested, because in TypeScript every object has a member of this name.
      return value === undefined || ownValue(value, 'constructor') !== undefined ? [] : [value];
    });
}

/** The errors of the compiler by line number. */
function compiled(folder: string): readonly string[] {
  const options = { strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: true };
  const target = { target: 'es2022', module: 'nodenext', types: ['node'] };
  const include = FILES.map((_, index) => `c${index}/use.ts`);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...options, ...target }, include }));
  try {
    execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], { stdio: 'pipe', cwd: folder });
    return [];
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout)
      .trim()
      .split('\n');
  }
}

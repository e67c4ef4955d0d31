import path from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lawRuns } from '../../../contract/fixtures/law-runs.js';
import { type BuiltProgram, builtProgram } from '../../../contract/fixtures/built-program.js';

let program: BuiltProgram;
beforeAll(async () => {
  program = await builtProgram(path.join(import.meta.dirname, 'fixtures/plan-description.ts'));
});
afterAll(() => program.remove());

/**
 * Patterns for which the built-in matcher takes hours on a string of thirty characters. `npm run nightly` tests all of
 * them; other runs test only some.
 */
const HOSTILE = [
  '^(a+)+$',
  '^(a|aa)+$',
  '^(\\w+\\s?)*$',
  '(.*a){20}$',
  '^(?=.*\\d)(\\w+)+$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
];
/**
 * A pattern with a backreference, which the linear matcher does not support. Whether long strings match it is not
 * decided, so some operations get no cases.
 */
const UNDECIDED = '^(a|a?)+\\1$';
const LIMIT_MS = 120_000;

const NEAR = `${'a'.repeat(40)}!`;

/** One schema for each place at which a description may have a pattern. */
function schemasOf(pattern: string): Readonly<Record<string, object>> {
  const text = { type: 'string', pattern, minLength: 24, maxLength: 64 };
  return {
    member: { type: 'object', required: ['name'], properties: { name: text } },
    name: {
      type: 'object',
      patternProperties: { [pattern]: { type: 'integer' } },
      minProperties: 1,
      additionalProperties: false,
    },
    // The name of this declared member almost matches the pattern.
    declaredName: {
      type: 'object',
      required: [NEAR],
      properties: { [NEAR]: { type: 'integer' } },
      patternProperties: { [pattern]: { minimum: 0 } },
    },
    openName: {
      type: 'object',
      patternProperties: { [pattern]: { type: 'integer' } },
      additionalProperties: { type: 'string' },
    },
    names: { type: 'object', propertyNames: text, additionalProperties: { type: 'integer' } },
    both: { type: 'object', required: ['name'], properties: { name: { allOf: [text, { pattern: 'a' }] } } },
    neither: { type: 'object', required: ['name'], properties: { name: { type: 'string', not: { pattern } } } },
    branch: {
      type: 'object',
      required: ['name'],
      properties: { name: { oneOf: [text, { type: 'string', maxLength: 3 }] } },
    },
    items: { type: 'array', items: text, contains: { pattern: `${pattern}|b` }, uniqueItems: true },
    condition: {
      type: 'object',
      properties: { name: text },
      if: { properties: { name: { pattern } } },
      then: { required: ['other'] },
    },
  };
}

function description(pattern: string, schemas = schemasOf(pattern)): object {
  const responses = { 200: { description: 'done' } };
  const bodies = Object.entries(schemas).map(
    ([name, schema]) =>
      [
        `/${name}`,
        {
          post: {
            operationId: name,
            requestBody: { required: true, content: { 'application/json': { schema } } },
            responses,
          },
        },
      ] as const,
  );
  const text = { type: 'string', pattern, minLength: 24, maxLength: 64 };
  const parameters = ['path', 'query', 'header', 'cookie'].map((place) => ({
    name: place,
    in: place,
    required: true,
    schema: text,
  }));
  return {
    openapi: '3.1.0',
    info: { title: 'Hostile patterns', version: '1' },
    paths: {
      ...Object.fromEntries(bodies),
      '/at/{path}': { get: { operationId: 'parameters', parameters, responses } },
    },
  };
}

type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

interface Planned {
  readonly counts: Counts;
  readonly incomplete: readonly (readonly string[])[];
}

async function planned(hostile: object, runs: number): Promise<Planned> {
  const input = JSON.stringify({ description: hostile, runs });
  // Runs in a separate process, so that a hanging plan can be killed and its memory is limited.
  const { stdout } = await execa(process.execPath, ['--max-old-space-size=512', program.file], {
    input,
    timeout: LIMIT_MS,
  });
  return JSON.parse(stdout) as Planned;
}

test.each(HOSTILE.slice(0, lawRuns(3, HOSTILE.length)))(
  'cases are made for each schema with the pattern %s',
  async (pattern) => {
    const { counts } = await planned(description(pattern), 20);
    const operations = [...Object.keys(schemasOf(pattern)), 'parameters'];
    const without = operations.filter(
      (id) => (counts[id]?.['valid'] ?? 0) === 0 || (counts[id]?.['invalid'] ?? 0) === 0,
    );
    expect({ pattern, without }).toEqual({ pattern, without: [] });
  },
  LIMIT_MS + 10_000,
);

test(
  `planning ends for the pattern ${UNDECIDED}`,
  async () => {
    const schemas = Object.fromEntries(Object.entries(schemasOf(UNDECIDED)).slice(0, lawRuns(1, Infinity)));
    const { counts } = await planned(description(UNDECIDED, schemas), 2);
    expect(Object.keys(counts)).toContain('parameters');
  },
  LIMIT_MS + 10_000,
);

/**
 * A description with a union of `count` objects. Each object has `members` members; some of them refer back to the
 * union.
 */
function union(keyword: 'oneOf' | 'anyOf', count: number, members: number, hasType: boolean, example?: object): object {
  const names = Array.from({ length: count }, (_, index) => `Block${index}`);
  const anyBlock = { $ref: '#/components/schemas/Any' };
  const member = (index: number): object =>
    [anyBlock, { type: 'array', items: anyBlock }, { type: 'string', maxLength: 10 + index }][index % 3] ?? anyBlock;
  const block = (name: string): object => ({
    type: 'object',
    properties: {
      ...Object.fromEntries(Array.from({ length: members }, (_, index) => [`m${index}`, member(index)])),
      ...(hasType && { type: { const: name } }),
    },
    ...(hasType && { required: ['type'] }),
  });
  const body = { required: true, content: { 'application/json': { schema: anyBlock, ...(example && { example }) } } };
  const responses = { 200: { description: 'done' } };
  const parameters = [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } }];
  return {
    openapi: '3.1.0',
    info: { title: 'Blocks', version: '1' },
    paths: {
      '/blocks': {
        post: { operationId: 'addBlock', requestBody: body, responses },
        get: { operationId: 'listBlocks', parameters, responses },
      },
    },
    components: {
      schemas: {
        Any: { [keyword]: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) },
        ...Object.fromEntries(names.map((name) => [name, block(name)])),
      },
    },
  };
}

/** A few unions that together have each tested property at least once. `npm run nightly` tests all combinations. */
const UNIONS = [
  ['oneOf', 25, 30, true],
  ['anyOf', 25, 30, false],
  ['anyOf', 60, 60, true],
  ['oneOf', 5, 8, true],
  ['oneOf', 25, 30, false],
  ['anyOf', 25, 30, true],
] as const;

test.each(UNIONS.slice(0, lawRuns(2, UNIONS.length)))(
  '%s of %i objects, each with %i recursive members: some cases of its operation are missing, all other cases are made',
  async (keyword, count, members, hasType) => {
    const { counts, incomplete } = await planned(union(keyword, count, members, hasType), 16);
    expect(incomplete.map(([operation]) => operation)).toEqual(['addBlock']);
    expect(counts['listBlocks']).toMatchObject({
      boundary: expect.any(Number) as number,
      invalid: expect.any(Number) as number,
    });
  },
  LIMIT_MS + 10_000,
);

test(
  'an operation gets a case from the example of the contract if no value can be generated',
  async () => {
    const { counts, incomplete } = await planned(
      union('oneOf', 25, 30, true, { type: 'Block3', m0: { type: 'Block1' } }),
      16,
    );
    expect(incomplete.map(([operation]) => operation)).toEqual(['addBlock']);
    expect(counts['addBlock']?.['example']).toBe(1);
  },
  LIMIT_MS + 10_000,
);

test(
  'all cases of a small recursive union are made',
  async () => {
    const { counts, incomplete } = await planned(union('oneOf', 2, 3, true), 16);
    expect(incomplete).toEqual([]);
    expect(counts['addBlock']?.['invalid']).toBeGreaterThan(20);
  },
  LIMIT_MS + 10_000,
);

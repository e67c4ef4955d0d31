import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PROGRAM = [path.join(ROOT, 'node_modules/jiti/lib/jiti-cli.mjs'), path.join(import.meta.dirname, 'fixtures/plan-description.ts')];

/** On a text of some thirty characters the engine's own matcher takes hours for each of them. */
const HOSTILE = ['^(a+)+$', '^(a|aa)+$', '^(\\w+\\s?)*$', '(.*a){20}$', '^(?=.*\\d)(\\w+)+$', '^(([a-z])+.)+[A-Z]([a-z])+$'];
/** No automaton matches a backreference: long texts stay undecided, and some operations without cases. */
const UNDECIDED = '^(a|a?)+\\1$';
const LIMIT_MS = 120_000;

const NEAR = `${'a'.repeat(40)}!`;

/** Where a description may have a pattern. */
function schemasOf(pattern: string): Readonly<Record<string, object>> {
  const text = { type: 'string', pattern, minLength: 24, maxLength: 64 };
  return {
    member: { type: 'object', required: ['name'], properties: { name: text } },
    name: { type: 'object', patternProperties: { [pattern]: { type: 'integer' } }, minProperties: 1, additionalProperties: false },
    // A declared name that nearly matches.
    declaredName: { type: 'object', required: [NEAR], properties: { [NEAR]: { type: 'integer' } }, patternProperties: { [pattern]: { minimum: 0 } } },
    openName: { type: 'object', patternProperties: { [pattern]: { type: 'integer' } }, additionalProperties: { type: 'string' } },
    names: { type: 'object', propertyNames: text, additionalProperties: { type: 'integer' } },
    both: { type: 'object', required: ['name'], properties: { name: { allOf: [text, { pattern: 'a' }] } } },
    neither: { type: 'object', required: ['name'], properties: { name: { type: 'string', not: { pattern } } } },
    branch: { type: 'object', required: ['name'], properties: { name: { oneOf: [text, { type: 'string', maxLength: 3 }] } } },
    items: { type: 'array', items: text, contains: { pattern: `${pattern}|b` }, uniqueItems: true },
    condition: { type: 'object', properties: { name: text }, if: { properties: { name: { pattern } } }, then: { required: ['other'] } },
  };
}

function description(pattern: string): object {
  const responses = { 200: { description: 'done' } };
  const bodies = Object.entries(schemasOf(pattern)).map(([name, schema]) => [
    `/${name}`,
    { post: { operationId: name, requestBody: { required: true, content: { 'application/json': { schema } } }, responses } },
  ] as const);
  const text = { type: 'string', pattern, minLength: 24, maxLength: 64 };
  const parameters = ['path', 'query', 'header', 'cookie'].map((place) => ({ name: place, in: place, required: true, schema: text }));
  return {
    openapi: '3.1.0', info: { title: 'Hostile patterns', version: '1' },
    paths: { ...Object.fromEntries(bodies), '/at/{path}': { get: { operationId: 'parameters', parameters, responses } } },
  };
}

type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

async function planned(pattern: string, runs: number): Promise<Counts> {
  const input = JSON.stringify({ description: description(pattern), runs });
  // A process that hangs can only be killed.
  const { stdout } = await execa(process.execPath, PROGRAM, { input, timeout: LIMIT_MS });
  return JSON.parse(stdout) as Counts;
}

test.each(HOSTILE)('%s: cases are planned at each place of a pattern', async (pattern) => {
  const counts = await planned(pattern, 20);
  const operations = [...Object.keys(schemasOf(pattern)), 'parameters'];
  const without = operations.filter((id) => (counts[id]?.['valid'] ?? 0) === 0 || (counts[id]?.['invalid'] ?? 0) === 0);
  expect({ pattern, without }).toEqual({ pattern, without: [] });
}, LIMIT_MS + 10_000);

test(`${UNDECIDED}: planning ends`, async () => {
  const counts = await planned(UNDECIDED, 2);
  expect(Object.keys(counts)).toContain('names');
}, LIMIT_MS + 10_000);

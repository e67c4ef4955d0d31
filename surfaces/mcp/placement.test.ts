import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../contract/fixtures/any-character.js';
import { lawRuns } from '../../contract/fixtures/law-runs.js';
import { type Argument, operationArguments } from '../../contract/arguments.js';
import type { CaseInput } from '../../contract/case.js';
import { contractAt, operationOf } from '../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../contract/json/json.js';
import type { Operation } from '../../contract/operation.js';
import { encodeRequest } from '../../contract/wire/request/encode.js';
import { mcpGenerator } from './generate.js';
import type { Tool } from './generated/tools.js';
import { type Placed, placeArguments } from './reference/call/place-arguments.js';

const EDGE_CASES = await contractAt('surfaces/mcp/fixtures/edge-cases.openapi.yaml', { prefix: 'acme' });

function toolOf(operation: Operation): Tool {
  const { tools } = mcpGenerator.project(EDGE_CASES) as unknown as { readonly tools: readonly Tool[] };
  const found = tools.find(({ definition }) => definition.name === operation.tool?.name);
  if (found === undefined) throw new Error(`${operation.id} is not a tool`);
  return found;
}

function place(id: string, given: JsonObject, token?: string): Placed {
  return placeArguments(toolOf(operationOf(EDGE_CASES, id)), given, token);
}

/**
 * Compares the requests of the reference tool server with the requests of the contract's encoder. The two are
 * independent implementations, so equal requests show that both are correct.
 */
test('the tool server and the encoder of the contract make equal requests, or both refuse the input', () => {
  const edgeCases = ['a/b', '..', '.', '', "!'()*", '%2F', '[x]&=+#?', '日本', '\u{1F9F0}', '\uD800'];
  const text = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 6 }), fc.constantFrom(...edgeCases));
  const scalar = fc.oneof(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean());
  const flatValue = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.dictionary(text, scalar, { maxKeys: 3 }));
  const value: fc.Arbitrary<Json> = fc.oneof(flatValue, fc.constantFrom(null, [['nested']], { a: [1] }));
  for (const id of ['spell', 'getThing', 'putThing', 'addNote']) {
    const target = operationOf(EDGE_CASES, id);
    const tool = toolOf(target);
    const flat = operationArguments(target);
    const record = fc.record(Object.fromEntries(flat.map(({ name }) => [name, value])), {
      requiredKeys: [],
    }) as fc.Arbitrary<JsonObject>;
    fc.assert(
      fc.property(record, (given) => {
        const expected = encodeRequest(target, inputOf(flat, given));
        const placed = placeArguments(tool, given, undefined);
        expect(placed.kind === 'request').toBe(expected.kind === 'request');
        if (placed.kind !== 'request' || expected.kind !== 'request') return;
        const { accept: _, ...headers } = placed.request.headers;
        const { method, target: where, body } = expected;
        expect({ ...placed.request, headers, body: Buffer.from(placed.request.body ?? '').toString() }).toEqual({
          method,
          target: where,
          headers: Object.fromEntries(expected.headers),
          body: Buffer.from(body).toString(),
        });
      }),
      { numRuns: lawRuns(100, 5000) },
    );
  }
});

function inputOf(flat: readonly Argument[], given: JsonObject): CaseInput {
  const input: Record<string, Json> = {};
  for (const argument of flat) {
    const value = given[argument.name];
    if (value === undefined) continue;
    if (argument.parameter === undefined) input['body'] = value;
    else input[argument.in] = { ...(input[argument.in] as JsonObject | undefined), [argument.parameter.name]: value };
  }
  return input;
}

test.each([
  ['an unknown argument', { page: 1 }, '"page"'],
  ['an argument called __proto__', JSON.parse('{"__proto__": {"polluted": true}}') as JsonObject, '"__proto__"'],
])('%s cannot be put into a request, and the error names the argument', (_, given, name) => {
  expect(place('listNames', given)).toEqual({
    kind: 'misplaced',
    errors: [{ detail: `${name} is not an argument of this tool` }],
  });
});

test.each([
  ['a missing path parameter', 'deleteThing', {}, ['/path/id']],
  ['a path parameter that is a dot segment', 'deleteThing', { id: '..' }, ['/path/id']],
  ['null as a path parameter', 'deleteThing', { id: null }, ['/path/id']],
  [
    'a header with a line break',
    'spell',
    { simple: 'a', label: 'b', matrix: 'c', 'X-Trace': 'x\r\nX-Key: y' },
    ['/header/X-Trace'],
  ],
  ['an object as a text body', 'addNote', { body: { text: 1 } }, ['/body']],
])('%s cannot be put into a request, and the error points to the argument', (_, id, given: JsonObject, pointers) => {
  const placed = place(id, given);
  expect(placed.kind === 'misplaced' && placed.errors.map(({ pointer }) => pointer)).toEqual(pointers);
});

test('a call with a thousand unknown arguments reports a hundred of them', () => {
  const placed = place('listNames', Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`a${index}`, 1])));
  expect(placed.kind === 'misplaced' && placed.errors.length).toBe(100);
});

test('a body that is nested too deeply for JSON is reported as an input error', () => {
  const depth = 200_000;
  const body = JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as Json;
  expect(place('putThing', { id: 'a', body })).toMatchObject({ kind: 'misplaced', errors: [{ pointer: '/body' }] });
});

test('null is sent as a body, and an omitted body is not sent', () => {
  const bodies = [{ id: 'a', body: null }, { id: 'a' }].map((given) => place('putThing', given));
  expect(
    bodies.map((placed) => placed.kind === 'request' && [placed.request.body, placed.request.headers['content-type']]),
  ).toEqual([
    ['null', 'application/json'],
    [undefined, undefined],
  ]);
});

test('the token is sent where the security scheme declares it, and is not sent without a scheme', () => {
  const header = (id: string, given: JsonObject): unknown => {
    const placed = place(id, given, 'secret');
    return placed.kind === 'request' ? placed.request.headers['x-key'] : placed;
  };
  expect([header('listNames', {}), header('addNote', { body: 'a' })]).toEqual(['secret', undefined]);
});

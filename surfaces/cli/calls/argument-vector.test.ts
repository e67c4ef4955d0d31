import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../contract/fixtures/any-character.js';
import { lawRuns } from '../../../contract/fixtures/law-runs.js';
import type { CaseInput } from '../../../contract/case.js';
import { EDGE_CASE_TEXTS } from '../../../contract/formats/edge-case-texts.js';
import type { Contract } from '../../../contract/contract.js';
import { contractAt, itemService, operationOf } from '../../../contract/fixtures/contracts.js';
import type { Json } from '../../../contract/json/json.js';
import type { Operation } from '../../../contract/operation.js';
import { encodeRequest } from '../../../contract/wire/request/encode.js';
import { type ArgumentVector, argumentVector } from './argument-vector.js';
import type { CommandMapping } from './command-mapping.js';
import { projectCommand } from '../commands/project-command.js';
import type { Command } from '../runtime/command.js';
import { readInvocation } from '../runtime/invocation.js';
import { prepareRequest } from '../runtime/request.js';

const items = await itemService();
const ADD: CommandMapping = { command: ['add'], arguments: { body: '--data' } };
const MEMBERS: CommandMapping = { command: ['add'], body: 'members' };
const edgeCases = await contractAt('surfaces/cli/fixtures/edge-cases.openapi.yaml', { prefix: 'acme' });

function vectorOf(contract: Contract, id: string, input: CaseInput): ArgumentVector {
  return argumentVector(
    { operation: operationOf(contract, id), input, token: undefined, gate: 'approved' },
    contract.schemas,
  );
}

test.each<readonly [string, string, CaseInput, readonly string[] | RegExp]>([
  ['an empty input gives no arguments', 'getTree', {}, []],
  [
    'numbers are written as in a request',
    'putTree',
    { query: { id: -0, $top: 1e21 } },
    ['--query-id=0', '--top=1e+21'],
  ],
  ['booleans are written as in a request', 'putTree', { query: { itemId: true } }, ['--item-id=true']],
  [
    'values that look like flags follow an equals sign',
    'putTree',
    { path: { id: '--help' }, query: { id: -1 } },
    ['--path-id=--help', '--query-id=-1'],
  ],
  ['an empty value follows its equals sign', 'putTree', { header: { 'X-Trace-Id': '' } }, ['--x-trace-id=']],
  [
    'a list repeats its flag',
    'putTree',
    { query: { tags: ['a', 'b,c'], fields: [1] } },
    ['--tags=a', '--tags=b,c', '--fields=1'],
  ],
  ['a parameter with JSON content is written as JSON', 'putTree', { query: { q: { a: null } } }, ['--q={"a":null}']],
  ['a body is written as JSON', 'putTree', { body: { a: 'nul\0' } }, ['--body={"a":"nul\\u0000"}']],
  ['a body of null is written as JSON', 'putTree', { body: null }, ['--body=null']],
  ['a list for a flag with a single value is refused', 'putTree', { query: { id: [1, 2] } }, /one value/],
  ['an empty list is refused', 'putTree', { query: { tags: [] } }, /an empty list has no flag/],
  ['null for a flag is refused', 'putTree', { query: { itemId: null } }, /cannot express null/],
  ['an object for a flag is refused', 'putTree', { query: { itemId: { a: 1 } } }, /cannot express null/],
  ['a string that contains NUL is refused', 'putTree', { path: { id: 'a\0b' } }, /NUL/],
  ['half of a surrogate pair is refused', 'putTree', { path: { id: '\ud83e' } }, /surrogate/],
  ['a value of more than 100,000 bytes is refused', 'putTree', { path: { id: 'x'.repeat(100_001) } }, /too long/],
  ['a body of an undocumented media type is refused', 'putTree', { body: 'a', mediaType: 'text/plain' }, /media type/],
  ['a body is ignored if the operation has none', 'getTree', { body: 1 }, []],
])('an input becomes arguments, or is refused: %s', (_, id, input, wanted) => {
  const vector = vectorOf(edgeCases, id, input);
  if (wanted instanceof RegExp)
    expect(vector).toEqual({ kind: 'inexpressible', reason: expect.stringMatching(wanted) as string });
  else expect(vector).toEqual({ kind: 'arguments', args: wanted });
});

test('a long body is passed on standard input', () => {
  const body = { name: 'x'.repeat(200_000) };
  const vector = vectorOf(items, 'createItem', { body });
  expect(vector).toMatchObject({ kind: 'arguments', args: ['--body-file=-'] });
  // `toEqual` would need a second to compare 200,000 bytes.
  const sent = vector.kind === 'arguments' ? (vector.stdin ?? []) : [];
  expect(Buffer.from(sent).equals(Buffer.from(JSON.stringify(body)))).toBe(true);
});

const text = fc.oneof(fc.constantFrom(...EDGE_CASE_TEXTS), fc.string({ unit: anyCharacter }));
const scalar = fc.oneof(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean());
const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })) as fc.Arbitrary<Json>;

function inputFor({ parameters, requestBody }: Operation): fc.Arbitrary<CaseInput> {
  const at = (place: string): fc.Arbitrary<Record<string, Json>> => {
    const members = parameters.filter((parameter) => parameter.in === place);
    const requiredKeys = members.filter(({ required }) => required).map(({ name }) => name);
    return fc.record(Object.fromEntries(members.map(({ name }) => [name, value])), { requiredKeys });
  };
  const places = { path: at('path'), query: at('query'), header: at('header'), cookie: at('cookie') };
  return fc.record({ ...places, ...(requestBody && { body: fc.jsonValue() as fc.Arbitrary<Json> }) });
}

const COMMANDS = [items, edgeCases].flatMap((contract) =>
  contract.operations.flatMap((one) => {
    return projectCommand(one, contract).map((command) => [command.name, contract, one, command as Command] as const);
  }),
);

test.each(COMMANDS)('%s: the command sends the same request as the contract encoder', (_, contract, one, command) => {
  const program = { name: 'p', service: { prefix: 'svc', title: '', version: '' }, commands: [command] };
  fc.assert(
    fc.property(inputFor(one), (input) => {
      const vector = vectorOf(contract, one.id, input);
      const wanted = encodeRequest(one, input);
      if (vector.kind === 'inexpressible' || vector.stdin !== undefined) return;
      // If the contract's encoder refuses an input, the command line refuses it too.
      const prepared = (): unknown => {
        const invocation = readInvocation(program, command, vector.args, { SVC_BASE_URL: 'http://host' });
        const { target, headers } = prepareRequest(invocation, (detail) => new Error(detail) as never);
        const { accept: _accept, 'content-length': _length, ...sent } = headers;
        return { target, headers: sent, body: Buffer.from(invocation.body ?? '').toString() };
      };
      if (wanted.kind === 'inexpressible') expect(prepared).toThrow();
      else {
        const { target, headers, body } = wanted;
        expect(prepared()).toEqual({
          target,
          headers: Object.fromEntries(headers),
          body: Buffer.from(body).toString(),
        });
      }
    }),
    { numRuns: lawRuns(100, 5000) },
  );
});

test('parseArgs keeps every text after an equals sign unchanged', () => {
  const options = { a: { type: 'string' } } as const;
  fc.assert(
    fc.property(text, (given) => {
      expect(parseArgs({ args: [`--a=${given}`], options }).values.a).toBe(given);
    }),
  );
});

test.each<readonly [string, string, CaseInput, CommandMapping, readonly string[] | RegExp]>([
  [
    'a positional argument comes after the flags',
    'getItem',
    { path: { item_id: '-a' } },
    { command: ['show'], arguments: { item_id: 1 } },
    ['--', '-a'],
  ],
  [
    'a long and a short flag are written as configured',
    'listItems',
    { query: { limit: 5, cursor: 'c' } },
    { command: ['list'], arguments: { limit: '-n', cursor: '--after' } },
    ['-n', '5', '--after', 'c'],
  ],
  [
    'a switch is passed as the word for its value',
    'createItem',
    { body: { name: 'a', tags: ['true', 'false'] } },
    { command: ['add'], body: 'members', arguments: { 'body.tags': { true: '--on', false: '--off' } } },
    ['--name=a', '--on', '--off'],
  ],
  [
    'a value for which a switch has no word is refused',
    'createItem',
    { body: { name: 'a', tags: ['false'] } },
    { command: ['add'], body: 'members', arguments: { 'body.tags': { true: '--on' } } },
    /body\.tags: the configuration has no flag for the value false/,
  ],
  ['a body is written as JSON after its flag', 'createItem', { body: { name: 'a' } }, ADD, ['--data={"name":"a"}']],
  [
    'each member of a body has its own argument',
    'createItem',
    { body: { name: 'a', price: 1.5, due_on: '2026-01-01', tags: ['x', 'y'] } },
    { command: ['add'], body: 'members', arguments: { 'body.name': 1, 'body.tags': '-t' } },
    ['--price=1.5', '--due-on=2026-01-01', '-t', 'x', '-t', 'y', '--', 'a'],
  ],
  [
    'a number is refused if the member may be a string',
    'createItem',
    { body: { name: 1 } },
    MEMBERS,
    /can pass only text/,
  ],
  [
    'a member with the value null is refused',
    'createItem',
    { body: { name: 'a', note: null } },
    MEMBERS,
    /body\.note: .*can pass only text/,
  ],
  [
    'a text for a list is refused',
    'createItem',
    { body: { name: 'a', tags: 'b' } },
    MEMBERS,
    /body\.tags: .*distinguish/,
  ],
  [
    'a number in a list of texts is refused',
    'createItem',
    { body: { name: 'a', tags: [1] } },
    MEMBERS,
    /body\.tags: .*can pass only text/,
  ],
  [
    'a text that is read as a number is refused',
    'createItem',
    { body: { name: 'a', price: '1' } },
    MEMBERS,
    /body\.price: .*distinguish/,
  ],
  [
    'a text that is not read as a number is passed',
    'createItem',
    { body: { name: 'a', price: 'b' } },
    MEMBERS,
    ['--name=a', '--price=b'],
  ],
  [
    'a member that is an object is refused',
    'createItem',
    { body: { name: 'a', size: { width: 1 } } },
    MEMBERS,
    /body\.size: .*cannot express null/,
  ],
  [
    'an unknown member of a body is refused',
    'createItem',
    { body: { name: 'a', x: 'b' } },
    MEMBERS,
    /the surface has no argument for the member "x"/,
  ],
  [
    'an omitted body is refused if it is required',
    'createItem',
    {},
    MEMBERS,
    /a call without the required body cannot be made/,
  ],
  ['a body that is not an object is refused', 'createItem', { body: 1 }, MEMBERS, /the body is not an object/],
])('with a configured mapping, an input becomes arguments, or is refused: %s', (_, id, input, mapping, want) => {
  const call = { operation: operationOf(items, id), input, token: undefined, gate: 'approved' as const };
  const vector = argumentVector(call, items.schemas, mapping);
  if (want instanceof RegExp) expect(vector).toMatchObject({ reason: expect.stringMatching(want) as unknown });
  else expect(vector).toEqual({ kind: 'arguments', args: want });
});

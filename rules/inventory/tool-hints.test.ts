import { expect, it } from 'vitest';
import { collectionsOf } from '../../contract/collections/collections.js';
import { contractOf } from '../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../contract/json/json.js';
import type { InventoryEntry } from '../../surfaces/driver.js';
import { checkToolHints } from './tool-hints.js';

const TEXT: JsonObject = { type: 'string' };
const KEY: JsonObject = { name: 'noteId', in: 'path', required: true, schema: TEXT };

function json(schema: JsonObject): JsonObject {
  return { description: 'A reply.', content: { 'application/json': { schema } } };
}

const NOTE = json({ type: 'object', required: ['noteId'], properties: { noteId: TEXT, text: TEXT } });

/** A contract that creates, reads and removes notes. `create`: members of the create operation. */
function notes(create: JsonObject = {}, members: JsonObject = { text: TEXT }): JsonObject {
  const requestBody = { content: { 'application/json': { schema: { type: 'object', properties: members } } } };
  return {
    paths: {
      '/notes': { post: { operationId: 'add', requestBody, responses: { '201': NOTE, '400': NOTE }, ...create } },
      '/notes/{noteId}': {
        get: { operationId: 'show', parameters: [KEY], responses: { '200': NOTE } },
        delete: { operationId: 'drop', parameters: [KEY], responses: { '204': { description: 'Removed.' } } },
      },
    },
  };
}

const EACH = { isReadOnly: false, isIdempotent: true } as const;

it.each<[string, JsonObject, Omit<InventoryEntry, 'name'>, string, readonly string[]]>([
  ['a create that is idempotent', notes(), EACH, 'add', ['declared-idempotent add']],
  ['a create without the hint', notes(), { isReadOnly: false }, 'add', []],
  ['a create that is not idempotent', notes(), { isReadOnly: false, isIdempotent: false }, 'add', []],
  [
    'a create that is declared to read, which a different rule reports',
    notes(),
    { isReadOnly: true, isIdempotent: true },
    'add',
    [],
  ],
  [
    'a create with an idempotency key',
    notes({ parameters: [{ name: 'Idempotency-Key', in: 'header', schema: TEXT }] }),
    EACH,
    'add',
    [],
  ],
  ['a create with a key in its body', notes({}, { clientToken: TEXT }), EACH, 'add', []],
  ['a create whose caller chooses the identifier', notes({}, { noteId: TEXT, text: TEXT }), EACH, 'add', []],
  ['a create that may conflict', notes({ responses: { '201': NOTE, '409': NOTE } }), EACH, 'add', []],
  ['a create that may answer 200 or 201', notes({ responses: { '200': NOTE, '201': NOTE } }), EACH, 'add', []],
  ['a search by POST', notes({ responses: { '200': NOTE } }), EACH, 'add', []],
  ['a body of an unknown shape', notes({}, {}), EACH, 'add', []],
  ['a removal that is idempotent', notes(), { ...EACH, isDestructive: true }, 'drop', []],
  [
    'a removal that destroys nothing',
    notes(),
    { isReadOnly: false, isDestructive: false },
    'drop',
    ['declared-not-destructive drop'],
  ],
  ['a create that destroys nothing', notes(), { isReadOnly: false, isDestructive: false }, 'add', []],
  ['a tool that the contract does not have', notes(), EACH, 'other', []],
])(
  'the hints of a tool, such as `idempotentHint`, must agree with its operation: %s (violations: $4)',
  async (_, members, hints, id, want) => {
    const contract = await contractOf(members);
    const expected = contract.operations.map(({ id: operation }) => ({ name: `tool-${operation}`, operation }));
    const collections = collectionsOf(contract).all;
    const found = checkToolHints('mcp', expected, [{ name: `tool-${id}`, ...hints }], { contract, collections });
    expect(found.map(({ violation, operations }) => [violation.kind, ...operations].join(' '))).toEqual(want);
    expect(found.every(({ violation: { surface, blame } }) => surface === 'mcp' && blame === 'surface')).toBe(true);
  },
);

it('a hint that is wrong for two tools is one violation that names both tools', async () => {
  const { paths } = notes() as { readonly paths: JsonObject };
  const other = JSON.parse(
    JSON.stringify(paths)
      .replaceAll('note', 'tag')
      .replaceAll(/"(add|show|drop)"/g, '"$1Tag"'),
  ) as JsonObject;
  const contract = await contractOf({ paths: { ...paths, ...other } });
  const expected = contract.operations.map(({ id: operation }) => ({ name: operation, operation }));
  const offered = expected.map(({ name }) => ({ name, isReadOnly: name.startsWith('show'), isIdempotent: true }));
  const found = checkToolHints('mcp', expected, offered, { contract, collections: collectionsOf(contract).all });
  expect(found.map(({ violation }) => violation.message)).toEqual([
    'mcp declares that a repeated call of `add`, `addTag` has no further effect, but each call creates a new item.',
  ]);
});

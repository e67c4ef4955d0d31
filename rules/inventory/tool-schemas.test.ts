import { expect, it } from 'vitest';
import type { OperationId } from '../../contract/operation.js';
import type { InventoryEntry, SchemaFault } from '../../surfaces/driver.js';
import { checkToolSchemas } from './tool-schemas.js';

const EXPECTED = ['a', 'b'].map((name) => ({ name, operation: `op-${name}` as OperationId }));

function tool(name: string, ...faults: readonly (readonly [SchemaFault['kind'], string, string])[]): InventoryEntry {
  return {
    name,
    schemaFaults: faults.map(([kind, pointer, text]) => ({ of: 'inputSchema', kind, pointer, text })),
  };
}

const NOWHERE = (name: string) => ['reference', '/properties/body/$ref', `#/components/schemas/${name}`] as const;

it.each<[string, readonly InventoryEntry[], readonly string[]]>([
  ['tools without faults', [{ name: 'a' }, { name: 'b' }], []],
  ['a tool that the contract does not have', [tool('c', NOWHERE('Item'))], []],
  ['a broken reference in one tool', [tool('a', NOWHERE('Item')), tool('b')], ['schema-reference op-a']],
  [
    'broken references in two tools to the same object',
    [tool('a', NOWHERE('Item'), NOWHERE('Error')), tool('b', NOWHERE('ItemCreate'))],
    ['schema-reference op-a op-b'],
  ],
  [
    'broken references to different objects',
    [tool('a', NOWHERE('Item')), tool('b', ['reference', '/properties/x/$ref', '#/$defs/x'])],
    ['schema-reference op-a', 'schema-reference op-b'],
  ],
  [
    'wrong values of the same keyword',
    [tool('a', ['malformed', '/properties/x/type', '"text"']), tool('b', ['malformed', '/properties/y/type', '"any"'])],
    ['schema-malformed op-a op-b'],
  ],
  [
    'wrong values of two keywords',
    [tool('a', ['malformed', '/properties/x/type', '"text"'], ['malformed', '/properties/x/required', 'true'])],
    ['schema-malformed op-a', 'schema-malformed op-a'],
  ],
  [
    'two invalid patterns',
    [tool('a', ['pattern', '/a', '(?P<x>)'], ['pattern', '/b', '(?i)'])],
    ['schema-pattern op-a'],
  ],
])('the schemas of tools must be valid JSON Schemas: %s (violations: $2)', (_, offered, want) => {
  const found = checkToolSchemas('mcp', EXPECTED, offered);
  expect(found.map(({ violation, operations }) => [violation.kind, ...operations].join(' '))).toEqual(want);
  expect(found.every(({ violation: { surface, blame } }) => surface === 'mcp' && blame === 'surface')).toBe(true);
  expect(new Set(found.map(({ violation: { cause } }) => cause)).size).toBe(found.length);
});

it('the message about a broken $ref quotes the reference and states its place', () => {
  const [found] = checkToolSchemas('mcp', EXPECTED, [tool('a', NOWHERE('Item'))]);
  expect(found?.violation.message).toBe(
    'Clients cannot compile the `inputSchema` of `a` on mcp: the reference "#/components/schemas/Item" at /properties/body/$ref leads nowhere.',
  );
});

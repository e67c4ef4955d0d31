import { expect, it } from 'vitest';
import type { OperationId } from '../../contract/operation.js';
import type { UnknownReply } from '../../surfaces/driver.js';
import { checkUnknownTool, unknownNames } from './unknown-tool.js';

const EXPECTED = [{ name: 'a', operation: 'op-a' as OperationId }];

it.each<[string, UnknownReply | undefined, string | undefined]>([
  ['a protocol error', 'refused', undefined],
  ['no reply', undefined, undefined],
  ['a result that is an error, as the servers of common libraries return it', 'error-result', undefined],
  ['a success', 'result', 'the unknown tool `no_such_tool` with a result that is not marked as an error'],
  ['exit code 0', 'exit-0', 'the unknown command `no_such_tool` with exit code 0'],
])('a surface answers the call of an unknown tool with %s (violation: $2)', (_, reply, want) => {
  const found = checkUnknownTool('mcp', EXPECTED, 'no_such_tool', reply);
  expect(found === undefined).toBe(want === undefined);
  if (want !== undefined)
    expect(found).toMatchObject({
      operations: ['op-a'],
      violation: { surface: 'mcp', blame: 'surface', message: expect.stringContaining(want) as unknown },
    });
});

const READER = { operation: 'op-a' as OperationId, isReadOnly: true };

it.each<[string, readonly string[], readonly string[], readonly string[]]>([
  ['the name of a reading tool in capitals', ['get_item'], ['get_item'], ['GET_ITEM']],
  ['a name in capitals in small letters', ['GET'], ['GET'], ['get']],
  ['no name that the server offers too', ['get'], ['get', 'GET'], []],
  ['no name of a tool that is not offered', ['get'], ['list'], []],
  ['no name without letters', ['1'], ['1'], []],
  ['at most three names', ['a', 'b', 'c', 'd'], ['a', 'b', 'c', 'd'], ['A', 'B', 'C']],
])('calls a name that resembles no tool, and %s', (_, expected, offered, want) => {
  const entries = expected.map((name) => ({ ...READER, name }));
  const found = unknownNames(
    entries,
    offered.map((name) => ({ name })),
  );
  expect(found).toEqual(['no_such_operation', ...want]);
});

it('changes no name of a tool that may change something', () => {
  expect(unknownNames([{ ...READER, name: 'a', isReadOnly: false }], [{ name: 'a' }])).toHaveLength(1);
});

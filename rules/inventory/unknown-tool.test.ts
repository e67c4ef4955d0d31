import { expect, it } from 'vitest';
import type { OperationId } from '../../contract/operation.js';
import type { UnknownReply } from '../../surfaces/driver.js';
import { checkUnknownTool } from './unknown-tool.js';

const EXPECTED = [{ name: 'a', operation: 'op-a' as OperationId }];

it.each<[string, UnknownReply | undefined, string | undefined]>([
  ['a protocol error', 'refused', undefined],
  ['no reply', undefined, undefined],
  ['a result that is an error, as the servers of common libraries return it', 'error-result', undefined],
  ['a success', 'result', 'with a result that is not marked as an error'],
])('a tool server answers the call of an unknown tool with %s (violation: $2)', (_, reply, want) => {
  const found = checkUnknownTool('mcp', EXPECTED, reply);
  expect(found === undefined).toBe(want === undefined);
  if (want !== undefined)
    expect(found).toMatchObject({
      operations: ['op-a'],
      violation: { surface: 'mcp', blame: 'surface', message: expect.stringContaining(want) as unknown },
    });
});

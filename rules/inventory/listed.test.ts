import { expect, it } from 'vitest';
import type { OperationId } from '../../contract/operation.js';
import { checkListed } from './listed.js';

const EXPECTED = ['a', 'b'].map((name) => ({ name, operation: name as OperationId }));

it('a tool list that cannot be read is a violation for all operations of the surface', () => {
  const error = { code: 'tool-list-refused', message: 'Page 2 cannot be read.', repair: 'Accept the cursor.' };
  expect(checkListed('mcp', EXPECTED, error)).toMatchObject({
    operations: ['a', 'b'],
    violation: { surface: 'mcp', kind: 'refused', blame: 'surface', repair: 'Accept the cursor.' },
  });
});

it('a tool server that cannot be started is not judged', () => {
  expect(checkListed('mcp', EXPECTED, { code: 'surface-unavailable', message: '', repair: '' })).toBeUndefined();
});

import type { ParityError } from '../../contract/parity-error.js';
import type { ExpectedEntry } from '../../surfaces/driver.js';
import type { RuleStatement } from '../rule.js';
import type { InventoryViolation } from './inventory-violation.js';

export const LISTED: RuleStatement = {
  id: 'inventory/listed',
  severity: 'must',
  statement:
    'A tool server lists all its tools: it answers each request for tools/list with a valid result, accepts the cursors that it returned, and the list ends.',
  source: 'MCP 2025-11-25, Tools (tools/list) and Pagination',
  repair: 'Answer tools/list for each cursor that the server returned, and omit `nextCursor` on the last page.',
};

const CODE = 'tool-list-';

/**
 * The violation for a tool server whose tool list cannot be read to its end; `undefined` if reading failed for a
 * different reason, such as a server that does not start.
 */
export function checkListed(
  surface: string,
  expected: readonly ExpectedEntry[],
  { code, message, repair }: Pick<ParityError, 'code' | 'message' | 'repair'>,
): InventoryViolation | undefined {
  if (!code.startsWith(CODE)) return undefined;
  return {
    operations: expected.map(({ operation }) => operation),
    violation: {
      surface,
      pointer: '/inventory',
      kind: code.slice(CODE.length),
      message: `${surface} does not list all its tools. ${message}`,
      expected: 'every page of tools/list',
      received: message,
      blame: 'surface',
      cause: 'tools/list',
      repair,
    },
  };
}

import {
  type ExpectedEntry,
  type InventoryEntry,
  UNKNOWN_OPERATION,
  type UnknownReply,
} from '../../surfaces/driver.js';
import type { RuleStatement } from '../rule.js';
import type { InventoryViolation } from './inventory-violation.js';

export const UNKNOWN_TOOL: RuleStatement = {
  id: 'inventory/unknown-tool',
  severity: 'should',
  statement:
    'A tool server refuses the call of a tool that it does not offer, also if the name differs from an offered one only in letter case. A result with `isError: true` is tolerated as a refusal, because servers that use common libraries send it. An unknown command of a command line fails.',
  source:
    'MCP 2025-11-25, Tools, Error Handling: unknown tools are protocol errors (-32602); Tool Names: names are case-sensitive; POSIX, Exit Status',
  repair:
    'Answer tools/call for an unknown name with the JSON-RPC error -32602. End an unknown command with an exit code other than 0.',
};

/**
 * The maximum number of offered names that are called in a different letter case. Several are used, because a tool with
 * required arguments refuses the call anyway, so that its refusal shows nothing.
 */
const MOST_CHANGED = 3;

/**
 * Names that the server does not offer: one that resembles no tool, and names of reading tools in another letter case.
 */
export function unknownNames(
  expected: readonly ExpectedEntry[],
  offered: readonly InventoryEntry[],
): readonly string[] {
  const names = new Set(offered.map(({ name }) => name));
  const readers = expected.filter(({ name, isReadOnly }) => isReadOnly === true && names.has(name));
  const changed = readers.map(({ name }) => (name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase()));
  return [UNKNOWN_OPERATION, ...changed.filter((name) => !names.has(name)).slice(0, MOST_CHANGED)];
}

/** The call of an unknown name, the answer that breaks the rule, and the expected one. */
const WORDS: Readonly<Partial<Record<UnknownReply, readonly [call: string, answer: string, expected: string]>>> = {
  result: ['call of the unknown tool', 'a result that is not marked as an error', 'the JSON-RPC error -32602'],
  'exit-0': ['unknown command', 'exit code 0', 'another exit code'],
};

/**
 * The violation for a surface that answers the call of an unknown tool or command with a success. `undefined` if the
 * call fails, or if it was not made.
 */
export function checkUnknownTool(
  surface: string,
  entries: readonly ExpectedEntry[],
  name: string,
  reply: UnknownReply | undefined,
): InventoryViolation | undefined {
  const words = reply && WORDS[reply];
  if (words === undefined) return undefined;
  const [call, received, expected] = words;
  return {
    operations: entries.map(({ operation }) => operation),
    violation: {
      surface,
      pointer: '/inventory',
      kind: 'unknown-tool-answered',
      message: `${surface} answers the ${call} \`${name}\` with ${received}.`,
      expected,
      received,
      blame: 'surface',
      cause: 'unknown tool',
    },
  };
}

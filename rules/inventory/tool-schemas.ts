import { joinPointer, lastToken } from '../../contract/json/json-pointer.js';
import type { OperationId } from '../../contract/operation.js';
import type { ExpectedEntry, InventoryEntry, SchemaFault } from '../../surfaces/driver.js';
import type { Violation } from '../finding.js';
import type { RuleStatement } from '../rule.js';
import { type InventoryViolation, shownNames } from './inventory-violation.js';

export const TOOL_SCHEMAS: RuleStatement = {
  id: 'inventory/tool-schemas',
  severity: 'must',
  statement:
    'The input and output schemas of a tool are valid JSON Schemas: each keyword has a value of the right shape, each pattern compiles, and each reference leads to a schema.',
  source: 'MCP 2025-11-25, Tools (inputSchema, outputSchema); JSON Schema 2020-12 Core §8.2.3 and §9.4.2',
  repair:
    'Put every schema to which a schema of the tool refers into its `$defs`, and write each keyword as JSON Schema 2020-12 defines it.',
};

/** Reports the faults of the schemas of tools. Faults with the same cause share a violation. */
export function checkToolSchemas(
  surface: string,
  expected: readonly ExpectedEntry[],
  offered: readonly InventoryEntry[],
): readonly InventoryViolation[] {
  const operationOf = new Map(expected.map(({ name, operation }) => [name, operation] as const));
  const located = offered.flatMap(({ name: tool, schemaFaults = [] }) => {
    const operation = operationOf.get(tool);
    return operation === undefined ? [] : schemaFaults.map((fault) => ({ operation, tool, fault }));
  });
  return [...new Set(located.map(({ fault }) => causeOf(fault)))].flatMap((cause) => {
    const [first, ...others] = located.filter(({ fault }) => causeOf(fault) === cause);
    if (first === undefined) return [];
    const operations = [...new Set([first, ...others].map(({ operation }) => operation))];
    return [{ operations, violation: violation(surface, cause, first, others) }];
  });
}

interface Located {
  readonly operation: OperationId;
  readonly tool: string;
  readonly fault: SchemaFault;
}

/**
 * The cause by which faults of schemas are grouped: for a broken reference, the object into which it leads, such as
 * `#/components/schemas/`; for a wrong keyword, the keyword.
 */
function causeOf({ kind, pointer, text }: SchemaFault): string {
  if (kind === 'reference') return `${kind} ${text.replace(/[^/]*$/, '')}`;
  return kind === 'malformed' ? `${kind} ${lastToken(pointer)}` : kind;
}

function violation(surface: string, cause: string, first: Located, others: readonly Located[]): Violation {
  const { tool, fault } = first;
  const tools = [...new Set([tool, ...others.map((each) => each.tool)])];
  const common = tools.length === 1 ? '' : ` ${tools.length} tools have such a fault: ${shownNames(tools)}.`;
  return {
    surface,
    pointer: joinPointer('/inventory', tool),
    kind: `schema-${fault.kind}`,
    message: `Clients cannot compile the \`${fault.of}\` of \`${tool}\` on ${surface}: ${TEXTS[fault.kind](fault)}.${common}`,
    expected: 'a valid JSON Schema',
    received: fault.text,
    blame: 'surface',
    cause,
    repair: REPAIRS[fault.kind],
  };
}

type Kind = SchemaFault['kind'];

const TEXTS: Readonly<Record<Kind, (fault: SchemaFault) => string>> = {
  reference: ({ pointer, text }) => `the reference ${quoted(text)} at ${place(pointer)} leads nowhere`,
  malformed: ({ pointer, text }) => `the keyword at ${place(pointer)} has the wrong value ${text}`,
  pattern: ({ pointer, text }) =>
    `the pattern ${quoted(text)} at ${place(pointer)} is not a regular expression of ECMA-262`,
  endless: ({ pointer }) => `the schema at ${place(pointer)} refers only to itself`,
};

const REPAIRS: Readonly<Record<Kind, string>> = {
  reference:
    'Copy the schema to which the reference should lead into `$defs` of the schema of the tool, and refer to it as `#/$defs/<name>`; or write the schema in place of the reference.',
  malformed: 'Write the keyword as JSON Schema 2020-12 defines it, or state the dialect of the schema in `$schema`.',
  pattern:
    'Write the pattern as a regular expression of ECMA-262, without inline flags and named groups of other languages.',
  endless: 'Remove the reference, or point it to the intended schema.',
};

function quoted(text: string): string {
  return JSON.stringify(text);
}

function place(pointer: string): string {
  return pointer === '' ? 'its root' : pointer;
}

import { joinPointer } from '../../contract/json/json-pointer.js';
import type { Json } from '../../contract/json/json.js';
import type { ExpectedEntry, InventoryEntry } from '../../surfaces/driver.js';
import type { RuleStatement } from '../rule.js';
import type { InventoryViolation } from './inventory-violation.js';

export const TOOL_DEFAULTS: RuleStatement = {
  id: 'inventory/tool-defaults',
  severity: 'must',
  statement:
    'A default in the inputSchema of a tool is the default that the contract states for the parameter. A tool may state no default.',
  source:
    'MCP 2025-11-25, Tools (inputSchema); JSON Schema 2020-12 Validation §9.2: a default documents the value that is used if an argument is omitted',
  repair: 'Generate the inputSchema of the tool from the contract, or correct its default.',
};

/** Compares the defaults in the schemas of tools with the contract. There is at most one violation for each tool. */
export function checkToolDefaults(
  surface: string,
  expected: readonly ExpectedEntry[],
  offered: readonly InventoryEntry[],
): readonly InventoryViolation[] {
  const declared = new Map(offered.map(({ name, defaults }) => [name, defaults] as const));
  return expected.flatMap(({ name, operation, defaults = {} }) => {
    const own = declared.get(name) ?? {};
    const wrong = Object.entries(defaults).find(([input, value]) => Object.hasOwn(own, input) && own[input] !== value);
    if (wrong === undefined) return [];
    const [input, value] = wrong;
    const received = own[input] as Json;
    return [
      {
        operations: [operation],
        violation: {
          surface,
          pointer: joinPointer('/inventory', name, input),
          kind: 'other-default',
          message: `The tool ${name} on ${surface} states the default ${JSON.stringify(received)} for ${input}, but the contract states ${JSON.stringify(value)}.`,
          expected: value,
          received,
          blame: 'surface',
          cause: `default ${input}`,
          repair: `Write \`"default": ${JSON.stringify(value)}\` for ${input} in the inputSchema of ${name}.`,
        },
      },
    ];
  });
}

import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operation.js';
import type { GenerateConfig } from '../configuration/config.js';

interface Named {
  readonly suffix: string;
  readonly isNamed: (operation: Operation) => boolean;
  readonly what: string;
  /** The member of the vendor extension that contains the name of the command or tool. */
  readonly member: string;
}

/**
 * The generators that skip every operation without a vendor extension such as `x-svc-cli`. The extension contains the
 * name of the command or tool.
 */
const NAMED: ReadonlyMap<string, Named> = new Map([
  ['cli', { suffix: 'cli', isNamed: ({ command }) => command !== undefined, what: 'command', member: 'command' }],
  ['mcp', { suffix: 'mcp-tool', isNamed: ({ tool }) => tool !== undefined, what: 'tool', member: 'name' }],
]);

/** A warning that the generated code is empty, because the contract contains no names of commands or tools. */
export function missingNames(config: GenerateConfig, contract: Contract, prefix: string): string | undefined {
  const named = 'generator' in config ? NAMED.get(config.generator) : undefined;
  if (named === undefined || contract.operations.some(named.isNamed)) return undefined;
  const { suffix, what, member } = named;
  const extension = `x-${prefix}-${suffix}`;
  return (
    `no operation of ${contract.file} has ${extension}, so the generated code has no ${what}s\n` +
    `  → Add ${extension} with a ${member} and a description to each operation.`
  );
}

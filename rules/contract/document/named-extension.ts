import { type Json, ownValue } from '../../../contract/json/json.js';
import type { LintFault, LintedContract } from './contract-rule.js';
import type { Path } from './path.js';
import { isStream, type LintedOperation } from './linted-operation.js';
import { isCamelCase, isKebabCase, isSnakeCase, camelToKebabCase, camelToSnakeCase } from './naming.js';

/**
 * A kind of extension that names each operation on one kind of surface: `x-<prefix>-mcp-tool` on tool servers,
 * `x-<prefix>-cli` on command lines.
 */
export interface NamedExtensionKind {
  readonly surface: string;
  /** The key of the extension without `x-<prefix>-`, such as `mcp-tool`. */
  readonly suffix: string;
  /** The member of the extension that contains the name, such as `command`. */
  readonly member: string;
  readonly spelling: { readonly name: string; holds(name: string): boolean; of(operationId: string): string };
}

export const TOOL: NamedExtensionKind = {
  surface: 'tool server',
  suffix: 'mcp-tool',
  member: 'name',
  spelling: { name: 'snake_case', holds: isSnakeCase, of: camelToSnakeCase },
};
export const COMMAND: NamedExtensionKind = {
  surface: 'command line',
  suffix: 'cli',
  member: 'command',
  spelling: { name: 'kebab-case', holds: isKebabCase, of: camelToKebabCase },
};
export const GATE_SUFFIX = 'hitl-gate';

/** The name that an extension gives to an operation, and the path of the name in the document. */
export interface GivenName {
  readonly operation: LintedOperation;
  readonly name: string;
  readonly path: Path;
}

export function extensionKey(contract: LintedContract, suffix: string): string {
  return `x-${contract.options.prefix}-${suffix}`;
}

/**
 * The names that operations have on one kind of surface. Operations without a name are left out; `missingExtensions`
 * reports them.
 */
export function givenNames(contract: LintedContract, kind: NamedExtensionKind): readonly GivenName[] {
  const key = extensionKey(contract, kind.suffix);
  return contract.operations.flatMap((operation) => {
    const name = ownValue(ownValue(operation.value, key), kind.member);
    return typeof name === 'string' && name !== ''
      ? [{ operation, name, path: [...operation.path, key, kind.member] }]
      : [];
  });
}

/**
 * Reports each operation, except event streams, without the extension or without one of its members. If none of several
 * operations has the extension, there is only one fault: the contract was written without this kind of surface.
 */
export function* missingExtensions(contract: LintedContract, kind: NamedExtensionKind): Generator<LintFault> {
  const key = extensionKey(contract, kind.suffix);
  const lacks = (operation: LintedOperation): boolean => ownValue(operation.value, key) === undefined;
  const lacking = contract.operations.filter((operation) => lacks(operation) && !isStream(operation));
  if (lacking.length > 1 && contract.operations.every(lacks)) {
    const message = `no operation has ${key}, so the ${kind.surface} cannot offer any of the ${lacking.length} operations: ${namesOf(lacking)}`;
    yield { path: ['paths'], message };
    return;
  }
  for (const { name, path } of lacking)
    yield { path, message: `${name} has no ${key}, so the ${kind.surface} cannot offer the operation` };
  for (const { name, path, value } of contract.operations.filter((operation) => !lacks(operation))) {
    for (const member of [kind.member, 'description']) {
      if (!hasText(ownValue(value, key), member))
        yield { path: [...path, key], message: `${key} of ${name} has no ${member}` };
    }
  }
}

/** The maximum number of operations in a message. */
const MOST_NAMED = 5;

function namesOf(operations: readonly LintedOperation[]): string {
  const names = operations.slice(0, MOST_NAMED).map(({ name }) => name);
  return `${names.join(', ')}${operations.length > MOST_NAMED ? ', …' : ''}`;
}

/** Reports names in a wrong spelling. Tools need snake_case, and commands need kebab-case. */
export function* misspeltNames(contract: LintedContract, kind: NamedExtensionKind): Generator<LintFault> {
  for (const { name, path } of givenNames(contract, kind)) {
    if (kind.spelling.holds(name)) continue;
    yield { path, message: `the ${kind.surface} name ${JSON.stringify(name)} is not ${kind.spelling.name}` };
  }
}

/**
 * Reports names that have the right spelling, but are not the operationId in this spelling, such as `fetch_item` for
 * `getItem`. Names and operationIds with a wrong spelling are left to other rules.
 */
export function* unconventionalNames(contract: LintedContract, kind: NamedExtensionKind): Generator<LintFault> {
  for (const { operation, name, path } of givenNames(contract, kind)) {
    if (operation.id === undefined || !isCamelCase(operation.id) || !kind.spelling.holds(name)) continue;
    const wanted = kind.spelling.of(operation.id);
    if (name !== wanted)
      yield {
        path,
        message: `${JSON.stringify(name)} is the ${kind.surface} name of ${operation.id}; by convention, the name is ${wanted}`,
      };
  }
}

function hasText(holder: Json | undefined, member: string): boolean {
  const value = ownValue(holder, member);
  return typeof value === 'string' && value.trim() !== '';
}

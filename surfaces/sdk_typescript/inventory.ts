import type { Contract } from '../../contract/contract.js';
import type { ExpectedEntry, InventoryEntry } from '../driver.js';

/** One method an operation, called by its `operationId`. What a method takes cannot be seen at run time. */
export function sdkTypescriptExpectedInventory(contract: Contract): readonly ExpectedEntry[] {
  return contract.operations.map(({ id }) => ({ name: id, operation: id }));
}

/** `close` and `then` are never operations; nor is what a leading underscore calls private. */
const NOT_OPERATIONS: readonly string[] = ['constructor', 'close', 'then'];

/** The public methods of a client, its own and inherited ones. Getters are left unread: they may do anything. */
export function clientMethods(client: object): readonly InventoryEntry[] {
  const names = new Set<string>();
  let level: object | null = client;
  while (level !== null && level !== Object.prototype) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(level))) {
      if (typeof value === 'function' && !NOT_OPERATIONS.includes(name) && !name.startsWith('_')) names.add(name);
    }
    level = Object.getPrototypeOf(level) as object | null;
  }
  return [...names].map((name) => ({ name }));
}

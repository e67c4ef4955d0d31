import type { InventoryEntry } from '../../driver.js';

/**
 * Names of methods that are never operations. Names that begin with an underscore are also skipped, because they are
 * private by convention.
 */
const NOT_OPERATIONS: readonly string[] = ['constructor', 'close', 'then'];

/**
 * The public methods of a client, own and inherited. Members with a getter are skipped, because reading them could have
 * side effects.
 */
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

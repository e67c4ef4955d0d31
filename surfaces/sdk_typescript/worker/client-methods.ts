import type { InventoryEntry } from '../../driver.js';

/**
 * Method names that are not operations. Names with a leading underscore are not operations either, because they are
 * private by convention.
 */
const NOT_OPERATIONS: readonly string[] = ['constructor', 'close', 'then'];

/**
 * The public methods of a client, both own and inherited. Getters are not called, because they may have side effects.
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

import type { Contract } from '../../contract/contract.js';

/**
 * The environment variables with the base URLs of servers that only some operations have. The key is the URL of the
 * server in the contract. A variable is named like `BASE_URL_FILES_EXAMPLE_COM`, without a vendor prefix.
 */
export function serverVariables({ operations }: Contract): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  const taken = new Set<string>();
  for (const url of operations.flatMap(({ servers = [] }) => servers)) {
    if (variables.has(url)) continue;
    const words = url.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').match(/[A-Za-z0-9]+/g) ?? ['ROOT'];
    const name = `BASE_URL_${words.join('_').toUpperCase()}`;
    let free = name;
    for (let next = 2; taken.has(free); next += 1) free = `${name}_${next}`;
    taken.add(free);
    variables.set(url, free);
  }
  return variables;
}

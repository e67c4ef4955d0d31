import type { Contract } from '../../contract/contract.js';

/**
 * For each server that only some operations have: the environment variable with its base URL, such as
 * `BASE_URL_FILES_EXAMPLE_COM`. The name has no vendor prefix. The key is the URL in the contract.
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

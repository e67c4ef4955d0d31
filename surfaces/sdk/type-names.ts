import type { SchemaUri } from '../../contract/operation.js';
import { pointerTokens } from '../../contract/json/json-pointer.js';

/**
 * Gives each type a name that no other type has: the preferred name, or with a number, such as `Item2`. Reserved names
 * are not used.
 */
export class TypeNames {
  readonly #taken: Set<string>;

  constructor(taken: readonly string[] = []) {
    this.#taken = new Set(taken);
  }

  claim(preferred: string): string {
    const name = pascalCase(preferred);
    let claimed = name;
    for (let count = 2; this.#taken.has(claimed); count += 1) claimed = `${name}${count}`;
    this.#taken.add(claimed);
    return claimed;
  }
}

/**
 * The preferred name of the type for a schema: `Item` for `#/components/schemas/Item`. If the schema is a whole file,
 * the name of the file.
 */
export function schemaName(uri: SchemaUri): string {
  const [document = '', fragment = ''] = uri.split('#', 2);
  const last = pointerTokens(decoded(fragment)).at(-1);
  return last ?? document.split('/').at(-1)?.split('.')[0] ?? 'Schema';
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/**
 * Converts a text to a type name: `list-items` and `listItems` become `ListItems`. All characters except letters and
 * digits separate words.
 */
export function pascalCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const name = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('');
  return /^[A-Za-z]/.test(name) ? name : `Schema${name}`;
}

import type { SchemaSource } from '../contract.js';
import type { SchemaUri } from '../operation.js';
import type { Term } from './constraint-types.js';
import { flatten } from './constraints.js';
import { Terms } from './terms.js';

/** For each part of a value, such as a member, the addresses of the schemas that constrain it. */
export interface StatedParts {
  readonly properties: ReadonlyMap<string, readonly SchemaUri[]>;
  readonly additional: readonly SchemaUri[];
  readonly prefixItems: readonly (readonly SchemaUri[])[];
  readonly items: readonly SchemaUri[];
  readonly formats: readonly string[];
  /** The maximum length of a string in characters; `Infinity` if no schema limits it. */
  readonly maxLength: number;
  /** The alternatives of all keywords that offer a choice, such as `anyOf`. A valid value may satisfy any of them. */
  readonly branches: readonly SchemaUri[];
}

const known = new WeakMap<SchemaSource, Terms>();

/**
 * The schemas that apply to the parts of a value, such as its members, if the value satisfies all schemas in
 * `conjunction`. Alternatives such as those of `anyOf` are listed, but their contents are not included.
 */
export function statedParts(schemas: SchemaSource, conjunction: readonly SchemaUri[]): StatedParts {
  const terms = termsOf(schemas);
  const { properties, additional, prefixItems, items, formats, maxLength, branches } = flatten(
    conjunction.map((uri) => ({ term: terms.root(uri) })),
  );
  return {
    properties: new Map([...properties].map(([name, those]) => [name, addresses(those)])),
    additional: addresses(additional),
    prefixItems: prefixItems.map(addresses),
    items: addresses(items),
    formats,
    maxLength,
    branches: addresses(branches.flatMap(({ choices }) => choices)),
  };
}

function termsOf(schemas: SchemaSource): Terms {
  const terms = known.get(schemas) ?? new Terms(schemas);
  known.set(schemas, terms);
  return terms;
}

function addresses(terms: readonly Term[]): readonly SchemaUri[] {
  return terms.map(({ uri }) => uri).filter((uri) => uri !== undefined);
}

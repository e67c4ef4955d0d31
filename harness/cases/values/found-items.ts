import type { Argument } from '../../../contract/arguments.js';
import type { CaseInput } from '../../../contract/case.js';
import type { Identifier } from '../../../contract/inputs/identifiers.js';
import { type Json, type JsonObject, ownValue } from '../../../contract/json/json.js';
import type { Operation, OperationId } from '../../../contract/operation.js';
import { pathVariables } from '../../../contract/path-relations.js';
import type { KnownValues } from './known-values.js';

/** For each operation, the path parameters of items that exist in the service. */
export type FoundPaths = ReadonlyMap<OperationId, readonly JsonObject[]>;

/** The items and references that exist in the initial state of a service, as far as they are known. */
export interface InitialItems {
  /** The path parameters of existing items, for operations whose path has no configured values. */
  readonly found?: FoundPaths;
  /**
   * The path parameters of existing items whose changes the contract refuses in some states, for the operations that
   * read these items.
   */
  readonly existing?: FoundPaths;
  /** Values of body members that refer to items. Configured values come first. */
  readonly references?: ReadonlyMap<string, KnownValues>;
}

/**
 * The items that are known to be in the initial state of a service. If items were found for an operation, the path
 * values of one found item are used together. They replace the configured values, because two configured values may
 * belong to different items.
 */
export class FoundItems {
  constructor(private readonly paths: FoundPaths = new Map()) {}

  known(operation: Operation, argument: Argument): KnownValues | undefined {
    const known = argument.in === 'path' ? this.valuesOf(operation, argument.name) : [];
    return known.length === 0 ? undefined : { known, only: false, areOthers: true };
  }

  /**
   * Returns true if a value belongs to a found item. Returns `undefined` if no item with this path parameter was found
   * for the operation.
   */
  isKnown(operation: Operation, { name, value }: Identifier): boolean | undefined {
    const values = this.valuesOf(operation, name);
    return values.length === 0 ? undefined : values.includes(value);
  }

  /** Returns true if items with this path parameter were found for the operation. */
  isAny(operation: Operation, name: string): boolean {
    return this.valuesOf(operation, name).length > 0;
  }

  /** Returns true if a path parameter of the input has the value of a found item. */
  areUsed(operation: Operation, { path = {} }: CaseInput): boolean {
    return Object.entries(path).some(([name, value]) => this.valuesOf(operation, name).includes(value));
  }

  /**
   * Returns true if the configured values in the path may belong to different items. This is so if the path identifies
   * an item below a parent, such as `/shops/{shop}/books/{book}`, and several parents are known: the item may exist
   * below only one of them.
   */
  mayBeApart(operation: Operation, { path = {} }: CaseInput, configured: ReadonlyMap<string, KnownValues>): boolean {
    const isConfigured = (name: string): boolean =>
      ownValue(path, name) !== undefined && this.valuesOf(operation, name).length === 0;
    const parents = pathVariables(operation.path).filter(isConfigured).slice(0, -1);
    return parents.some((name) => new Set(configured.get(name)?.known).size > 1);
  }

  /** The values that a path parameter has in the found items. */
  private valuesOf({ id }: Operation, name: string): readonly Json[] {
    return [...new Set((this.paths.get(id) ?? []).flatMap((path) => ownValue(path, name) ?? []))];
  }
}

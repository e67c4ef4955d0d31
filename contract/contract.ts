import type { Json, JsonSchema } from './json/json.js';
import type { Operation, OperationId, SchemaUri } from './operation.js';
import type { SourceLocation } from './json/source-location.js';

/** One OpenAPI description with its schemas and locations. Descriptions of version 3.0 are converted to 3.1. */
export interface Contract {
  readonly title: string;
  readonly version: string;
  /** The path as given by the user, relative to the working folder where possible. */
  readonly file: string;
  /** `sha256:<hex>` over the bytes of the description and of every file it refers to. */
  readonly digest: string;
  readonly operations: readonly Operation[];
  /**
   * `x-<prefix>-refusal-order`: the statuses of refusals, in the order in which the service checks requests. A request
   * with several faults gets the first status that applies. Each status stands for one check (RFC 9110 §15.5): 401 for
   * the token, 405 for the method, 413 for the size, 415 for the media type, 400 for the syntax, 404 for the path.
   */
  readonly refusalOrder?: readonly number[];
  readonly schemas: SchemaSource;
  /** Operations missing in `operations`: a fault in the description (see `readAround`) leaves open how to call them. */
  readonly leftOut?: readonly OperationId[];
  /**
   * Faults despite which the description could be read. The message of each fault states how it was read. The lint
   * reports these faults.
   */
  readonly readAround?: readonly ContractFault[];
  readonly document: Json;
  /**
   * The line and column of a pointer in the entry document. If the pointer does not exist, they are those of its
   * nearest existing ancestor.
   */
  locate(pointer: string): SourceLocation;
}

/**
 * Maps each dynamic anchor to its schema, at one point of a validation. If validation has entered several schema
 * resources that declare the anchor, the outermost of them has the schema (Core §7.1).
 */
export type DynamicScope = ReadonlyMap<string, SchemaUri>;

/**
 * The direction of a value. An input has no `readOnly` members, and an output has no `writeOnly` members (Validation
 * §9.4).
 */
export type Direction = 'input' | 'output';

/** Validates values against schemas. */
export interface SchemaValidator {
  /** The violations that Ajv 2020 finds; the list is empty for a valid value. */
  validate(uri: SchemaUri, value: Json): readonly SchemaViolation[];
  /**
   * Whether a value is valid. The result is the same as that of `validate`, but `accepts` is several times faster for
   * valid values.
   */
  accepts(uri: SchemaUri, value: Json): boolean;
}

/** The schemas of a contract by address. Every result is cached. */
export interface SchemaSource extends SchemaValidator {
  /** How often a schema was applied to a value or to a part of a value, in all validations so far. */
  readonly steps: number;
  /** The schema at an address, as the contract states it. */
  at(uri: SchemaUri): JsonSchema;
  /** The address to which a `$ref`, `$dynamicRef` or pointer in the schema at `base` refers. */
  resolve(base: SchemaUri, reference: string): SchemaUri;
  /**
   * The address to which a `$dynamicRef` in the schema at `base` refers, if validation has reached this schema in the
   * given dynamic scope (Core §8.2.3.2).
   */
  resolveDynamic(base: SchemaUri, reference: string, scope: DynamicScope): SchemaUri;
  /** The dynamic scope after validation has entered the schema at an address. */
  enter(scope: DynamicScope, uri: SchemaUri): DynamicScope;
  /** The address of a subschema: `child(uri, 'properties', 'name')`. */
  child(uri: SchemaUri, ...tokens: readonly (string | number)[]): SchemaUri;
  /**
   * Returns a validator for values of one direction. It requires neither `readOnly` members in an input nor `writeOnly`
   * members in an output: JSON Schema leaves that open (Validation §9.4), and services differ.
   */
  forDirection(direction: Direction): SchemaValidator;
  /**
   * The location of a schema or keyword; if the address does not exist, the location of its nearest existing ancestor.
   */
  locate(uri: SchemaUri): SourceLocation;
}

export interface SchemaViolation {
  readonly keyword: string;
  /** JSON pointer, in the validated value, to the part that violates the keyword. */
  readonly pointer: string;
  /** Address of the violated keyword after every `$ref` is followed: `…#/components/schemas/Item/required`. */
  readonly schema: SchemaUri;
  readonly message: string;
}

/** A fault of a contract, its location, and the fix. */
export interface ContractFault {
  readonly code: string;
  readonly message: string;
  readonly repair: string;
  readonly location: SourceLocation;
}

/** The contract, or every fault found in it. Faults are returned, never thrown. */
export type ContractReading =
  | { readonly kind: 'contract'; readonly contract: Contract }
  | { readonly kind: 'faults'; readonly faults: readonly ContractFault[] };

export function operationNamed(contract: Contract, id: string): Operation | undefined {
  let known = named.get(contract.operations);
  if (known === undefined) {
    // The list is reversed, so that the first operation is kept if several operations have the same id.
    known = new Map(contract.operations.toReversed().map((operation) => [operation.id, operation]));
    named.set(contract.operations, known);
  }
  return known.get(id);
}

/** Caches the operations by id. The key is the list of operations, because copies of a contract share this list. */
const named = new WeakMap<Contract['operations'], ReadonlyMap<string, Operation>>();

import type { Json, JsonSchema } from './json/json.js';
import type { Operation, SchemaUri } from './operation.js';
import type { SourceLocation } from './json/source-location.js';

/** One OpenAPI description, in the terms of 3.1, with all schemas and locations that other folders use. */
export interface Contract {
  readonly title: string;
  readonly version: string;
  /** The path as given by the user, relative to the working folder where possible. */
  readonly file: string;
  /** `sha256:<hex>` over the bytes of the description and of every file it refers to. */
  readonly digest: string;
  readonly operations: readonly Operation[];
  /**
   * `x-<prefix>-refusal-order`: the statuses of refusals by precedence. A request with several faults gets the first
   * status that applies. The meanings of the statuses (RFC 9110 §15.5): 401 token, 405 method, 413 size, 415 media
   * type, 400 syntax, 404 path.
   */
  readonly refusalOrder?: readonly number[];
  readonly schemas: SchemaSource;
  readonly document: Json;
  /**
   * The location of a pointer of the entry document; if the pointer does not exist, the location of its nearest
   * existing ancestor.
   */
  locate(pointer: string): SourceLocation;
}

/**
 * The schema that each dynamic anchor refers to, which is the schema in the outermost resource that declares the anchor
 * (Core §7.1). The scope depends only on the resources that were entered.
 */
export type DynamicScope = ReadonlyMap<string, SchemaUri>;

/** The direction of a value. An input has no `readOnly` members, an output no `writeOnly` members (Validation §9.4). */
export type Direction = 'input' | 'output';

/** Validates values against schemas. */
export interface SchemaValidator {
  /** The violations that Ajv 2020 finds; the list is empty for a valid value. */
  validate(uri: SchemaUri, value: Json): readonly SchemaViolation[];
  /** Whether `validate` would find no violation; several times faster for valid values. */
  accepts(uri: SchemaUri, value: Json): boolean;
}

/** The schemas of a contract by address. Every result is cached. */
export interface SchemaSource extends SchemaValidator {
  /** The number of schemas that were applied to values and parts of values so far. */
  readonly steps: number;
  /** The unmodified schema at an address. */
  at(uri: SchemaUri): JsonSchema;
  /** The target of a `$ref`, `$dynamicRef` or pointer in the schema at `base`. */
  resolve(base: SchemaUri, reference: string): SchemaUri;
  /** The target of a `$dynamicRef` in a schema that was reached in `scope` (Core §8.2.3.2). */
  resolveDynamic(base: SchemaUri, reference: string, scope: DynamicScope): SchemaUri;
  /** The scope after entering a schema. */
  enter(scope: DynamicScope, uri: SchemaUri): DynamicScope;
  /** The address of a subschema: `child(uri, 'properties', 'name')`. */
  child(uri: SchemaUri, ...tokens: readonly (string | number)[]): SchemaUri;
  /**
   * Validates values of one direction: `readOnly` members are not required in an input, `writeOnly` members not in an
   * output. JSON Schema does not define this (Validation §9.4 only states that such members are not sent), and services
   * differ.
   */
  forDirection(direction: Direction): SchemaValidator;
  /**
   * The location of a schema or keyword; if the address does not exist, the location of its nearest existing ancestor.
   */
  locate(uri: SchemaUri): SourceLocation;
}

export interface SchemaViolation {
  readonly keyword: string;
  /** JSON pointer into the value. */
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
    // Reversed, so that the first of several operations with one id remains.
    known = new Map(contract.operations.toReversed().map((operation) => [operation.id, operation]));
    named.set(contract.operations, known);
  }
  return known.get(id);
}

/** The keys are lists of operations, because copies of a contract share the same list. */
const named = new WeakMap<Contract['operations'], ReadonlyMap<string, Operation>>();

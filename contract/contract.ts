import type { Json, JsonSchema } from './json/json.js';
import type { Operation, OperationId, SchemaUri } from './operation.js';
import type { SourceLocation } from './json/source-location.js';

/** One OpenAPI 3.1 description, read, with everything the other rooms need from it. */
export interface Contract {
  readonly title: string;
  readonly version: string;
  /** As given by the user, relative to the working folder where possible. */
  readonly file: string;
  /** `sha256:<hex>` over the bytes of the description and of every file it refers to. */
  readonly digest: string;
  readonly operations: readonly Operation[];
  readonly schemas: SchemaSource;
  readonly document: Json;
  /** Where a pointer of the entry document stands in its file; the nearest enclosing place if the pointer itself is not there. */
  locate(pointer: string): SourceLocation;
}

/**
 * Which schema each dynamic anchor means on the way here: the one of the outermost resource that has it (Core §7.1). It is a
 * function of the way through the resources alone.
 */
export type DynamicScope = ReadonlyMap<string, SchemaUri>;

/** Which way a value goes: `readOnly` members are no part of an input, `writeOnly` ones none of an output (Validation §9.4). */
export type Direction = 'input' | 'output';

/** What schemas say of values. */
export interface SchemaValidator {
  /** Ajv 2020's verdict; an empty list is valid. */
  validate(uri: SchemaUri, value: Json): readonly SchemaViolation[];
  /** As `validate`, but says only whether; several times faster on valid values. */
  accepts(uri: SchemaUri, value: Json): boolean;
}

/** The schemas of a contract by address. Every answer is cached. */
export interface SchemaSource extends SchemaValidator {
  /** Steps that all judging has taken so far: schemas that were applied to a value or a part of one. */
  readonly steps: number;
  /** The raw schema at an address. */
  at(uri: SchemaUri): JsonSchema;
  /** Where a `$ref`, `$dynamicRef` or pointer found inside the schema at `base` leads. */
  resolve(base: SchemaUri, reference: string): SchemaUri;
  /** As `resolve`, for the `$dynamicRef` of a schema that was reached in that scope (Core §8.2.3.2). */
  resolveDynamic(base: SchemaUri, reference: string, scope: DynamicScope): SchemaUri;
  /** The scope after stepping into a schema. */
  enter(scope: DynamicScope, uri: SchemaUri): DynamicScope;
  /** The address of a subschema: `child(uri, 'properties', 'name')`. */
  child(uri: SchemaUri, ...tokens: readonly (string | number)[]): SchemaUri;
  /**
   * Judges values that go one way: `required` does not ask an input for its `readOnly` members, nor an output for its `writeOnly`
   * ones. JSON Schema leaves that open (Validation §9.4 says only that they are not there), and services differ.
   */
  forDirection(direction: Direction): SchemaValidator;
  /** Where a schema, or one of its keywords, stands in its file; the nearest enclosing place if the address itself is not there. */
  locate(uri: SchemaUri): SourceLocation;
}

export interface SchemaViolation {
  readonly keyword: string;
  /** JSON pointer into the value. */
  readonly pointer: string;
  /** Address of the keyword that was broken, through every `$ref`: `…#/components/schemas/Item/required`. */
  readonly schema: SchemaUri;
  readonly message: string;
}

/** What is wrong with a contract, where, and how to mend it. */
export interface ContractFault {
  readonly code: string;
  readonly message: string;
  readonly repair: string;
  readonly location: SourceLocation;
}

/** Thrown never: reading a contract yields either the contract or every fault found in it. */
export type ContractReading =
  | { readonly kind: 'contract'; readonly contract: Contract }
  | { readonly kind: 'faults'; readonly faults: readonly ContractFault[] };

export function operationNamed(contract: Contract, id: string): Operation | undefined {
  return contract.operations.find((operation) => operation.id === (id as OperationId));
}

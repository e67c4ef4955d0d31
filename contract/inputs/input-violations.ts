import { type Argument, argumentValue, operationArguments } from '../arguments.js';
import type { CaseInput } from '../case.js';
import type { Contract, SchemaViolation } from '../contract.js';
import { joinPointer } from '../json/json-pointer.js';
import type { Json } from '../json/json.js';
import type { Operation, SchemaUri } from '../operation.js';
import { ParityError } from '../parity-error.js';
import { bodyContent } from '../wire/request/encode.js';
import { type Received, receivedBody, receivedParameter } from './received.js';

/** One violation of the contract by an input; `pointer` starts with the location: `/query/limit`, `/body/name`. */
export interface InputViolation {
  readonly keyword: string;
  readonly pointer: string;
}

/**
 * The violations that an input certainly has *as a server receives it*: `"12"` for an integer is valid on the wire. If
 * servers may read a parameter in several ways, a violation must occur in every reading. An empty result does not imply
 * `isValidInput`.
 */
export function inputViolations(contract: Contract, operation: Operation, input: CaseInput): readonly InputViolation[] {
  return operationArguments(operation).flatMap((argument) => argumentViolations(contract, operation, argument, input));
}

/** Whether an input is certainly valid: the most likely reading of each argument satisfies its schema. */
export function isValidInput(contract: Contract, operation: Operation, input: CaseInput): boolean {
  return operationArguments(operation).every((argument) => {
    const value = argumentValue(input, argument);
    return value === undefined
      ? !argument.required
      : isValidArgument(contract, operation, argument, value, input.mediaType);
  });
}

export function isValidArgument(
  contract: Contract,
  operation: Operation,
  argument: Argument,
  value: Json,
  mediaType?: string,
): boolean {
  const schema = argumentSchema(operation, argument, mediaType);
  if (schema === undefined) return true;
  const read = received(contract, operation, { argument, schema, value, mediaType });
  if (read.kind === 'omitted')
    return !argument.required && contract.schemas.forDirection('input').accepts(schema, value);
  // `kind` is `values` only if there is at least one reading.
  return read.kind === 'values' && contract.schemas.forDirection('input').accepts(schema, read.readings[0] as Json);
}

type Violations = readonly InputViolation[];

export function argumentViolations(
  contract: Contract,
  operation: Operation,
  argument: Argument,
  input: CaseInput,
): Violations {
  return statedViolations(contract, operation, argument, input).map(({ keyword, pointer }) => ({ keyword, pointer }));
}

/**
 * The address of the keyword that an input breaks, equal for all places that refer to the same schema. `undefined` for
 * a missing argument.
 */
export function brokenKeyword(
  contract: Contract,
  operation: Operation,
  input: CaseInput,
  broken: InputViolation,
): SchemaUri | undefined {
  return operationArguments(operation)
    .flatMap((argument) => statedViolations(contract, operation, argument, input))
    .find(({ keyword, pointer }) => keyword === broken.keyword && pointer === broken.pointer)?.schema;
}

interface StatedViolation extends InputViolation {
  readonly schema?: SchemaUri;
}

function statedViolations(
  contract: Contract,
  operation: Operation,
  argument: Argument,
  input: CaseInput,
): readonly StatedViolation[] {
  const pointer = argumentPointer(argument);
  const value = argumentValue(input, argument);
  const missing = argument.required ? [{ keyword: 'required', pointer }] : [];
  if (value === undefined) return missing;
  const schema = argumentSchema(operation, argument, input.mediaType);
  if (schema === undefined) return [];
  const read = received(contract, operation, { argument, schema, value, mediaType: input.mediaType });
  if (read.kind !== 'values') return read.kind === 'omitted' ? missing : [];
  const [first, ...others] = read.readings.map((reading) => violationsAt(contract, schema, reading, pointer));
  return others.some((violations) => violations.length === 0) ? [] : (first ?? []);
}

interface Sent {
  readonly argument: Argument;
  readonly schema: SchemaUri;
  readonly value: Json;
  readonly mediaType: string | undefined;
}

function received(contract: Contract, operation: Operation, { argument, schema, value, mediaType }: Sent): Received {
  if (argument.parameter !== undefined) return receivedParameter(contract.schemas, argument.parameter, schema, value);
  return receivedBody(contract.schemas, bodyContent(operation, mediaType), value);
}

function violationsAt(contract: Contract, schema: SchemaUri, value: Json, pointer: string): readonly StatedViolation[] {
  const found = decided(contract, schema, value).map((violation) => {
    const at = pointer + violationPointer(violation);
    return [
      `${violation.keyword} ${at}`,
      { keyword: violation.keyword, pointer: at, schema: violation.schema },
    ] as const;
  });
  // Several schemas may report the same violation of one place.
  return [...new Map(found).values()];
}

/** The violations of a value; empty if a pattern could not be decided within its step limit. */
function decided(contract: Contract, schema: SchemaUri, value: Json): readonly SchemaViolation[] {
  try {
    return contract.schemas.forDirection('input').validate(schema, value);
  } catch (error) {
    if (error instanceof ParityError && error.code === 'pattern-undecided') return [];
    throw error;
  }
}

/** For a missing member the pointer names the member, not the object that lacks it. */
function violationPointer({ keyword, pointer, schema }: SchemaViolation): string {
  if (keyword !== 'required') return pointer;
  // The address ends with the keyword and the name, escaped as in a pointer.
  return `${pointer}/${schema.slice(schema.lastIndexOf('/') + 1)}`;
}

/** `/query/limit`, `/body`. */
export function argumentPointer(argument: Argument): string {
  return argument.parameter === undefined ? '/body' : joinPointer('', argument.in, argument.parameter.name);
}

/** The schema of the body for the media type. If no media type is given, the first documented one is used. */
export function argumentSchema(
  operation: Operation,
  argument: Argument,
  mediaType: string | undefined,
): SchemaUri | undefined {
  return argument.parameter?.schema ?? bodyContent(operation, mediaType)?.schema;
}

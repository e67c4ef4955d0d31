import { type Argument, argumentValue, operationArguments } from '../arguments.js';
import type { CaseInput } from '../case.js';
import type { Contract, SchemaViolation } from '../contract.js';
import { joinPointer } from '../json/json-pointer.js';
import type { Json } from '../json/json.js';
import type { Operation, SchemaUri } from '../operation.js';
import { ParityError } from '../parity-error.js';
import { bodyContent } from '../wire/request/encode.js';
import { type Received, receivedBody, receivedParameter } from './received.js';

/**
 * One violation of the contract by an input. `pointer` starts with the location of the argument: `/query/limit`,
 * `/body/name`.
 */
export interface InputViolation {
  readonly keyword: string;
  readonly pointer: string;
}

/**
 * The violations that an input certainly has when a server receives it. For example, `"12"` for an integer parameter is
 * no violation, because the request is the same as for the number 12. If servers may decode an argument in several
 * ways, and one of the decoded values is valid, no violation is returned. An input without such violations may still
 * fail `isValidInput`.
 */
export function inputViolations(contract: Contract, operation: Operation, input: CaseInput): readonly InputViolation[] {
  return operationArguments(operation).flatMap((argument) => argumentViolations(contract, operation, argument, input));
}

/**
 * Whether an input is valid. Of the values to which servers may decode an argument, only the most likely one must
 * satisfy the schema.
 */
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
  // A result of the kind `values` has at least one value.
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
 * The address of the keyword that an input violates. If several parameters refer to the same schema, their violations
 * have the same address. `undefined` for a missing argument.
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
  // Several schemas may report the same violation at the same place.
  return [...new Map(found).values()];
}

/** The violations of a value. Empty if it was not decided within the step limit whether the value matches a pattern. */
function decided(contract: Contract, schema: SchemaUri, value: Json): readonly SchemaViolation[] {
  try {
    return contract.schemas.forDirection('input').validate(schema, value);
  } catch (error) {
    if (error instanceof ParityError && error.code === 'pattern-undecided') return [];
    throw error;
  }
}

/** The pointer of a violation. For a missing member, it is the pointer to this member, not to the object around it. */
function violationPointer({ keyword, pointer, schema }: SchemaViolation): string {
  if (keyword !== 'required') return pointer;
  // The address of the violation ends with `required` and the name of the member, which is already escaped.
  return `${pointer}/${schema.slice(schema.lastIndexOf('/') + 1)}`;
}

/** The pointer to an argument within an input: `/query/limit`, or `/body` for the body. */
export function argumentPointer(argument: Argument): string {
  return argument.parameter === undefined ? '/body' : joinPointer('', argument.in, argument.parameter.name);
}

/**
 * The schema of an argument. The schema of the body depends on `mediaType`; if this is omitted, it is the schema of the
 * first documented media type.
 */
export function argumentSchema(
  operation: Operation,
  argument: Argument,
  mediaType: string | undefined,
): SchemaUri | undefined {
  return argument.parameter?.schema ?? bodyContent(operation, mediaType)?.schema;
}

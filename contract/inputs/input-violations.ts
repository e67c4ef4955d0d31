import { type Argument, argumentValue, operationArguments } from '../arguments.js';
import type { CaseInput } from '../case.js';
import type { Contract, SchemaViolation } from '../contract.js';
import { joinPointer } from '../json/json-pointer.js';
import type { Json } from '../json/json.js';
import type { Operation, SchemaUri } from '../operation.js';
import { ParityError } from '../parity-error.js';
import { bodyContent } from '../wire/request/encode.js';
import { type Received, receivedBody, receivedParameter } from './received.js';

/** One way in which an input breaks the contract; `pointer` begins with the location: `/query/limit`, `/body/name`. */
export interface InputViolation {
  readonly keyword: string;
  readonly pointer: string;
}

/**
 * What is surely wrong with an input *as a server receives it*: `"12"` given for an integer is valid on the wire. Where
 * servers may read a parameter in several ways, all of them must be wrong. Empty does not mean `isValidInput`.
 */
export function inputViolations(contract: Contract, operation: Operation, input: CaseInput): readonly InputViolation[] {
  return operationArguments(operation).flatMap((argument) => argumentViolations(contract, operation, argument, input));
}

/** Whether an input is surely valid: what a server most likely reads of each argument meets its schema. */
export function isValidInput(contract: Contract, operation: Operation, input: CaseInput): boolean {
  return operationArguments(operation).every((argument) => {
    const value = argumentValue(input, argument);
    return value === undefined ? !argument.required : isValidArgument(contract, operation, argument, value, input.mediaType);
  });
}

export function isValidArgument(contract: Contract, operation: Operation, argument: Argument, value: Json, mediaType?: string): boolean {
  const schema = argumentSchema(operation, argument, mediaType);
  if (schema === undefined) return true;
  const read = received(contract, operation, { argument, schema, value, mediaType });
  if (read.kind === 'omitted') return !argument.required && contract.schemas.forDirection('input').accepts(schema, value);
  // There is a first reading: of no reading at all the kind is `unclear`.
  return read.kind === 'values' && contract.schemas.forDirection('input').accepts(schema, read.readings[0] as Json);
}

type Violations = readonly InputViolation[];

export function argumentViolations(contract: Contract, operation: Operation, argument: Argument, input: CaseInput): Violations {
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

function violationsAt(contract: Contract, schema: SchemaUri, value: Json, pointer: string): Violations {
  const found = decided(contract, schema, value).map((violation) => {
    const at = pointer + violationPointer(violation);
    return [`${violation.keyword} ${at}`, { keyword: violation.keyword, pointer: at }] as const;
  });
  // Several schemas may say the same of one place.
  return [...new Map(found).values()];
}

/** What stayed open is not surely wrong. */
function decided(contract: Contract, schema: SchemaUri, value: Json): readonly SchemaViolation[] {
  try {
    return contract.schemas.forDirection('input').validate(schema, value);
  } catch (error) {
    if (error instanceof ParityError && error.code === 'pattern-undecided') return [];
    throw error;
  }
}

/** The member that is missing is the place, not the object that misses it. */
function violationPointer({ keyword, pointer, schema }: SchemaViolation): string {
  if (keyword !== 'required') return pointer;
  // The address ends with the keyword and the name, escaped as in any pointer.
  return `${pointer}/${schema.slice(schema.lastIndexOf('/') + 1)}`;
}

/** `/query/limit`, `/body`. */
export function argumentPointer(argument: Argument): string {
  return argument.parameter === undefined ? '/body' : joinPointer('', argument.in, argument.parameter.name);
}

/** Of a body the schema of that media type; of the first documented one where none is asked for. */
export function argumentSchema(operation: Operation, argument: Argument, mediaType: string | undefined): SchemaUri | undefined {
  return argument.parameter?.schema ?? bodyContent(operation, mediaType)?.schema;
}

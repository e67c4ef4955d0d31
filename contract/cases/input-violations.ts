import { type Argument, argumentValue, operationArguments } from '../arguments.js';
import type { CaseInput } from '../case.js';
import type { Contract, SchemaViolation } from '../contract.js';
import { joinPointer } from '../json-pointer.js';
import type { Json } from '../json.js';
import type { Operation, SchemaUri } from '../operation.js';
import { bodyContent } from '../wire/encode.js';
import { received } from './received.js';

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
    return value === undefined ? !argument.required : isValidArgument(contract, argument, argumentSchema(operation, argument, input), value);
  });
}

export function isValidArgument({ schemas }: Contract, argument: Argument, uri: SchemaUri | undefined, value: Json): boolean {
  if (uri === undefined) return true;
  if (argument.parameter === undefined) return schemas.accepts(uri, value);
  const read = received(schemas, argument.parameter, uri, value);
  if (read.kind === 'omitted') return !argument.required && schemas.accepts(uri, value);
  // There is a first reading: of no reading at all the kind is `unclear`.
  return read.kind === 'values' && schemas.accepts(uri, read.readings[0] as Json);
}

export function argumentViolations(contract: Contract, operation: Operation, argument: Argument, input: CaseInput): readonly InputViolation[] {
  const pointer = argumentPointer(argument);
  const value = argumentValue(input, argument);
  const missing = argument.required ? [{ keyword: 'required', pointer }] : [];
  if (value === undefined) return missing;
  const uri = argumentSchema(operation, argument, input);
  if (uri === undefined) return [];
  if (argument.parameter === undefined) return violationsAt(contract, uri, value, pointer);
  const read = received(contract.schemas, argument.parameter, uri, value);
  if (read.kind !== 'values') return read.kind === 'omitted' ? missing : [];
  const [first, ...others] = read.readings.map((reading) => violationsAt(contract, uri, reading, pointer));
  return others.some((violations) => violations.length === 0) ? [] : (first ?? []);
}

function violationsAt(contract: Contract, uri: SchemaUri, value: Json, pointer: string): readonly InputViolation[] {
  return contract.schemas.validate(uri, value).map((violation) => ({ keyword: violation.keyword, pointer: pointer + violationPointer(violation) }));
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

export function argumentSchema(operation: Operation, argument: Argument, input: CaseInput): SchemaUri | undefined {
  return argument.parameter?.schema ?? bodyContent(operation, input.mediaType)?.schema;
}

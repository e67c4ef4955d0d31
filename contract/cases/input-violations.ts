import { type Argument, argumentValue, operationArguments } from '../arguments.js';
import type { CaseInput } from '../case.js';
import type { Contract, SchemaViolation } from '../contract.js';
import { joinPointer } from '../json-pointer.js';
import { type Json, isJsonObject } from '../json.js';
import type { MediaContent, Operation, SchemaUri } from '../operation.js';
import { decodeScalar } from '../wire/decode-value.js';

/** One way in which an input breaks the contract; `pointer` begins with the location: `/query/limit`, `/body/name`. */
export interface InputViolation {
  readonly keyword: string;
  readonly pointer: string;
}

/**
 * What is wrong with an input *as a server receives it*: a scalar parameter is judged by what its text decodes to, since
 * `"12"` given for an integer is valid on the wire. Empty: the input is valid.
 */
export function inputViolations(contract: Contract, operation: Operation, input: CaseInput): readonly InputViolation[] {
  return operationArguments(operation).flatMap((argument) => argumentViolations(contract, operation, argument, input));
}

export function isValidInput(contract: Contract, operation: Operation, input: CaseInput): boolean {
  return operationArguments(operation).every((argument) => {
    const value = argumentValue(input, argument);
    const uri = argumentSchema(operation, argument, input);
    return value === undefined ? !argument.required : uri === undefined || contract.schemas.accepts(uri, asReceived(contract, argument, uri, value));
  });
}

function argumentViolations(contract: Contract, operation: Operation, argument: Argument, input: CaseInput): readonly InputViolation[] {
  const pointer = argumentPointer(argument);
  const value = argumentValue(input, argument);
  if (value === undefined) return argument.required ? [{ keyword: 'required', pointer }] : [];
  const uri = argumentSchema(operation, argument, input);
  if (uri === undefined) return [];
  return leaves(contract.schemas.validate(uri, asReceived(contract, argument, uri, value))).map((violation) => ({
    keyword: violation.keyword,
    pointer: pointer + violationPointer(violation),
  }));
}

/** `/query/limit`, `/body`. */
export function argumentPointer(argument: Argument): string {
  return argument.parameter === undefined ? '/body' : joinPointer('', argument.in, argument.parameter.name);
}

export function argumentSchema(operation: Operation, argument: Argument, input: CaseInput): SchemaUri | undefined {
  return argument.parameter?.schema ?? bodyContent(operation, input)?.schema;
}

function bodyContent(operation: Operation, input: CaseInput): MediaContent | undefined {
  const content = operation.requestBody?.content ?? [];
  return input.mediaType === undefined ? content[0] : content.find((media) => media.mediaType === input.mediaType);
}

/** Scalars are decoded from their text; arrays and objects by their style keep their structure, which is judged as given. */
function asReceived(contract: Contract, argument: Argument, uri: SchemaUri, value: Json): Json {
  if (argument.parameter === undefined || argument.parameter.contentType !== undefined) return value;
  if (Array.isArray(value) || isJsonObject(value) || value === null) return value;
  return decodeScalar(contract.schemas, uri, typeof value === 'string' ? value : JSON.stringify(value));
}

/** The member that is missing is the place, not the object that misses it. */
function violationPointer(violation: SchemaViolation): string {
  const missing = /\/required\/([^/]*)$/.exec(violation.schema)?.[1];
  return violation.keyword === 'required' && missing !== undefined ? `${violation.pointer}/${missing}` : violation.pointer;
}

const APPLICATORS = new Set(['anyOf', 'oneOf', 'allOf', 'if', 'not', '$ref', '$dynamicRef', 'propertyNames', 'dependentSchemas']);

/** Applicators only repeat what their subschemas say, unless nothing else is said. */
function leaves(violations: readonly SchemaViolation[]): readonly SchemaViolation[] {
  const said = violations.filter((violation) => !APPLICATORS.has(violation.keyword));
  return said.length > 0 ? said : violations;
}

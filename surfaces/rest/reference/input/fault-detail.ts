import type { ErrorObject } from 'ajv/dist/2020.js';
import { joinPointer } from '../../../../contract/json/json-pointer.js';
import type { InputFault } from '../reply/problem.js';

/** Converts the errors of Ajv to faults with pointers into the input. Duplicates are removed. */
export function inputFaults(errors: readonly ErrorObject[]): readonly InputFault[] {
  const faults = new Map<string, InputFault>();
  for (const error of errors) {
    // Ajv reports an invalid property name in two errors. Only the error of `propertyNames` contains the name.
    if (error.propertyName !== undefined) continue;
    const fault = { pointer: pointerOf(error), detail: detailOf(error) };
    faults.set(`${fault.pointer}\n${fault.detail}`, fault);
  }
  return [...faults.values()];
}

/**
 * The JSON Pointer to the invalid place of the input. For an unknown member, it points to the member. For a missing
 * member, it points to the object in which it is missing.
 */
function pointerOf({ instancePath, params }: ErrorObject): string {
  const { additionalProperty, unevaluatedProperty, propertyName } = params as Readonly<Record<string, unknown>>;
  const member = additionalProperty ?? unevaluatedProperty ?? propertyName;
  return typeof member === 'string' ? joinPointer(instancePath, member) : instancePath;
}

type Describe = (limit: unknown, error: ErrorObject) => string;

/**
 * The description of a fault for each JSON Schema keyword. It is made from the value of the keyword. For any other
 * keyword, the message of Ajv is used.
 */
const DETAILS: Readonly<Record<string, Describe>> = {
  type: (types) => `must be of type ${[types].flat().join(' or ')}`,
  enum: (values) => `must be one of ${JSON.stringify(values)}`,
  const: (value) => `must be ${JSON.stringify(value)}`,
  minimum: (limit) => `must be at least ${String(limit)}`,
  maximum: (limit) => `must be at most ${String(limit)}`,
  exclusiveMinimum: (limit) => `must be more than ${String(limit)}`,
  exclusiveMaximum: (limit) => `must be less than ${String(limit)}`,
  multipleOf: (divisor) => `must be a multiple of ${String(divisor)}`,
  minLength: (limit) => `must have at least ${String(limit)} characters`,
  maxLength: (limit) => `must have at most ${String(limit)} characters`,
  pattern: () => 'must match the pattern of the contract',
  format: (format) => `must be a ${String(format)}`,
  minItems: (limit) => `must have at least ${String(limit)} items`,
  maxItems: (limit) => `must have at most ${String(limit)} items`,
  uniqueItems: () => 'must not contain the same item twice',
  minProperties: (limit) => `must have at least ${String(limit)} members`,
  maxProperties: (limit) => `must have at most ${String(limit)} members`,
  required: (_names, { params }) => `must have the property '${String(params['missingProperty'])}'`,
  additionalProperties: () => 'is not a known property',
  unevaluatedProperties: () => 'is not a known property',
  propertyNames: () => 'is not a permitted name',
  oneOf: () => 'must match exactly one of the alternatives',
};

function detailOf(error: ErrorObject): string {
  return DETAILS[error.keyword]?.(error.schema, error) ?? error.message ?? `breaks ${error.keyword}`;
}

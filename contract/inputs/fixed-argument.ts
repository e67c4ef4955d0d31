import type { SchemaSource } from '../contract.js';
import { ownValue } from '../json/json.js';
import type { Parameter } from '../operation.js';
import { schemasInPlace } from '../wire/decode-value.js';

/**
 * Whether the contract permits only one value of a parameter, such as one version in `api-version`. All calls then send
 * the same value.
 */
export function isFixed(schemas: SchemaSource, { schema }: Parameter): boolean {
  return [...schemasInPlace(schemas, schema).values()].some((stated) => {
    const listed = ownValue(stated, 'enum');
    return ownValue(stated, 'const') !== undefined || (Array.isArray(listed) && listed.length === 1);
  });
}

/**
 * The first required query parameter for which the contract permits more than one value. `undefined` if there is none.
 */
export function requiredChoice(schemas: SchemaSource, parameters: readonly Parameter[]): Parameter | undefined {
  return parameters.find((parameter) => parameter.in === 'query' && parameter.required && !isFixed(schemas, parameter));
}

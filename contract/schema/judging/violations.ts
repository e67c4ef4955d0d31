import type { ErrorObject } from 'ajv/dist/2020.js';
import type { SchemaViolation } from '../../contract.js';
import { joinPointer } from '../../json/json-pointer.js';
import type { SchemaUri } from '../../operation.js';
import type { CopyOrigin, SchemaCopies } from './copies.js';

/**
 * Converts an error of Ajv into a violation. The address of the violation is that of the keyword in the contract, after
 * every `$ref` has been followed.
 */
export function schemaViolation(error: ErrorObject, copies: SchemaCopies): SchemaViolation {
  const { uri, never, keyword } = errorOrigin(error, copies);
  if (never) return { keyword: 'false', pointer: error.instancePath, schema: uri, message: 'must not be present' };
  return {
    keyword,
    pointer: error.instancePath,
    schema: joinPointer(uri, keyword, ...causeTokens(error)) as SchemaUri,
    message: violationMessage(error).replace(/(?<= in )anyOf$/, keyword),
  };
}

/**
 * The address of the schema with the violated keyword, and the name of this keyword in the contract. Ajv, with the
 * option `verbose`, states the schema object as `parentSchema`.
 */
export function errorOrigin(error: ErrorObject, copies: SchemaCopies): CopyOrigin & { readonly keyword: string } {
  const parent: unknown = error.parentSchema;
  const origin = typeof parent === 'object' && parent !== null ? copies.origin(parent) : undefined;
  // Ajv compiles only our copies, and every schema in a copy is an object with a recorded origin.
  if (origin === undefined) throw new TypeError(`an error outside the given schemas: ${error.schemaPath}`);
  return { ...origin, keyword: error.keyword === 'anyOf' && origin.relaxesOneOf ? 'oneOf' : error.keyword };
}

/**
 * The parts that are appended to the address of a violation, so that different causes have different addresses. Each
 * missing property is a separate cause. All additional properties of an object are one cause.
 */
function causeTokens(error: ErrorObject): readonly string[] {
  const { missingProperty, property } = error.params as {
    readonly missingProperty?: unknown;
    readonly property?: unknown;
  };
  if (error.keyword === 'required' && typeof missingProperty === 'string') return [missingProperty];
  if (error.keyword === 'dependentRequired' && typeof property === 'string') return [property];
  return [];
}

function violationMessage(error: ErrorObject): string {
  const message = error.message ?? `breaks ${error.keyword}`;
  const name: unknown = error.params['additionalProperty'];
  return typeof name === 'string' ? `${message}: ${JSON.stringify(name)}` : message;
}

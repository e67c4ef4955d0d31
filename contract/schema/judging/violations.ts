import type { ErrorObject } from 'ajv/dist/2020.js';
import type { SchemaViolation } from '../../contract.js';
import { joinPointer } from '../../json/json-pointer.js';
import type { SchemaUri } from '../../operation.js';
import type { CopyOrigin, SchemaCopies } from './copies.js';

/**
 * Converts an error of Ajv into a violation. The address of the keyword is the address in the schema object that
 * contains it, after every `$ref` is followed.
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
 * The place of the schema whose keyword is violated, and the keyword in the contract. In `verbose` mode Ajv returns the
 * schema object.
 */
export function errorOrigin(error: ErrorObject, copies: SchemaCopies): CopyOrigin & { readonly keyword: string } {
  const parent: unknown = error.parentSchema;
  const origin = typeof parent === 'object' && parent !== null ? copies.origin(parent) : undefined;
  // Every object that Ajv compiles is one of our copies, and no copy contains a bare `false` that could fail by itself.
  if (origin === undefined) throw new TypeError(`an error outside the given schemas: ${error.schemaPath}`);
  return { ...origin, keyword: error.keyword === 'anyOf' && origin.relaxesOneOf ? 'oneOf' : error.keyword };
}

/**
 * The tokens of the causes. Each missing property is a separate cause; all additional properties of an object share one
 * cause.
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

import type { ErrorObject } from 'ajv/dist/2020.js';
import type { SchemaViolation } from '../../contract.js';
import { joinPointer } from '../../json/json-pointer.js';
import type { SchemaUri } from '../../operation.js';
import type { CopyOrigin, SchemaCopies } from './copies.js';

/** Ajv's error as a violation: the address of the broken keyword is that of the object it stands in, through every `$ref`. */
export function schemaViolation(error: ErrorObject, copies: SchemaCopies): SchemaViolation {
  const { uri, never } = errorOrigin(error, copies);
  if (never) return { keyword: 'false', pointer: error.instancePath, schema: uri, message: 'must not be present' };
  return {
    keyword: error.keyword,
    pointer: error.instancePath,
    schema: joinPointer(uri, error.keyword, ...causeTokens(error)) as SchemaUri,
    message: violationMessage(error),
  };
}

/** Where the schema whose keyword is broken stands; Ajv tells the object itself when it is `verbose`. */
export function errorOrigin(error: ErrorObject, copies: SchemaCopies): CopyOrigin {
  const parent: unknown = error.parentSchema;
  const origin = typeof parent === 'object' && parent !== null ? copies.origin(parent) : undefined;
  // Every object that Ajv compiles is one of our copies, and no copy holds a bare `false` that could fail by itself.
  if (origin === undefined) throw new TypeError(`an error outside the schemas that were given: ${error.schemaPath}`);
  return origin;
}

/** Two missing properties are two causes; what an open set of names holds is not. */
function causeTokens(error: ErrorObject): readonly string[] {
  const { missingProperty, property } = error.params as { readonly missingProperty?: unknown; readonly property?: unknown };
  if (error.keyword === 'required' && typeof missingProperty === 'string') return [missingProperty];
  if (error.keyword === 'dependentRequired' && typeof property === 'string') return [property];
  return [];
}

function violationMessage(error: ErrorObject): string {
  const message = error.message ?? `breaks ${error.keyword}`;
  const name: unknown = error.params['additionalProperty'];
  return typeof name === 'string' ? `${message}: ${JSON.stringify(name)}` : message;
}

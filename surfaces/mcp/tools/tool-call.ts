import { type Argument, operationArguments } from '../../../contract/arguments.js';
import type { JsonObject } from '../../../contract/json/json.js';
import type { Operation, SecurityScheme } from '../../../contract/operation.js';
import { credentialPlace, schemesToMeet } from '../../../contract/wire/request/credentials.js';
import { toolBody } from './tool-input.js';

/** The HTTP request of a tool as JSON for the reference server: where each argument is placed in the request. */
export function toolCall(operation: Operation): JsonObject {
  const body = toolBody(operation);
  const credential = schemesToMeet(operation).map(placeOf)[0];
  return {
    method: operation.method.toUpperCase(),
    path: operation.path,
    parameters: operationArguments(operation).flatMap(placement),
    ...(body === undefined ? {} : { body: { argument: 'body', mediaType: body.mediaType } }),
    ...(credential === undefined ? {} : { credential }),
  };
}

/**
 * Where and how a parameter is written in the request. OpenAPI 3.1 §4.8.12: `style` does not apply to a parameter with
 * `content`.
 */
function placement({ name: argument, parameter }: Argument): readonly JsonObject[] {
  if (parameter === undefined) return [];
  const { name, in: location, style, explode, allowReserved, contentType } = parameter;
  const spelling = contentType === undefined ? { style, explode } : { contentType };
  return [{ argument, name, in: location, ...spelling, ...(allowReserved ? { allowReserved } : {}) }];
}

/** Where the request contains the token. `undefined` for a security scheme that a single token cannot satisfy. */
function placeOf(scheme: SecurityScheme): JsonObject | undefined {
  const place = credentialPlace(scheme);
  return (
    place && { in: place.in, name: scheme.kind === 'apiKey' ? scheme.parameter : place.name, scheme: place.prefix }
  );
}

import { type Argument, operationArguments } from '../../contract/arguments.js';
import type { JsonObject } from '../../contract/json.js';
import type { Operation, SecurityScheme } from '../../contract/operation.js';
import { toolBody } from './tool-input.js';

/** How a tool's arguments become one HTTP request: everything the reference server knows about it, in JSON. */
export function toolCall(operation: Operation): JsonObject {
  const body = toolBody(operation);
  const credential = operation.security[0]?.map(credentialPlace).find((place) => place !== undefined);
  return {
    method: operation.method.toUpperCase(),
    path: operation.path,
    parameters: operationArguments(operation).flatMap(placement),
    ...(body === undefined ? {} : { body: { argument: 'body', mediaType: body.mediaType } }),
    ...(credential === undefined ? {} : { credential }),
  };
}

/** OpenAPI 3.1 §4.8.12: `style` says nothing where the parameter has `content`. */
function placement({ name: argument, parameter }: Argument): readonly JsonObject[] {
  if (parameter === undefined) return [];
  const { name, in: location, style, explode, allowReserved, contentType } = parameter;
  const spelling = contentType === undefined ? { style, explode } : { contentType };
  return [{ argument, name, in: location, ...spelling, ...(allowReserved ? { allowReserved } : {}) }];
}

/** Where the one token goes; `undefined` for schemes that one token cannot meet. */
function credentialPlace(scheme: SecurityScheme): JsonObject | undefined {
  switch (scheme.kind) {
    case 'http':
      return scheme.scheme.toLowerCase() === 'bearer' ? BEARER : undefined;
    case 'apiKey':
      return { in: scheme.in, name: scheme.parameter, scheme: '' };
    case 'other':
      // OAuth 2.0 and OpenID Connect hand their tokens over as bearer tokens (RFC 6750 §2.1).
      return scheme.type === 'mutualTLS' ? undefined : BEARER;
    default:
      return scheme satisfies never;
  }
}

const BEARER: JsonObject = { in: 'header', name: 'authorization', scheme: 'Bearer ' };

import { type Json, type JsonObject, isJsonObject } from '../../../../contract/json/json.js';
import type { Route, RouteContent } from '../../runtime/route.js';
import type { RouteInput } from './input-checker.js';

/**
 * Completes a valid input with the defaults of the contract, for omitted parameters and for omitted top-level
 * properties of the body.
 */
export function withDefaults(input: RouteInput, route: Route, content: RouteContent | undefined): RouteInput {
  const { path, query, header, body } = input;
  return {
    path,
    query: { ...parameterDefaults(route, 'query'), ...query },
    header: { ...parameterDefaults(route, 'header'), ...header },
    ...(body === undefined ? {} : { body: isJsonObject(body) ? completed(body, content?.defaults ?? {}) : body }),
  };
}

/**
 * Adds the default values after the members that the client sent, in their order. The spread syntax copies a member
 * with the name `__proto__` as an ordinary member (ECMA-262 §7.3.26).
 */
function completed(body: JsonObject, defaults: JsonObject): JsonObject {
  return { ...body, ...defaults, ...body };
}

function parameterDefaults(route: Route, location: 'query' | 'header'): JsonObject {
  const defaults: [string, Json][] = [];
  for (const parameter of route.parameters) {
    if (parameter.in === location && parameter.default !== undefined)
      defaults.push([parameter.name, parameter.default]);
  }
  return Object.fromEntries(defaults);
}

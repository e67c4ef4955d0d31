import type { JsonObject } from '../../../contract/json/json.js';
import type { Method, Operation } from '../../../contract/operation.js';

/**
 * The hints of a tool, from the properties of its method in RFC 9110 §9.2. Every hint is set, because the defaults of
 * MCP describe a destructive tool in an open world. `openWorldHint` is false, because one service with its own records
 * is a closed world.
 */
export function toolAnnotations({ method, summary }: Operation): JsonObject {
  const readOnly = SAFE.has(method);
  return {
    ...(summary === '' ? {} : { title: summary }),
    readOnlyHint: readOnly,
    destructiveHint: method === 'delete',
    idempotentHint: readOnly || method === 'put' || method === 'delete',
    openWorldHint: false,
  };
}

const SAFE: ReadonlySet<Method> = new Set<Method>(['get', 'head', 'options', 'trace']);

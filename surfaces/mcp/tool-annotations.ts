import type { JsonObject } from '../../contract/json/json.js';
import type { Method, Operation } from '../../contract/operation.js';

/**
 * What a tool does to the world, by what RFC 9110 §9.2 says of its method. Every hint is said: by MCP's defaults a
 * tool is destructive and reaches an open world. `openWorldHint`: one service with its own records is a closed one.
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

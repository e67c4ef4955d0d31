import type { JsonObject } from '../../../contract/json/json.js';
import type { Method, Operation } from '../../../contract/operation.js';

/**
 * The hints of a tool, such as `readOnlyHint`. They follow from the properties that RFC 9110 §9.2 defines for the HTTP
 * method. All hints are set, because the defaults of MCP describe a tool that may destroy things and reach an open
 * world. `openWorldHint` is false: the tool reaches only one service with its own records.
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

import { type Argument, operationArguments } from '../../../contract/arguments.js';
import type { Contract } from '../../../contract/contract.js';
import { type JsonObject, type JsonSchema, isJsonObject } from '../../../contract/json/json.js';
import type { MediaContent, Operation } from '../../../contract/operation.js';
import { isJsonMediaType } from '../../../contract/wire/message.js';
import { type SchemaCloser, schemaCloser } from './closed-schema.js';

/** The dialect of every tool schema. It is the default of MCP 2025-11-25, stated for older clients. */
export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/**
 * The input of a tool: one closed, flat object of arguments, every reference local. MCP 2025-11-25, Tools:
 * `inputSchema` is a JSON Schema whose root is of type `object`.
 */
export function toolInputSchema(operation: Operation, contract: Contract): JsonObject {
  const closer = schemaCloser(contract.schemas, 'input');
  const flat = operationArguments(operation);
  const required = flat.filter((argument) => argument.required).map(({ name }) => name);
  const properties = Object.fromEntries(
    flat.map((argument) => [argument.name, argumentSchema(closer, operation, argument)]),
  );
  const definitions = closer.definitions();
  return {
    $schema: DIALECT,
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
    ...(Object.keys(definitions).length > 0 ? { $defs: definitions } : {}),
  };
}

/** The body that a tool sends: JSON where the operation takes it, else the first documented type. */
export function toolBody(operation: Operation): MediaContent | undefined {
  const content = operation.requestBody?.content ?? [];
  return content.find((media) => isJsonMediaType(media.mediaType)) ?? content[0];
}

function argumentSchema(closer: SchemaCloser, operation: Operation, argument: Argument): JsonSchema {
  if (argument.parameter !== undefined)
    return described(closer.close(argument.parameter.schema), argument.parameter.description);
  const body = toolBody(operation);
  if (body?.schema !== undefined) return described(closer.close(body.schema), '');
  return isJsonMediaType(body?.mediaType) ? {} : { type: 'string' };
}

/**
 * Adds a description for agents unless the schema has its own, more specific one. Boolean schemas become objects, which
 * some clients require.
 */
function described(schema: JsonSchema, description: string): JsonObject {
  const spelled = isJsonObject(schema) ? schema : schema ? {} : { not: {} };
  return description === '' || Object.hasOwn(spelled, 'description') ? spelled : { description, ...spelled };
}

import { type Argument, operationArguments } from '../../../contract/arguments.js';
import type { Contract } from '../../../contract/contract.js';
import { type JsonObject, type JsonSchema, isJsonObject } from '../../../contract/json/json.js';
import type { MediaContent, Operation } from '../../../contract/operation.js';
import { concreteMediaType, contentKind, isFormMediaType, isJsonMediaType } from '../../../contract/wire/message.js';
import { type SchemaCloser, schemaCloser } from './closed-schema.js';

/**
 * The dialect of every tool schema. It is the default of MCP 2025-11-25, but older clients need the explicit keyword.
 */
export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/**
 * The input schema of a tool: a closed object with one property for each argument. Every reference in it is local. MCP
 * 2025-11-25, Tools: the root of `inputSchema` has the type `object`.
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

/** The body that a tool sends: JSON if the operation accepts JSON, otherwise the first documented media type. */
export function toolBody(operation: Operation): MediaContent | undefined {
  const content = operation.requestBody?.content ?? [];
  return content.find((media) => isJsonMediaType(media.mediaType)) ?? content[0];
}

function argumentSchema(closer: SchemaCloser, operation: Operation, argument: Argument): JsonSchema {
  if (argument.parameter !== undefined)
    return described(closer.close(argument.parameter.schema), argument.parameter.description);
  const body = toolBody(operation);
  const encoded = body && encodedSchema(closer, body);
  if (encoded !== undefined) return encoded;
  if (body?.schema !== undefined) return described(closer.close(body.schema), '');
  return isJsonMediaType(body?.mediaType) ? {} : { type: 'string' };
}

/**
 * The schema of a body that is a form, bytes or XML. Bytes are a string in base64, as everywhere in MCP, and the
 * keyword `contentEncoding` declares this. A form is an object, in which each file is a string in base64. An XML
 * document is a string. `undefined` for JSON and text.
 */
function encodedSchema(
  closer: SchemaCloser,
  { mediaType, schema, encoding, xml }: MediaContent,
): JsonSchema | undefined {
  const type = concreteMediaType(mediaType);
  if (xml !== undefined) return { type: 'string', contentMediaType: type };
  if (contentKind(type) !== 'bytes') return undefined;
  if (!isFormMediaType(type)) return { type: 'string', contentEncoding: 'base64', contentMediaType: type };
  const files = filesOf(encoding);
  if (schema === undefined || files.length === 0) return undefined;
  const base64 = { contentEncoding: 'base64' };
  const members = files.map((name) => [name, { ...base64, items: base64 }] as const);
  return { allOf: [closer.close(schema)], properties: Object.fromEntries(members) };
}

/** The members of a form that are bytes in the contract. A tool takes them in base64. */
export function filesOf(encoding: MediaContent['encoding']): readonly string[] {
  const entries = [...(encoding ?? [])];
  return entries.flatMap(([name, { isBinary, isEncoded }]) => (isBinary === true && isEncoded !== true ? [name] : []));
}

/**
 * Adds a description for agents, unless the schema itself has one. A boolean schema becomes an object, because some
 * clients accept only objects.
 */
function described(schema: JsonSchema, description: string): JsonObject {
  const spelled = isJsonObject(schema) ? schema : schema ? {} : { not: {} };
  return description === '' || Object.hasOwn(spelled, 'description') ? spelled : { description, ...spelled };
}

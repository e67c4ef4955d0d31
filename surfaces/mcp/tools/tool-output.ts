import { successesOf } from '../../../contract/documented-responses.js';
import type { Contract } from '../../../contract/contract.js';
import { type Json, type JsonObject, type JsonSchema, isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { MediaContent, Operation, SchemaUri } from '../../../contract/operation.js';
import { isJsonMediaType } from '../../../contract/wire/message.js';
import { type SchemaCloser, referred, schemaCloser } from './closed-schema.js';
import { linksTo } from './schema-keywords.js';
import { DIALECT } from './tool-input.js';

/**
 * How a successful result contains the value. `object`: the structured content is the value. `wrapped`: the structured
 * content is `{"result": value}`, because revision 2025-11-25 allows only objects. `none`: the tool has no output
 * schema, and the value is only in the text.
 */
export type OutputShape = 'object' | 'wrapped' | 'none';

export type ToolOutput =
  | { readonly shape: 'none' }
  | { readonly shape: 'object' | 'wrapped'; readonly schema: JsonObject };

/**
 * The output schema of a tool, and how a result contains the value of a success. Like the input schema, the output
 * schema refers to nothing outside itself.
 */
export function toolOutput(operation: Operation, contract: Contract): ToolOutput {
  const uris = successSchemas(operation)?.map((uri) => referred(contract.schemas, uri));
  if (uris === undefined) return { shape: 'none' };
  const closer = schemaCloser(contract.schemas, 'output');
  const shape = uris.every((uri) => isObjectSchema(contract, uri, new Set())) ? 'object' : 'wrapped';
  const value = anyOf(closer, [...new Set(uris)]);
  const root = shape === 'object' && isJsonObject(value) ? value : wrapped(value);
  const definitions = closer.definitions();
  const head: JsonObject = { $schema: DIALECT, type: 'object' };
  return {
    shape,
    schema: {
      ...head,
      ...root,
      type: 'object',
      ...(Object.keys(definitions).length > 0 ? { $defs: definitions } : {}),
    },
  };
}

/**
 * The JSON schemas of all documented successes. `undefined` if one of the successes has no JSON schema: the tool then
 * has no output schema.
 */
function successSchemas(operation: Operation): readonly SchemaUri[] | undefined {
  const successes = successesOf(operation);
  const schemas: SchemaUri[] = [];
  for (const { content } of successes) {
    const media = jsonContent(content);
    if (media?.schema === undefined) return undefined;
    schemas.push(media.schema);
  }
  return schemas.length > 0 ? schemas : undefined;
}

function jsonContent(content: readonly MediaContent[]): MediaContent | undefined {
  return content.find(({ mediaType }) => isJsonMediaType(mediaType));
}

function anyOf(closer: SchemaCloser, uris: readonly SchemaUri[]): JsonSchema {
  const schemas = uris.map((uri) => closer.close(uri));
  const [first] = schemas;
  return schemas.length === 1 && first !== undefined ? first : { anyOf: schemas };
}

function wrapped(value: JsonSchema): JsonObject {
  return { properties: { result: value }, required: ['result'], additionalProperties: false };
}

/**
 * True if a schema permits only objects. It may state this by `type`, or by subschemas that apply to the same value.
 */
function isObjectSchema(contract: Contract, uri: SchemaUri, seen: Set<SchemaUri>): boolean {
  const schema = contract.schemas.at(uri);
  if (!isJsonObject(schema) || seen.has(uri)) return false;
  seen.add(uri);
  const type = ownValue(schema, 'type');
  if (type !== undefined)
    return type === 'object' || (Array.isArray(type) && type.length === 1 && type[0] === 'object');
  return Object.entries(schema).some(([keyword, value]) => impliesObject(contract, uri, keyword, value, seen));
}

function impliesObject(
  contract: Contract,
  uri: SchemaUri,
  keyword: string,
  value: Json,
  seen: Set<SchemaUri>,
): boolean {
  if (linksTo(keyword) && typeof value === 'string')
    return isObjectSchema(contract, contract.schemas.resolve(uri, value), new Set(seen));
  if (!Array.isArray(value)) return false;
  const branch = (index: number): boolean =>
    isObjectSchema(contract, contract.schemas.child(uri, keyword, index), new Set(seen));
  if (keyword === 'allOf') return value.some((_, index) => branch(index));
  return (keyword === 'anyOf' || keyword === 'oneOf') && value.length > 0 && value.every((_, index) => branch(index));
}

import type { SchemaSource } from '../contract.js';
import { type JsonObject, isJsonObject } from '../json/json.js';
import type { MediaContent, Operation, PropertyEncoding, SchemaUri } from '../operation.js';
import { schemasInPlace } from '../wire/decode-value.js';
import { MULTIPART, concreteMediaType, contentKind, essence } from '../wire/message.js';

/**
 * Marks each property of a multipart body that represents bytes. The marks are made once, when the contract is read, so
 * that the encoder need not read schemas.
 */
export function withBinaryProperties(schemas: SchemaSource, operation: Operation): Operation {
  const { requestBody } = operation;
  if (requestBody === undefined || !requestBody.content.some(isMultipart)) return operation;
  const content = requestBody.content.map((media) => (isMultipart(media) ? marked(schemas, media) : media));
  return { ...operation, requestBody: { ...requestBody, content } };
}

function isMultipart({ mediaType, schema }: MediaContent): boolean {
  return essence(mediaType) === MULTIPART && schema !== undefined;
}

function marked(schemas: SchemaSource, media: MediaContent): MediaContent {
  const encoding = new Map(media.encoding);
  for (const [name, uri] of properties(schemas, media.schema)) {
    const known = encoding.get(name) ?? {};
    const binary = known.style === undefined ? binaryEncoding(schemas, uri, known) : undefined;
    if (binary !== undefined) encoding.set(name, { ...known, ...binary });
  }
  return encoding.size === 0 ? media : { ...media, encoding };
}

function* properties(schemas: SchemaSource, uri: SchemaUri | undefined): Generator<readonly [string, SchemaUri]> {
  for (const [at, schema] of uri === undefined ? [] : schemasInPlace(schemas, uri)) {
    const named = schema['properties'];
    if (isJsonObject(named)) for (const name of Object.keys(named)) yield [name, schemas.child(at, 'properties', name)];
  }
}

/**
 * The encoding of a property that represents bytes; `undefined` for any other property. For a list of files, it depends
 * on the schema of the elements, because each element is a separate part. A content type in `known` takes precedence
 * over the schema.
 */
function binaryEncoding(
  schemas: SchemaSource,
  uri: SchemaUri,
  known: PropertyEncoding,
  depth = 0,
): PropertyEncoding | undefined {
  // A list in a list is not a list of files. The limit also ends the search in a recursive schema.
  if (depth > 1) return undefined;
  if (known.contentType !== undefined)
    return contentKind(known.contentType) === 'bytes' ? { isBinary: true } : undefined;
  for (const [at, schema] of schemasInPlace(schemas, uri)) {
    const contentType = binaryType(schema);
    const isEncoded = typeof schema['contentEncoding'] === 'string';
    if (contentType !== undefined) return { contentType, isBinary: true, ...(isEncoded && { isEncoded }) };
    const elements = isJsonObject(schema['items'])
      ? binaryEncoding(schemas, schemas.child(at, 'items'), known, depth + 1)
      : undefined;
    if (elements !== undefined) return elements;
  }
  return undefined;
}

/**
 * The media type of a property that represents bytes. A schema declares bytes by `contentMediaType`, by
 * `contentEncoding`, or, as before OpenAPI 3.1, by `format: binary` (OpenAPI 3.1 §4.8.14.2).
 */
function binaryType({ format, contentEncoding, contentMediaType }: JsonObject): string | undefined {
  if (typeof contentEncoding === 'string') return 'application/octet-stream';
  if (typeof contentMediaType === 'string' && contentKind(contentMediaType) === 'bytes')
    return concreteMediaType(contentMediaType);
  return format === 'binary' ? 'application/octet-stream' : undefined;
}

import type { MediaContent, PropertyEncoding, SchemaUri } from '../../contract/operation.js';
import { isJsonObject } from '../../contract/json/json.js';
import { concreteMediaType, contentKind, isFormMediaType } from '../../contract/wire/message.js';
import { objectType } from './object-type.js';
import type { SchemaTypes } from './schema-types.js';
import type { FieldModel } from './sdk-model.js';
import { type TypeNode, UNKNOWN } from './type-model.js';

/** The type of a body that is not JSON, a form or text. */
const FILE: TypeNode = { kind: 'keyword', name: 'file' };
const TEXT: TypeNode = { kind: 'keyword', name: 'string' };

/** The type of the `body` argument for a media type. */
export function bodyType(media: MediaContent | undefined, types: SchemaTypes): TypeNode {
  if (media === undefined) return UNKNOWN;
  const mediaType = concreteMediaType(media.mediaType);
  if (isFormMediaType(mediaType)) return formType(media, types);
  const kind = contentKind(mediaType);
  if (kind !== 'json') return kind === 'text' ? TEXT : FILE;
  return media.schema === undefined ? UNKNOWN : types.typeOf(media.schema, 'input');
}

/**
 * How the fields of a form are encoded, by the name of the field. Only fields that do not have the default encoding are
 * included. `undefined` if there are none.
 */
export function formFields(media: MediaContent | undefined): Readonly<Record<string, FieldModel>> | undefined {
  if (media?.encoding === undefined || media.encoding.size === 0 || !isFormMediaType(media.mediaType)) return undefined;
  return Object.fromEntries([...media.encoding].map(([name, encoding]) => [name, fieldModel(encoding)] as const));
}

function fieldModel({ contentType, style }: PropertyEncoding): FieldModel {
  return {
    ...(contentType !== undefined && { contentType }),
    ...(style !== undefined && { style: style.style, explode: style.explode }),
  };
}

/**
 * The type of a form. If the form contains files, its type differs from the type of its schema: the schema describes a
 * file as a string, but the method takes a file.
 */
function formType({ schema: uri, encoding }: MediaContent, types: SchemaTypes): TypeNode {
  if (uri === undefined) return UNKNOWN;
  const files = new Set([...(encoding ?? [])].flatMap(([name, { isBinary }]) => (isBinary === true ? [name] : [])));
  const written = types.typeOf(uri, 'input');
  if (files.size === 0) return written;
  const target = referred(types, uri, 0);
  const schema = types.schemas.at(target);
  if (!isJsonObject(schema) || 'allOf' in schema || 'oneOf' in schema || 'anyOf' in schema) return written;
  const form = objectType(types, target, schema, 'input');
  if (form.kind !== 'object') return written;
  const properties = form.properties.map((property) =>
    files.has(property.name) ? { ...property, type: fileType(property.type) } : property,
  );
  return { ...form, properties };
}

function referred(types: SchemaTypes, uri: SchemaUri, depth: number): SchemaUri {
  const schema = types.schemas.at(uri);
  const reference = isJsonObject(schema) ? schema['$ref'] : undefined;
  return typeof reference === 'string' && depth < 16
    ? referred(types, types.schemas.resolve(uri, reference), depth + 1)
    : uri;
}

function fileType(type: TypeNode): TypeNode {
  return type.kind === 'array' ? { kind: 'array', items: FILE } : FILE;
}

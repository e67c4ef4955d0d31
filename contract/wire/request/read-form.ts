import type { SchemaSource } from '../../contract.js';
import { type Json, isJsonObject } from '../../json/json.js';
import type { MediaContent, PropertyEncoding, SchemaUri } from '../../operation.js';
import { itemSchemas, memberSchemas, readingsUnder, joinReadings, typesUnder } from '../decode-value.js';
import { deserialiseParameter } from '../deserialise-parameter.js';
import { contentKind, isJsonMediaType } from '../message.js';
import { parseJsonText } from './split-request.js';
import { type FormField, latin1 } from '../body/form-field.js';
import { styledField } from '../body/write-form.js';

/**
 * The values to which servers may decode the fields of a form. The most likely value is first. If `writePairs` or
 * `writeParts` wrote the form without loss of information, the most likely value is the original value. Fields that the
 * schema does not name are strings, or lists of strings.
 */
export function formReadings(
  schemas: SchemaSource,
  media: MediaContent | undefined,
  fields: readonly FormField[],
): readonly Json[] {
  const members = [...fieldsByProperty(media, fields)].map(
    ([name, own]) => [name, memberReadings(schemas, media, name, own)] as const,
  );
  return joinReadings(
    members.map(([, values]) => values),
    (values) => Object.fromEntries(values.map((value, index) => [members[index]?.[0] ?? '', value])),
  );
}

/**
 * For each property, the fields of the form that belong to it. A property with the style `deepObject` has fields such
 * as `filter[size]`.
 */
function fieldsByProperty(
  media: MediaContent | undefined,
  fields: readonly FormField[],
): ReadonlyMap<string, readonly FormField[]> {
  const deep = [...(media?.encoding ?? [])]
    .filter(([, { style }]) => style?.style === 'deepObject')
    .map(([name]) => name);
  const byName = new Map<string, FormField[]>();
  for (const field of fields) {
    const name = deep.find((property) => field.name.startsWith(`${property}[`)) ?? field.name;
    const own = byName.get(name);
    if (own === undefined) byName.set(name, [field]);
    else own.push(field);
  }
  return byName;
}

type Readings = readonly Json[];

function memberReadings(
  schemas: SchemaSource,
  media: MediaContent | undefined,
  name: string,
  fields: readonly FormField[],
): Readings {
  const uris = media?.schema === undefined ? [] : memberSchemas(schemas, [media.schema], name);
  const encoding = media?.encoding?.get(name) ?? {};
  const types = typesUnder(schemas, uris);
  const [first] = fields;
  if (encoding.style !== undefined && first?.raw !== undefined) {
    const read = styledReadings(schemas, { uris, types, name, style: encoding.style }, fields);
    if (read.length > 0) return read;
    // If the fields do not have the documented style, a list or object cannot be decoded. The raw text is returned, so
    // the schema rejects it.
    if (isOnly(types, 'array') || isOnly(types, 'object')) return [fields.map(({ raw = '' }) => raw).join('&')];
  }
  if (first?.raw !== undefined && isJsonMediaType(encoding.contentType) && fields.length === 1)
    return [parseJsonText(first.text) ?? first.text];
  const isList = fields.length > 1 || types.has('array');
  if (!isList) return fields.flatMap((field) => fieldReadings(schemas, uris, encoding, field));
  const items = fields.map((field, index) =>
    fieldReadings(schemas, itemSchemas(schemas, uris, index), encoding, field),
  );
  return joinReadings(items, (values) => values);
}

function isOnly(types: ReadonlySet<string>, type: string): boolean {
  return types.has(type) && [...types].every((each) => each === type || each === 'null');
}

interface Styled {
  readonly uris: readonly SchemaUri[];
  readonly types: ReadonlySet<string>;
  readonly name: string;
  readonly style: NonNullable<PropertyEncoding['style']>;
}

function styledReadings(
  schemas: SchemaSource,
  { uris, types, name, style }: Styled,
  fields: readonly FormField[],
): Readings {
  const kind = types.has('array') ? 'list' : types.has('object') ? 'map' : 'scalar';
  const pairs = fields.map(({ raw = '' }) => raw);
  const texts = deserialiseParameter(styledField(name, style), { kind: 'pairs', pairs }, kind);
  return texts === undefined ? [] : readingsUnder(schemas, uris, texts);
}

/**
 * The values to which servers may decode one field. A part with a media type is decoded by its media type. For other
 * fields, JSON is tried only if the schema allows lists or objects.
 */
function fieldReadings(
  schemas: SchemaSource,
  uris: readonly SchemaUri[],
  encoding: PropertyEncoding,
  field: FormField,
): Readings {
  const { contentType } = encoding;
  if (field.content !== undefined && isBinary(encoding, field)) return [latin1(field.content)];
  const types = typesUnder(schemas, uris);
  if (isJsonMediaType(contentType)) return [parseJsonText(field.text) ?? field.text];
  if (isJsonMediaType(field.mediaType)) return jsonPartReadings(field, types);
  const value = types.has('object') || types.has('array') ? parseJsonText(field.text) : undefined;
  if (isJsonObject(value) || Array.isArray(value)) return [value];
  const read = readingsUnder(schemas, uris, { kind: 'scalar', text: field.text });
  return read.length === 0 || types.has('array') ? [field.text] : read;
}

/**
 * The values to which servers may decode a JSON part. If the schema allows neither lists nor objects, some servers
 * ignore the media type and return a string.
 */
function jsonPartReadings({ text }: FormField, types: ReadonlySet<string>): Readings {
  const value = parseJsonText(text);
  if (value === undefined) return [text];
  return types.has('object') || types.has('array') ? [value] : [value, text];
}

function isBinary({ contentType, isBinary: declared }: PropertyEncoding, { mediaType }: FormField): boolean {
  return declared === true || (contentType === undefined && contentKind(mediaType) === 'bytes');
}

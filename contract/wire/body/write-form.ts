import { type Json, isJsonObject } from '../../json/json.js';
import type { MediaContent, Parameter, PropertyEncoding, SchemaUri } from '../../operation.js';
import { contentKind, isJsonMediaType } from '../message.js';
import { scalarText } from '../parameter-texts.js';
import { serialiseParameter } from '../serialise-parameter.js';
import { type Part, isPartName } from './multipart.js';
import { encodeFormText } from './urlencoded.js';

/**
 * The fields or parts of a form. If a value cannot be written as a form, for example because it contains `null`, the
 * result is a string with the reason.
 */
export type Written<Field> = readonly Field[] | string;

const DEFAULT_ENCODING: PropertyEncoding = {};

/**
 * Writes a value as `name=value` pairs. A list repeats its name, and an object is written as JSON unless its property
 * has a style (OpenAPI 3.1.1 §4.8.14.4).
 */
export function writePairs({ encoding }: MediaContent, value: Json): Written<string> {
  try {
    return eachMember(value, (name, member) => memberPairs(name, member, encoding?.get(name) ?? DEFAULT_ENCODING));
  } catch (error) {
    if (error instanceof URIError) return 'a lone surrogate has no percent-encoding';
    if (error instanceof RangeError) return 'a field of the form is nested too deeply to be written';
    throw error;
  }
}

/**
 * Writes a value as the parts of a multipart form. A list becomes one part for each element, all with the name of the
 * list (RFC 7578 §4.3; OpenAPI 3.1.1 §4.8.15.2).
 */
export function writeParts({ encoding }: MediaContent, value: Json): Written<Part> {
  try {
    return eachMember(value, (name, member) => {
      const items = Array.isArray(member) ? (member as readonly Json[]) : [member];
      return together(items.map((item) => part(name, item, encoding?.get(name) ?? DEFAULT_ENCODING)));
    });
  } catch (error) {
    if (error instanceof RangeError) return 'a part of the form is nested too deeply to be written';
    throw error;
  }
}

function eachMember<Field>(value: Json, write: (name: string, member: Json) => Written<Field>): Written<Field> {
  if (!isJsonObject(value)) return 'only an object can be written as a form';
  const fields: Field[] = [];
  for (const [name, member] of Object.entries(value)) {
    const written = write(name, member);
    if (typeof written === 'string') return `${name}: ${written}`;
    fields.push(...written);
  }
  return fields;
}

function together<Field extends object>(written: readonly (Field | string)[]): Written<Field> {
  const fault = written.find((field) => typeof field === 'string');
  return fault ?? written.filter((field) => typeof field !== 'string');
}

function memberPairs(name: string, value: Json, encoding: PropertyEncoding): Written<string> {
  if (encoding.style !== undefined) return styledPairs(styledField(name, encoding.style), value);
  const wholeAsJson = encoding.contentType !== undefined && isJsonMediaType(encoding.contentType);
  const items = Array.isArray(value) && !wholeAsJson ? (value as readonly Json[]) : [value];
  const texts = items.map((item) => (wholeAsJson ? JSON.stringify(item) : fieldText(item)));
  if (!texts.every((text) => text !== undefined)) return NULL_FIELD;
  return texts.map((text) => `${encodeFormText(name)}=${encodeFormText(text)}`);
}

const NULL_FIELD = 'null cannot be written in a form';

/**
 * The text of a field of a form. An object, or a list inside a list, is written as JSON, which is the default
 * `contentType` of OpenAPI 3.1 §4.8.15.1.
 */
function fieldText(value: Json): string | undefined {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : scalarText(value);
}

/** A query parameter with the given style. A form property with this style is written in the same way. */
export function styledField(name: string, style: NonNullable<PropertyEncoding['style']>): Parameter {
  const location = { file: '', pointer: '', line: 1, column: 1 };
  return {
    ...style,
    name,
    in: 'query',
    required: false,
    description: '',
    schema: '' as SchemaUri,
    examples: [],
    location,
  };
}

function styledPairs(field: Parameter, value: Json): Written<string> {
  const spilled = field.style !== 'deepObject' && field.explode && isJsonObject(value);
  if (spilled) return 'the members of an exploded object cannot be distinguished from the other fields';
  const serialised = serialiseParameter(field, value);
  if (serialised.kind === 'inexpressible') return serialised.reason;
  return serialised.kind === 'pairs' ? serialised.pairs : [serialised.text];
}

/** The file name of parts that contain bytes. Browsers use the same name for a `Blob`. */
const FILE_NAME = 'blob';

function part(name: string, value: Json, encoding: PropertyEncoding): Part | string {
  if (encoding.fault !== undefined) return encoding.fault;
  if (!isPartName(name)) return 'servers decode this part name in different ways';
  if (encoding.style !== undefined && !isRepeated(encoding.style, value))
    return 'no standard defines this style for a multipart body';
  const mediaType = encoding.contentType ?? (typeof value === 'object' && value !== null ? 'application/json' : '');
  const content = partContent(mediaType, value);
  if (typeof content === 'string') return content;
  const headers = encoding.headers === undefined ? {} : { headers: encoding.headers };
  return { name, mediaType, content, ...headers, ...(contentKind(mediaType) === 'bytes' && { fileName: FILE_NAME }) };
}

function isRepeated({ style, explode }: NonNullable<PropertyEncoding['style']>, item: Json): boolean {
  return style === 'form' && explode && typeof item !== 'object';
}

function partContent(mediaType: string, value: Json): Uint8Array | string {
  const kind = contentKind(mediaType);
  if (kind === 'json') return Buffer.from(JSON.stringify(value));
  const text = scalarText(value);
  if (text === undefined) return value === null ? NULL_FIELD : `only a scalar can be written as ${mediaType}`;
  return kind === 'bytes'
    ? (bytesOf(text) ?? BEYOND_BYTES)
    : (utf8Of(text) ?? 'a lone surrogate has no UTF-8 encoding');
}

export const BEYOND_BYTES = 'a string that represents bytes must not have characters beyond U+00FF';

/** The bytes that a string represents: one for each character. `undefined` if a character is beyond U+00FF. */
export function bytesOf(text: string): Uint8Array | undefined {
  return /^[\0-\xFF]*$/.test(text) ? Buffer.from(text, 'latin1') : undefined;
}

export function utf8Of(text: string): Uint8Array | undefined {
  return /\p{Surrogate}/u.test(text) ? undefined : Buffer.from(text);
}

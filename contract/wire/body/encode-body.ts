import { jsonText } from '../../json/json-text.js';
import type { Json } from '../../json/json.js';
import type { MediaContent, XmlCodec } from '../../operation.js';
import {
  MULTIPART,
  URLENCODED,
  concreteMediaType,
  contentKind,
  essence,
  isJsonMediaType,
  isXmlMediaType,
} from '../message.js';
import { writeMultipart } from './multipart.js';
import { BEYOND_BYTES, bytesOf, utf8Of, writePairs, writeParts } from './write-form.js';

export interface EncodedBody {
  /** The value of the `Content-Type` header. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/**
 * Encodes a body of the media type (OpenAPI 3.1 §4.8.14): JSON, text, the fields of a form, or XML by its schema. For
 * other types, the value must be a string that represents bytes, one byte for each character up to U+00FF. If the value
 * cannot be encoded, the result is a string with the reason.
 */
export function encodeBody(content: MediaContent, value: Json): EncodedBody | string {
  const contentType = concreteMediaType(content.mediaType);
  if (isJsonMediaType(contentType)) return jsonBody(contentType, value);
  const type = essence(contentType);
  if (type === URLENCODED) return urlencodedBody(content, contentType, value);
  if (type === MULTIPART) return multipartBody(content, contentType, value);
  if (content.xml !== undefined) return xmlBody(content.xml, contentType, value);
  if (typeof value !== 'string' || hasGrammar(type))
    return `there is no encoder for a body of type ${content.mediaType}`;
  const isText = contentKind(type) === 'text';
  const bytes = isText ? utf8Of(value) : bytesOf(value);
  return bytes === undefined
    ? isText
      ? 'a lone surrogate has no UTF-8 encoding'
      : BEYOND_BYTES
    : { contentType, bytes };
}

function jsonBody(contentType: string, value: Json): EncodedBody | string {
  const text = jsonText(value);
  return text === undefined ? 'the body is nested too deeply to be written' : { contentType, bytes: Buffer.from(text) };
}

/**
 * The reason why a body cannot be encoded; `undefined` if it can be encoded. A JSON body is not tried, so the result
 * for it is always `undefined`.
 */
export function bodyFault(content: MediaContent, value: Json): string | undefined {
  if (isJsonMediaType(concreteMediaType(content.mediaType))) return undefined;
  const encoded = encodeBody(content, value);
  return typeof encoded === 'string' ? encoded : undefined;
}

/**
 * Whether a media type has a syntax that neither a string nor a form can represent. This is the case for XML, which no
 * JSON Schema describes completely (OpenAPI 3.1 §4.8.26), and for multipart types other than forms.
 */
function hasGrammar(type: string): boolean {
  return type.startsWith('multipart/') || isXmlMediaType(type);
}

function xmlBody(codec: XmlCodec, contentType: string, value: Json): EncodedBody | string {
  const written = codec.write(value);
  return typeof written === 'string' ? written : { contentType, bytes: Buffer.from(written.text) };
}

function urlencodedBody(content: MediaContent, contentType: string, value: Json): EncodedBody | string {
  const pairs = writePairs(content, value);
  return typeof pairs === 'string' ? pairs : { contentType, bytes: Buffer.from(pairs.join('&')) };
}

function multipartBody(content: MediaContent, contentType: string, value: Json): EncodedBody | string {
  const parts = writeParts(content, value);
  if (typeof parts === 'string') return parts;
  // A multipart body has at least one part (RFC 2046 §5.1.1).
  if (parts.length === 0) return 'a multipart body has at least one part';
  const { boundary, bytes } = writeMultipart(parts);
  return { contentType: `${essence(contentType)}; boundary=${boundary}`, bytes };
}

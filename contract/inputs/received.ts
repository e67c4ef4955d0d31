import type { SchemaSource } from '../contract.js';
import type { Json } from '../json/json.js';
import type { MediaContent, Parameter, SchemaUri } from '../operation.js';
import { encodeBody } from '../wire/body/encode-body.js';
import { readFields } from '../wire/body/form-field.js';
import { formReadings } from '../wire/request/read-form.js';
import { readings } from '../wire/decode-value.js';
import { deserialiseParameter } from '../wire/deserialise-parameter.js';
import { concreteMediaType, contentKind, essence, isFormMediaType, isJsonMediaType } from '../wire/message.js';
import { type ParameterTexts, parameterTexts } from '../wire/parameter-texts.js';
import { serialiseParameter } from '../wire/serialise-parameter.js';

/**
 * What servers may receive for a parameter or a body: the possible decoded values, with the most likely value first.
 */
export type Received =
  | { readonly kind: 'values'; readonly readings: readonly Json[] }
  /** Nothing is sent, because the value is an empty list or map (RFC 6570 §2.3: an undefined value). */
  | { readonly kind: 'omitted' }
  /**
   * It is uncertain what servers receive: the decoded value differs from the original value, or no standard defines the
   * encoding.
   */
  | { readonly kind: 'unclear' };

const UNCLEAR: Received = { kind: 'unclear' };

/**
 * The values to which servers may decode a body: a JSON value, the value of an XML document, a string, or the fields of
 * a form. The result is `unclear` for an empty body, which may be an empty string or no body. An image or another file
 * is a string with one character for each byte.
 */
export function receivedBody(schemas: SchemaSource, content: MediaContent | undefined, value: Json): Received {
  if (content === undefined) return UNCLEAR;
  const type = essence(concreteMediaType(content.mediaType));
  if (isJsonMediaType(type)) return { kind: 'values', readings: [value] };
  const encoded = encodeBody(content, value);
  if (content.xml !== undefined && typeof encoded !== 'string') {
    const read = content.xml.read(Buffer.from(encoded.bytes).toString());
    return read === undefined ? UNCLEAR : { kind: 'values', readings: [read] };
  }
  if (typeof encoded === 'string' || encoded.bytes.byteLength === 0) return UNCLEAR;
  const fields = isFormMediaType(type) ? readFields(encoded.contentType, encoded.bytes) : undefined;
  if (fields !== undefined) return { kind: 'values', readings: formReadings(schemas, content, fields) };
  const isText = type.startsWith('text/') || contentKind(type) === 'bytes';
  return isText && typeof value === 'string' ? { kind: 'values', readings: [value] } : UNCLEAR;
}

export function receivedParameter(schemas: SchemaSource, parameter: Parameter, uri: SchemaUri, value: Json): Received {
  const written = writtenTexts(parameter, value);
  if (written === undefined) return UNCLEAR;
  // A scalar whose reserved characters are all percent-encoded is always decoded to the same text.
  if (written.kind !== 'scalar' || parameter.allowReserved) {
    const read = deserialiseParameter(parameter, serialiseParameter(parameter, value), written.kind);
    if (read === undefined || !sameTexts(read, written)) return UNCLEAR;
    if (isEmpty(written)) return { kind: 'omitted' };
  }
  if (parameter.contentType !== undefined) return { kind: 'values', readings: [value] };
  const values = readings(schemas, uri, written);
  return values.length === 0 ? UNCLEAR : { kind: 'values', readings: values };
}

function writtenTexts(parameter: Parameter, value: Json): ParameterTexts | undefined {
  if (parameter.contentType !== undefined) {
    const text = isJsonMediaType(parameter.contentType) ? JSON.stringify(value) : value;
    return typeof text === 'string' ? { kind: 'scalar', text } : undefined;
  }
  const texts = parameterTexts(value);
  return typeof texts === 'string' ? undefined : texts;
}

function isEmpty(texts: ParameterTexts): boolean {
  return (texts.kind === 'list' && texts.texts.length === 0) || (texts.kind === 'map' && texts.entries.length === 0);
}

function sameTexts(a: ParameterTexts, b: ParameterTexts): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

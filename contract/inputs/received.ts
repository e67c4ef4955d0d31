import type { SchemaSource } from '../contract.js';
import type { Json } from '../json/json.js';
import type { MediaContent, Parameter, SchemaUri } from '../operation.js';
import { encodeBody } from '../wire/body/encode-body.js';
import { readFields } from '../wire/body/form-field.js';
import { formReadings } from '../wire/request/read-form.js';
import { readings } from '../wire/decode-value.js';
import { deserialiseParameter } from '../wire/deserialise-parameter.js';
import { concreteMediaType, essence, isFormMediaType, isJsonMediaType } from '../wire/message.js';
import { type ParameterTexts, parameterTexts } from '../wire/parameter-texts.js';
import { serialiseParameter } from '../wire/serialise-parameter.js';

/** The values that servers can read from a parameter on the wire, the most likely one first. */
export type Received =
  | { readonly kind: 'values'; readonly readings: readonly Json[] }
  /** An empty list or map. It does not appear on the wire (RFC 6570 §2.3: undefined). */
  | { readonly kind: 'omitted' }
  /**
   * The encoded value cannot be decoded unambiguously, because decoding returns another value or no standard defines
   * it. Servers may differ.
   */
  | { readonly kind: 'unclear' };

const UNCLEAR: Received = { kind: 'unclear' };

/**
 * The values that servers can read from a body: a JSON value, a text, or the fields of a form by their schemas.
 * `unclear` for an empty body, which may be an empty text or no body, and for media types such as images, whose content
 * no schema describes.
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
  return type === 'application/octet-stream' || type.startsWith('text/')
    ? { kind: 'values', readings: [value] }
    : UNCLEAR;
}

export function receivedParameter(schemas: SchemaSource, parameter: Parameter, uri: SchemaUri, value: Json): Received {
  const written = writtenTexts(parameter, value);
  if (written === undefined) return UNCLEAR;
  // Scalars are percent-encoded completely, so no other reading is possible.
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

import type { Json } from '../../json/json.js';
import type { Operation } from '../../operation.js';
import { type FormField, readFields } from '../body/form-field.js';
import { pathTemplateOf } from './encode.js';
import {
  type RequestMessage,
  essence,
  headerValue,
  isFormMediaType,
  isJsonMediaType,
  joinedHeader,
} from '../message.js';
import { matchPathTemplate } from '../path-template.js';
import { decodePercent, decodeQueryComponent } from '../percent.js';

/**
 * The percent-decoded parts of a request, for comparing two requests. Some differences between requests are therefore
 * lost: the order of query pairs with different names, the case of header names, and which characters were
 * percent-encoded.
 */
export interface SplitRequest {
  /** The path parameters by name; `undefined` if the path does not match the operation. */
  readonly path: ReadonlyMap<string, string> | undefined;
  readonly query: ReadonlyMap<string, readonly string[]>;
  /** The headers that are parameters of the operation, by lower-case name. */
  readonly header: ReadonlyMap<string, string>;
  readonly cookie: ReadonlyMap<string, readonly string[]>;
  /** The media type of the body as `type/subtype`, in lower case; empty if there is none. */
  readonly mediaType: string;
  readonly body: SplitBody;
}

export type SplitBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: Json }
  /** The body is XML: the value of the document, read by its schema. */
  | { readonly kind: 'xml'; readonly value: Json }
  /** The body is a URL-encoded or multipart form: its fields, in their order. */
  | { readonly kind: 'form'; readonly fields: readonly FormField[] }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

/**
 * The decoded parts of a request. Text with malformed percent-encoding is returned unchanged, so it differs from the
 * expected text.
 */
export function splitRequest(operation: Operation, message: RequestMessage): SplitRequest {
  const mark = message.target.indexOf('?');
  const pathname = mark < 0 ? message.target : message.target.slice(0, mark);
  const contentType = headerValue(message.headers, 'content-type') ?? '';
  return {
    path: splitPath(operation, pathname),
    query: mark < 0 ? NOTHING : splitQuery(message.target.slice(mark + 1)),
    header: splitHeaders(operation, message),
    cookie: splitCookies(joinedHeader(message.headers, 'cookie', '; ')),
    mediaType: essence(contentType),
    body: splitBody(operation, contentType, message.body),
  };
}

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();

function splitPath(operation: Operation, pathname: string): ReadonlyMap<string, string> | undefined {
  const template = pathTemplateOf(operation);
  const values = matchPathTemplate(template, pathname);
  return values && new Map(values.map((value, index) => [template.names[index] ?? '', decodePercent(value) ?? value]));
}

/**
 * The pairs of a query, grouped by name. A pair without `=` has an empty value (WHATWG URL, form-urlencoded parsing).
 */
export function splitQuery(query: string): ReadonlyMap<string, readonly string[]> {
  return groupedByName(query.split('&'), (text) => decodeQueryComponent(text) ?? text);
}

/** The pairs of a cookie header, grouped by name. Pairs are separated by `; ` (RFC 6265 §5.4). */
export function splitCookies(header: string | undefined): ReadonlyMap<string, readonly string[]> {
  if (header === undefined) return NOTHING;
  return groupedByName(header.split(/; */), (text) => decodePercent(text) ?? text);
}

function groupedByName(
  pairs: readonly string[],
  decode: (text: string) => string,
): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1));
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  return values;
}

function splitHeaders(operation: Operation, message: RequestMessage): ReadonlyMap<string, string> {
  if (!operation.parameters.some((parameter) => parameter.in === 'header')) return NOTHING;
  const headers = new Map<string, string>();
  for (const parameter of operation.parameters) {
    const name = parameter.name.toLowerCase();
    const value = parameter.in === 'header' ? joinedHeader(message.headers, name) : undefined;
    if (value !== undefined) headers.set(name, value);
  }
  return headers;
}

function splitBody({ requestBody }: Operation, contentType: string, bytes: Uint8Array): SplitBody {
  if (bytes.byteLength === 0) return { kind: 'none' };
  const value = isJsonMediaType(contentType) ? parseJson(bytes) : undefined;
  if (value !== undefined) return { kind: 'json', value };
  const codec = requestBody?.content.find((media) => essence(media.mediaType) === essence(contentType))?.xml;
  const read = codec?.read(Buffer.from(bytes).toString());
  if (read !== undefined) return { kind: 'xml', value: read };
  const fields = isFormMediaType(contentType) ? readFields(contentType, bytes) : undefined;
  return fields === undefined ? { kind: 'bytes', bytes } : { kind: 'form', fields };
}

/**
 * A decoder that does not remove a byte order mark, so that a text with one is not valid JSON. RFC 8259 §8.1 forbids
 * senders to add it.
 */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The value of a JSON body; `undefined` if the bytes are not JSON or not UTF-8 (RFC 8259 §8.1). */
export function parseJson(bytes: Uint8Array): Json | undefined {
  try {
    return parseJsonText(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}

/** The value of a JSON text; `undefined` if the text is not JSON. */
export function parseJsonText(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

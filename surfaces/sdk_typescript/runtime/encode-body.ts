import { bodyKind } from './media-type.js';
import type { FieldDescriptor, OperationDescriptor } from './operation-descriptor.js';
import { RefusedError } from './refused-error.js';
import { serialiseParameter } from './serialise-parameter.js';

export interface EncodedBody {
  readonly contentType: string;
  readonly content: string | Uint8Array;
}

/**
 * Encodes the body of a call. Returns `undefined` if the call has no body. Rejects with a `RefusedError` if the media
 * type cannot express the value.
 */
export async function encodeBody(
  { bodyType, fields = {} }: OperationDescriptor,
  value: unknown,
): Promise<EncodedBody | undefined> {
  if (bodyType === undefined || value === undefined) return undefined;
  const plain = (content: string | Uint8Array): EncodedBody => ({ contentType: bodyType, content });
  switch (bodyKind(bodyType)) {
    case 'json':
      return plain(JSON.stringify(value));
    case 'urlencoded':
      return plain(
        members(value)
          .flatMap(([name, member]) => pairs(name, member, fields[name] ?? {}))
          .join('&'),
      );
    case 'multipart':
      return multipart(
        await Promise.all(members(value).flatMap(([name, member]) => parts(name, member, fields[name] ?? {}))),
      );
    case 'text':
      return plain(wholeText('body', value));
    default:
      if (value instanceof Uint8Array) return plain(value);
      if (value instanceof Blob) return plain(await bytesOf(value));
      throw new RefusedError(`body: the media type ${bodyType} needs bytes or a Blob.`);
  }
}

function members(value: unknown): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RefusedError('body: a form needs an object.');
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer());
}

/** Checks that a value is a string without lone surrogates. A lone surrogate would be sent as a different character. */
function wholeText(argument: string, value: unknown): string {
  if (typeof value === 'string' && !/\p{Surrogate}/u.test(value)) return value;
  throw new RefusedError(`${argument}: the value must be a string without lone surrogates.`);
}

/**
 * Encodes one field as `name=value` pairs. By default, a list is written as several pairs with the same name, and an
 * object as JSON. The contract may state a different style (OpenAPI 3.1.1 §4.8.14.4).
 */
function pairs(name: string, value: unknown, field: FieldDescriptor): readonly string[] {
  const { style, explode = false } = field;
  if (style !== undefined) return serialiseParameter({ argument: name, name, in: 'query', style, explode }, value);
  return elements(value, field).map((each) =>
    new URLSearchParams([[wholeText(name, name), wholeText(name, fieldText(name, each, field))]]).toString(),
  );
}

function elements(value: unknown, { contentType }: FieldDescriptor): readonly unknown[] {
  return Array.isArray(value) && (contentType === undefined || bodyKind(contentType) !== 'json') ? value : [value];
}

function fieldText(name: string, value: unknown, { contentType }: FieldDescriptor): string {
  if (contentType !== undefined && bodyKind(contentType) === 'json') return JSON.stringify(value);
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return JSON.stringify(value);
  throw new RefusedError(`${name}: ${value === null ? 'null' : `a ${typeof value}`} cannot be written in a form.`);
}

interface Part {
  readonly head: string;
  readonly content: Uint8Array;
}

/**
 * The parts of a multipart body for one field. A list has one part for each element, all with the name of the field
 * (RFC 7578 §4.3).
 */
function parts(name: string, value: unknown, field: FieldDescriptor): readonly Promise<Part>[] {
  return elements(value, field).map((each) => part(name, each, field));
}

async function part(name: string, value: unknown, field: FieldDescriptor): Promise<Part> {
  if (value instanceof Blob) {
    const file = value instanceof File ? value.name : 'blob';
    return {
      head: head(name, value.type || field.contentType || 'application/octet-stream', file),
      content: await bytesOf(value),
    };
  }
  if (value instanceof Uint8Array)
    return { head: head(name, field.contentType ?? 'application/octet-stream', 'blob'), content: value };
  const contentType = field.contentType ?? (typeof value === 'object' && value !== null ? 'application/json' : '');
  const isFile = contentType !== '' && bodyKind(contentType) === 'bytes';
  const content = new TextEncoder().encode(wholeText(name, fieldText(name, value, field)));
  return { head: head(name, contentType, isFile ? 'blob' : undefined), content };
}

/** The headers of a part. Names are escaped as the HTML standard requires (§4.10.21.8). */
function head(name: string, contentType: string, fileName: string | undefined): string {
  const file = fileName === undefined ? '' : `; filename="${escaped(fileName)}"`;
  const type = contentType === '' ? '' : `\r\nContent-Type: ${contentType}`;
  return `Content-Disposition: form-data; name="${escaped(name)}"${file}${type}\r\n\r\n`;
}

function escaped(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/**
 * Encodes a multipart body. RFC 2046 §5.1.1: it needs at least one part, and no part may contain the boundary, which is
 * therefore random.
 */
function multipart(all: readonly Part[]): EncodedBody {
  if (all.length === 0) throw new RefusedError('body: a multipart form needs at least one field.');
  const boundary = `form-${crypto.randomUUID()}`;
  const chunks = all.flatMap(({ head: text, content }) => [
    Buffer.from(`--${boundary}\r\n${text}`),
    content,
    Buffer.from('\r\n'),
  ]);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    content: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

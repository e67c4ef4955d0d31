import type { Command } from './command.js';

type Body = NonNullable<Command['body']>;

/** One field of a form, given as `name=value` or `name=@file`. `content` is the value or the content of the file. */
export interface GivenField {
  readonly name: string;
  readonly content: Uint8Array;
  /** Name of the file without its folder, if the content comes from a file. */
  readonly fileName?: string;
}

/** Encodes the fields of a form. Returns the content type and the bytes. */
export function writeForm(
  { mediaType, form, parts = {} }: Body,
  fields: readonly GivenField[],
): { readonly contentType: string; readonly bytes: Uint8Array } {
  if (form !== 'multipart') return { contentType: mediaType, bytes: Buffer.from(fields.map(pair).join('&')) };
  const boundary = `form-${crypto.randomUUID()}`;
  const chunks = fields.flatMap((field) => [
    Buffer.from(`--${boundary}\r\n${head(field, parts[field.name] ?? {})}\r\n\r\n`),
    field.content,
    Buffer.from('\r\n'),
  ]);
  return {
    contentType: `${mediaType}; boundary=${boundary}`,
    bytes: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

function pair({ name, content }: GivenField): string {
  return new URLSearchParams([[name, Buffer.from(content).toString()]]).toString();
}

/**
 * The headers of one part of a multipart form. The part has a file name only if the contract declares the field as a
 * file. A value that was merely given as `name=@file` gets no file name.
 */
function head({ name, fileName = 'blob' }: GivenField, { mediaType, file, headers = {} }: PartModel): string {
  const suffix = file === true ? `; filename="${escaped(fileName)}"` : '';
  const lines = [`Content-Disposition: form-data; name="${escaped(name)}"${suffix}`];
  if (mediaType !== undefined) lines.push(`Content-Type: ${mediaType}`);
  return [...lines, ...Object.entries(headers).map(([field, value]) => `${field}: ${value}`)].join('\r\n');
}

type PartModel = NonNullable<Body['parts']>[string];

/** Escapes a field name as the HTML standard requires (§4.10.21.8). */
function escaped(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

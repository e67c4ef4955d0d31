import { MULTIPART, URLENCODED, essence } from '../message.js';
import { boundaryOf, readMultipart } from './read-multipart.js';
import { readUrlencoded } from './urlencoded.js';

/** One received field of a form, which is URL-encoded or multipart. */
export interface FormField {
  readonly name: string;
  /** The media type that a multipart field states, as `type/subtype`; empty if it states none. */
  readonly mediaType: string;
  readonly text: string;
  /** The bytes of a multipart field. */
  readonly content?: Uint8Array;
  /** The whole `name=value` pair of a URL-encoded field, still percent-encoded. */
  readonly raw?: string;
}

/** The fields of a form, in order; `undefined` if the body is not a form. */
export function readFields(contentType: string, bytes: Uint8Array): readonly FormField[] | undefined {
  const type = essence(contentType);
  if (type === URLENCODED)
    return readUrlencoded(Buffer.from(bytes).toString('latin1')).map((pair) => ({ ...pair, mediaType: '' }));
  if (type !== MULTIPART) return undefined;
  const boundary = boundaryOf(contentType);
  const parts = boundary === undefined ? undefined : readMultipart(bytes, boundary);
  return parts?.map(({ name, mediaType, content }) => ({ name, mediaType, content, text: textOf(content) }));
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The bytes, decoded as text. If they are not UTF-8, each byte becomes one character. */
function textOf(content: Uint8Array): string {
  try {
    return utf8.decode(content);
  } catch {
    return latin1(content);
  }
}

/** A string that represents the bytes: one character for each byte. */
export function latin1(content: Uint8Array): string {
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');
}

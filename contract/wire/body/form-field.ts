import { MULTIPART, URLENCODED, essence } from '../message.js';
import { boundaryOf, readMultipart } from './read-multipart.js';
import { readUrlencoded } from './urlencoded.js';

/** One received field of a form, URL-encoded or multipart. */
export interface FormField {
  readonly name: string;
  /** `type/subtype` of a part that declares it; `''` otherwise. */
  readonly mediaType: string;
  readonly text: string;
  /** The bytes of a part of a multipart form. */
  readonly content?: Uint8Array;
  /** The value of a URL-encoded field, still percent-encoded. */
  readonly raw?: string;
}

/** The fields of a form in order; `undefined` if the body is not a form. */
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

/** The text of bytes. Bytes that are not UTF-8 become one character each. */
function textOf(content: Uint8Array): string {
  try {
    return utf8.decode(content);
  } catch {
    return latin1(content);
  }
}

/** The string that represents the bytes, one character per byte. */
export function latin1(content: Uint8Array): string {
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');
}

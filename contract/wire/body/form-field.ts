import { MULTIPART, URLENCODED, essence } from '../message.js';
import { boundaryOf, readMultipart } from './read-multipart.js';
import { readUrlencoded } from './urlencoded.js';

/** One field of a form as it was received, whichever of the two forms it was. */
export interface FormField {
  readonly name: string;
  /** `type/subtype` of a part that says it; `''` otherwise. */
  readonly mediaType: string;
  readonly text: string;
  /** Of a part. */
  readonly content?: Uint8Array;
  /** Of a pair: percent-encoded still. */
  readonly raw?: string;
}

/** The fields of a form in their order; `undefined` where the body is none. */
export function readFields(contentType: string, bytes: Uint8Array): readonly FormField[] | undefined {
  const type = essence(contentType);
  if (type === URLENCODED) return readUrlencoded(Buffer.from(bytes).toString('latin1')).map((pair) => ({ ...pair, mediaType: '' }));
  if (type !== MULTIPART) return undefined;
  const boundary = boundaryOf(contentType);
  const parts = boundary === undefined ? undefined : readMultipart(bytes, boundary);
  return parts?.map(({ name, mediaType, content }) => ({ name, mediaType, content, text: textOf(content) }));
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** What is not UTF-8 is shown byte by byte. */
function textOf(content: Uint8Array): string {
  try {
    return utf8.decode(content);
  } catch {
    return latin1(content);
  }
}

/** The string that stands for bytes. */
export function latin1(content: Uint8Array): string {
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');
}

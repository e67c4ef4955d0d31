import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { type HeaderPair, joinedHeader } from '../../contract/wire/message.js';

/**
 * Decoders for the codings of RFC 9110 §8.4.1. `deflate` is the zlib format, but some senders send raw deflate data.
 */
const DECODERS: Readonly<
  Record<string, (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array>
> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: (bytes, options) => (isZlib(bytes) ? inflateSync(bytes, options) : inflateRawSync(bytes, options)),
  br: brotliDecompressSync,
};

export type Decoded =
  | { readonly kind: 'content'; readonly bytes: Uint8Array }
  /** `too-large`: the decoded body would exceed the limit. */
  | { readonly kind: 'too-large' | 'unknown-coding' | 'not-decodable' };

/**
 * The content codings of a body, such as `gzip`, in the order in which they were applied. Empty for a body without
 * codings.
 */
function contentCodings(headers: readonly HeaderPair[]): readonly string[] {
  const codings = (joinedHeader(headers, 'content-encoding') ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase());
  return codings.filter((coding) => coding !== '' && coding !== 'identity');
}

/**
 * Removes the content codings of a body (RFC 9110 §8.4). The decoded body is limited to `maxBytes`, because a few bytes
 * may decode to gigabytes.
 */
export function decodedContent(headers: readonly HeaderPair[], body: Uint8Array, maxBytes: number): Decoded {
  let bytes = body;
  const codings = contentCodings(headers);
  // An empty body is not decoded. For example, a reply to HEAD may state a coding but has no body.
  if (codings.length === 0 || body.byteLength === 0) return { kind: 'content', bytes };
  if (codings.length > MOST_CODINGS) return { kind: 'unknown-coding' };
  for (const coding of codings.toReversed()) {
    const decode = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
    if (decode === undefined) return { kind: 'unknown-coding' };
    try {
      bytes = decode(bytes, { maxOutputLength: maxBytes });
    } catch (error) {
      return { kind: error instanceof RangeError ? 'too-large' : 'not-decodable' };
    }
  }
  return { kind: 'content', bytes };
}

/** The maximum number of codings of one body. Real replies have fewer. */
const MOST_CODINGS = 3;

/**
 * Whether bytes are in the zlib format. RFC 1950 §2.2: the compression method is 8, and the first two bytes as one
 * number are a multiple of 31.
 */
function isZlib(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}

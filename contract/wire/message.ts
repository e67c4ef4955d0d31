import type { BodyFraming } from '../case.js';

export type HeaderPair = readonly [name: string, value: string];

/** An HTTP request as sent on the wire. */
export interface RequestMessage {
  /** The method in upper case; methods are case-sensitive (RFC 9110 §9.1). */
  readonly method: string;
  /** The path and the query as sent, in origin form (RFC 9112 §3.2.1): `/items/a%2Fb?limit=1`. */
  readonly target: string;
  readonly headers: readonly HeaderPair[];
  /** The bytes of the body; empty if no body was sent. */
  readonly body: Uint8Array;
  /** How the body is sent. By default, it is sent in one part, with its length. */
  readonly framing?: BodyFraming;
  /** True if `target` starts at the origin of the service, not below its base URL. */
  readonly atOrigin?: true;
}

export const NO_BODY = new Uint8Array(0);

/**
 * The value of the first header with a name, which is given in lower case; `undefined` if there is none. Header names
 * are case-insensitive (RFC 9110 §5.1).
 */
export function headerValue(headers: readonly HeaderPair[], name: string): string | undefined {
  for (const pair of headers) {
    if (pair[0].length === name.length && pair[0].toLowerCase() === name) return pair[1];
  }
  return undefined;
}

/**
 * The values of all headers with a name, joined in order: as a list (RFC 9110 §5.3), or as cookie pairs (RFC 9113
 * §8.2.3). `name` is in lower case.
 */
export function joinedHeader(
  headers: readonly HeaderPair[],
  name: string,
  separator: ', ' | '; ' = ', ',
): string | undefined {
  let joined: string | undefined;
  for (const pair of headers) {
    if (pair[0].length !== name.length || pair[0].toLowerCase() !== name) continue;
    joined = joined === undefined ? pair[1] : `${joined}${separator}${pair[1]}`;
  }
  return joined;
}

/** The `type/subtype` of a media type in lower case, without parameters; empty if no media type is given. */
export function essence(mediaType: string | undefined): string {
  if (mediaType === undefined) return '';
  const end = mediaType.indexOf(';');
  return (end < 0 ? mediaType : mediaType.slice(0, end)).trim().toLowerCase();
}

/** Whether a media type is the type of JSON merge patches (RFC 7396 §4). */
export function isMergePatchType(mediaType: string | undefined): boolean {
  return essence(mediaType) === 'application/merge-patch+json';
}

/** Whether a media type is `application/json` or any `+json` type (RFC 6839 §3.1). */
export function isJsonMediaType(mediaType: string | undefined): boolean {
  const type = essence(mediaType);
  return type === 'application/json' || type.endsWith('+json');
}

/** Whether a media type is `application/xml`, `text/xml` or any `+xml` type (RFC 7303 §9). */
export function isXmlMediaType(mediaType: string | undefined): boolean {
  return /^(?:application|text)\/xml$|\+xml$/.test(essence(mediaType));
}

export const URLENCODED = 'application/x-www-form-urlencoded';
export const MULTIPART = 'multipart/form-data';

export function isFormMediaType(mediaType: string | undefined): boolean {
  const type = essence(mediaType);
  return type === URLENCODED || type === MULTIPART;
}

/**
 * A concrete media type for a range such as `image/*` (RFC 9110 §12.5.1). A type that is not a range is returned
 * unchanged.
 */
export function concreteMediaType(range: string): string {
  if (!range.includes('*') || !essence(range).endsWith('/*')) return range;
  return CONCRETE[essence(range)] ?? 'application/octet-stream';
}

const CONCRETE: Readonly<Record<string, string>> = {
  '*/*': 'application/json',
  'text/*': 'text/plain',
  'image/*': 'image/png',
  'audio/*': 'audio/mpeg',
  'video/*': 'video/mp4',
  'multipart/*': MULTIPART,
};

/** How content of a media type is written: as JSON, as UTF-8 text, or as bytes. */
export function contentKind(mediaType: string): 'json' | 'text' | 'bytes' {
  if (isJsonMediaType(mediaType)) return 'json';
  const type = essence(mediaType);
  return type === '' || type.startsWith('text/') || TEXTS.test(type) ? 'text' : 'bytes';
}

/** Media types of text that do not begin with `text/`. */
const TEXTS =
  /^application\/(?:(?:x-)?yaml|(?:x-)?ndjson|jsonl|json-seq|graphql|javascript|sql|xml)$|\+(?:xml|yaml|json-seq)$/;

import type { HeaderPair } from '../message.js';

/** One part of a `multipart/form-data` body (RFC 7578 §4). */
export interface Part {
  readonly name: string;
  readonly fileName?: string;
  /** Media type of the part; `''` if it has none, which means `text/plain` (RFC 7578 §4.4). */
  readonly mediaType: string;
  /** The headers of the part except `Content-Disposition` and `Content-Type`. */
  readonly headers?: readonly HeaderPair[];
  readonly content: Uint8Array;
}

/**
 * Matches names of parts that servers may decode in different ways. RFC 7578 §4.2 and browsers escape some characters
 * differently.
 */
const NO_NAME = /\\|%(?:22|0[AaDd])|\p{Surrogate}/u;

export function isPartName(name: string): boolean {
  return !NO_NAME.test(name);
}

/**
 * The bytes of a body, and its boundary. Boundaries are tried in a fixed order, and the first boundary that no part
 * contains is used. Equal parts therefore give equal bodies.
 */
export function writeMultipart(parts: readonly Part[]): { readonly boundary: string; readonly bytes: Uint8Array } {
  const boundary = freeBoundary(parts);
  const chunks: Uint8Array[] = [];
  for (const part of parts) chunks.push(Buffer.from(`--${boundary}\r\n${head(part)}\r\n\r\n`), part.content, LINE_END);
  chunks.push(Buffer.from(`--${boundary}--\r\n`));
  return { boundary, bytes: Buffer.concat(chunks) };
}

const LINE_END = Buffer.from('\r\n');

/**
 * The first boundary in a fixed order that no part contains. The loop ends, because the parts can contain only a
 * limited number of boundaries.
 */
function freeBoundary(parts: readonly Part[]): string {
  for (let index = 0; ; index += 1) {
    const boundary = `form-data-boundary-${index}`;
    if (!parts.some((part) => Buffer.from(part.content).includes(boundary) || head(part).includes(boundary)))
      return boundary;
  }
}

function head({ name, fileName, mediaType, headers = [] }: Part): string {
  const file = fileName === undefined ? '' : `; filename="${escaped(fileName)}"`;
  const lines = [`Content-Disposition: form-data; name="${escaped(name)}"${file}`];
  if (mediaType !== '') lines.push(`Content-Type: ${mediaType}`);
  return [...lines, ...headers.map(([field, value]) => `${field}: ${value}`)].join('\r\n');
}

/** Escapes a field name or file name for a part, as browsers do (HTML standard §4.10.21.8). */
function escaped(name: string): string {
  return name.replace(/["\r\n]/g, (mark) => ({ '"': '%22', '\r': '%0D' })[mark] ?? '%0A');
}

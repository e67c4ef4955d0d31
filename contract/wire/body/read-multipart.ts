import { essence } from '../message.js';
import type { Part } from './multipart.js';

/** The maximum number of parts, far above the number in any real form. A body with more parts is rejected. */
const MOST_PARTS = 10_000;
const LONGEST_HEAD = 16 * 1024;

/** The boundary in a content type. `undefined` if it is missing, or if RFC 2046 §5.1.1 does not allow it. */
export function boundaryOf(contentType: string): string | undefined {
  const boundary = fieldParameters(contentType).get('boundary');
  return boundary !== undefined && /^[ -~]{0,69}[!-~]$/.test(boundary) ? boundary : undefined;
}

/**
 * The parts of a multipart body. Text before the first delimiter and after the last one is ignored (RFC 2046 §5.1.1).
 * `undefined` if the last delimiter is missing, or if a part has no name (RFC 7578 §4.2).
 */
export function readMultipart(bytes: Uint8Array, boundary: string): readonly Part[] | undefined {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Part[] = [];
  let start: number | undefined;
  for (const delimiter of delimiters(body, `--${boundary}`)) {
    const part = start === undefined ? undefined : readPart(body.subarray(start, Math.max(start, delimiter.start)));
    if (start !== undefined && part === undefined) return undefined;
    if (part !== undefined) parts.push(part);
    if (delimiter.isLast) return parts;
    if (parts.length > MOST_PARTS) return undefined;
    start = delimiter.end;
  }
  return undefined;
}

interface Delimiter {
  /** The position of the line break before the boundary. This line break is a part of the delimiter. */
  readonly start: number;
  readonly end: number;
  readonly isLast: boolean;
}

/** The delimiters of a body: lines with the boundary, which blanks may follow (RFC 2046 §5.1.1 "transport-padding"). */
function* delimiters(body: Buffer, dashed: string): Generator<Delimiter> {
  for (let at = body.indexOf(dashed); at >= 0; at = body.indexOf(dashed, at + 1)) {
    if (at > 0 && body.toString('latin1', at - 2, at) !== '\r\n') continue;
    const after = at + dashed.length;
    const isLast = body.toString('latin1', after, after + 2) === '--';
    const end = isLast ? after : afterBlanks(body, after);
    if (!isLast && body.toString('latin1', end, end + 2) !== '\r\n') continue;
    yield { start: at - 2, end: end + 2, isLast };
  }
}

function afterBlanks(body: Buffer, start: number): number {
  let at = start;
  while (body[at] === 0x20 || body[at] === 0x09) at += 1;
  return at;
}

function readPart(part: Buffer): Part | undefined {
  const none = part.toString('latin1', 0, 2) === '\r\n';
  const end = none ? 0 : part.indexOf('\r\n\r\n');
  if (end < 0 || end > LONGEST_HEAD) return undefined;
  const fields = part.toString('utf8', 0, end).split('\r\n').map(headerField);
  const disposition = fieldParameters(fields.find(([field]) => field === 'content-disposition')?.[1] ?? '');
  const name = disposition.get('name');
  if (name === undefined) return undefined;
  const fileName = disposition.get('filename');
  return {
    name: unescaped(name),
    ...(fileName !== undefined && { fileName: unescaped(fileName) }),
    mediaType: essence(fields.find(([field]) => field === 'content-type')?.[1]),
    headers: fields.filter(([field]) => field !== 'content-disposition' && field !== 'content-type'),
    content: part.subarray(none ? 2 : end + 4),
  };
}

function headerField(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  return colon < 0
    ? [line.toLowerCase(), '']
    : [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
}

/** The parameters of a header field, such as `; name="value"` or `; name=value`. Their names are in lower case. */
function fieldParameters(field: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, bare] of field.matchAll(
    /;[ \t]*([^\s;="]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]*))/g,
  )) {
    const value = quoted?.replaceAll('\\"', '"') ?? bare ?? '';
    if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value);
  }
  return parameters;
}

function unescaped(name: string): string {
  return name.replace(/%22|%0D|%0A/gi, (triplet) => decodeURIComponent(triplet));
}

import { isUtf8 } from 'node:buffer';

/**
 * How bytes were changed before a surface showed them:
 * - `decoded`: they were decoded as text, so that bytes that are not UTF-8 were lost or written anew.
 * - `line-ends`: white space at the start or at the end was added or removed, or line ends were changed.
 * - `cut`: the bytes end at the first NUL.
 */
export type ByteChange = 'decoded' | 'line-ends' | 'cut';

/**
 * Whether a shown text stands for exactly these bytes: as UTF-8, as one character for each byte, in base64 or in hex.
 */
export function showsBytes(text: string, bytes: Uint8Array): boolean {
  const content = Buffer.from(bytes);
  return (
    (isUtf8(content) && content.toString() === text) ||
    content.toString('latin1') === text ||
    base64Of(text) === content.toString('base64url') ||
    content.toString('hex') === text.toLowerCase()
  );
}

/** Whether a text stands for exactly these bytes, as UTF-8 or as one character for each byte. */
export function areBytes(text: string, bytes: Uint8Array): boolean {
  const content = Buffer.from(bytes);
  return Buffer.from(text).equals(content) || content.toString('latin1') === text;
}

/**
 * How bytes were changed before a surface showed them as `text`. `undefined` if the text stands for the same bytes, or
 * if no known change explains it.
 */
export function byteChange(text: string, bytes: Uint8Array): ByteChange | undefined {
  if (showsBytes(text, bytes)) return undefined;
  const content = Buffer.from(bytes);
  return CHANGES.find(([, change]) => {
    const changed = change(content);
    return !changed.equals(content) && changed.length > 0 && showsBytes(text, changed);
  })?.[0];
}

const REPLACEMENT = /\uFFFD/g;

/**
 * Turns a change of characters into a change of bytes. The bytes are read as Latin-1, in which each character is one
 * byte.
 */
function mapped(change: (characters: string) => string): (bytes: Buffer) => Buffer {
  return (bytes) => Buffer.from(change(bytes.toString('latin1')), 'latin1');
}

const CHANGES: readonly (readonly [ByteChange, (bytes: Buffer) => Buffer])[] = [
  ['decoded', (bytes) => Buffer.from(bytes.toString())],
  ['decoded', (bytes) => Buffer.from(new TextDecoder().decode(bytes))],
  ['decoded', (bytes) => Buffer.from(bytes.toString().replace(REPLACEMENT, ''))],
  ['decoded', (bytes) => Buffer.from(bytes.toString().replace(REPLACEMENT, '?'))],
  ['decoded', (bytes) => Buffer.from(bytes.toString('latin1'))],
  ['decoded', mapped((text) => text.replace(/[^\0-\x7F]/g, ''))],
  ['decoded', mapped((text) => text.replace(/[^\0-\x7F]/g, '?'))],
  ['line-ends', mapped((text) => `${text}\n`)],
  ['line-ends', mapped((text) => `${text}\r\n`)],
  ['line-ends', mapped((text) => text.replace(/\r?\n$/, ''))],
  ['line-ends', mapped((text) => text.replace(/[\t-\r ]+$/, ''))],
  ['line-ends', mapped((text) => text.replace(/^[\t-\r ]+|[\t-\r ]+$/g, ''))],
  ['line-ends', mapped((text) => text.replace(/\r\n/g, '\n'))],
  ['line-ends', mapped((text) => text.replace(/\r?\n/g, '\r\n'))],
  ['cut', mapped((text) => text.replace(/\0[^]*$/, ''))],
];

/**
 * The bytes that a text stands for in base64, written as base64url without padding; `undefined` if the text is not
 * base64.
 */
function base64Of(text: string): string | undefined {
  const digits = text.replace(/^data:[^,]{0,200};base64,/, '').replace(/[\r\n]/g, '');
  return /^[\w+/-]+={0,2}$/.test(digits) ? Buffer.from(digits, 'base64').toString('base64url') : undefined;
}

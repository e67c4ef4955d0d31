import { isUtf8 } from 'node:buffer';
import type { MediaContent } from '../../../contract/operation.js';
import { essence } from '../../../contract/wire/message.js';
import { schemaTypes } from '../../../contract/wire/decode-value.js';
import type { TrialContext } from '../../rule.js';

/** The result of reading a body as text. `unread`: its character encoding is not known, so the body is not judged. */
export type TextReading =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'not-utf-8' }
  | { readonly kind: 'unread' };

/**
 * Reads a body as text. A body is read as UTF-8 if its `Content-Type` states UTF-8, or if it states no charset and all
 * bytes are valid UTF-8.
 */
export function readText(mediaType: string | undefined, content: Uint8Array): TextReading {
  const type = essence(mediaType);
  // Rules about streams judge the events of a stream.
  if (!type.startsWith('text/') || type === 'text/event-stream') return { kind: 'unread' };
  const [, charset] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(mediaType ?? '') ?? [];
  const isStated = charset?.toLowerCase() === 'utf-8';
  if (!isUtf8(content)) return { kind: isStated ? 'not-utf-8' : 'unread' };
  return isStated || charset === undefined
    ? { kind: 'text', text: Buffer.from(content).toString() }
    : { kind: 'unread' };
}

/**
 * Whether a text is valid against its schema. A schema is used only if it allows nothing but strings; otherwise every
 * text is valid. A line break at the end is permitted, because many programs end each text with one.
 */
export function isValidText({ contract }: TrialContext, { schema }: MediaContent, text: string): boolean {
  if (schema === undefined) return true;
  const { schemas } = contract;
  const types = schemaTypes(schemas, schema);
  if (types.size !== 1 || !types.has('string')) return true;
  const accepts = (each: string): boolean => schemas.forDirection('output').accepts(schema, each);
  return accepts(text) || accepts(text.replace(/\r?\n$/, ''));
}

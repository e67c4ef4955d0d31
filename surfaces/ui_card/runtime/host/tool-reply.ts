import type { CallToolResult } from '@modelcontextprotocol/client';
import type { Reply } from '../wire/answer.js';
import { isRecord } from '../model/is-record.js';

/** A tool result that is not validated yet: any member may be missing or have any type. */
type Read = { readonly [Member in keyof CallToolResult]?: unknown };

const MOST_BLOCKS = 1000;

/**
 * Converts a tool result to a reply: its structured content, or else its texts. Throws if the value is not a tool
 * result. A problem document contains its status (RFC 9457 §3.1.2); a success has no status.
 */
export function toolReply(result: unknown, output: string | undefined): Reply {
  if (!isRecord(result)) throw new Error('The host sent no tool result.');
  const { isError, structuredContent: structured, content }: Read = result;
  const isSuccess = isError !== true;
  if (structured === undefined) {
    const text = Array.isArray(content) ? content.slice(0, MOST_BLOCKS).map(textOf).join('\n') : '';
    return { kind: 'reply', isSuccess, isJson: false, value: text, isEmpty: text === '' };
  }
  const isWrapped = isSuccess && output === 'wrapped' && isRecord(structured) && Object.hasOwn(structured, 'result');
  const status = isSuccess || !isRecord(structured) ? undefined : structured['status'];
  return {
    kind: 'reply',
    isSuccess,
    ...(typeof status === 'number' && { status }),
    isJson: true,
    value: isWrapped ? structured['result'] : structured,
    isEmpty: false,
  };
}

/** The text of one block of a tool result. For a block that is not text, such as an image, its type in parentheses. */
function textOf(block: unknown): string {
  if (!isRecord(block)) return '';
  return typeof block['text'] === 'string' ? block['text'] : `(${String(block['type'])})`;
}

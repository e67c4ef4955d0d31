import type { Json } from '../../contract/json/json.js';
import { headerValue, isJsonMediaType } from '../../contract/wire/message.js';
import { isWithinBounds } from '../../contract/json/json-bounds.js';
import { isSuccess } from '../failure-table.js';
import type { Outcome } from '../outcome.js';
import type { HttpReply } from '../http/http-exchange.js';
import { contentOf } from '../reply-content.js';

/** Converts a reply to an outcome as an HTTP client sees it: the status, and the body decoded by its media type. */
export function readOutcome(reception: HttpReply): Outcome {
  switch (reception.kind) {
    case 'timeout':
      return reception;
    case 'failed':
      return { kind: 'crash', detail: reception.reason, raised: true };
    case 'response':
      return readResponse(reception);
    default:
      return reception satisfies never;
  }
}

function readResponse({ status, headers, body }: Extract<HttpReply, { kind: 'response' }>): Outcome {
  const content = contentOf({ headers, body });
  const mediaType = headerValue(headers, 'content-type');
  if (content === undefined || (isJsonMediaType(mediaType) && !isWithinBounds(content))) {
    return { kind: isSuccess(status) ? 'value' : 'problem', status, oversized: true };
  }
  const value = content.length === 0 ? undefined : readBody(mediaType, content);
  if (isSuccess(status)) return { kind: 'value', status, ...(value === undefined ? {} : { value }) };
  return { kind: 'problem', status, ...(value === undefined ? {} : { problem: value }) };
}

/**
 * Decodes a body by its media type. A body that should be JSON but is not valid JSON is returned as text, and rules
 * report it.
 */
function readBody(contentType: string | undefined, body: Uint8Array): Json {
  const text = UTF8.decode(body);
  if (!isJsonMediaType(contentType)) return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** Replaces bytes that are not UTF-8 by U+FFFD. */
const UTF8 = new TextDecoder();

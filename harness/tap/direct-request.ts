import type { RequestMessage } from '../../contract/wire/message.js';
import type { FailedResponse, WireResponse } from '../../surfaces/exchange.js';
import type { HttpReply } from '../../surfaces/http/http-exchange.js';
import { NOT_PASSED_ON } from './passed-headers.js';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']);
const TARGET = /^\/[!-~]*$/;
const FIELD_NAME = /^[\w.-]+$/;
const FIELD_VALUE = /^[\t -~]*$/;
/** The maximum size of a request head in bytes. It is half of Node's limit. */
const LONGEST_HEAD = 8 * 1024;

/**
 * True if an HTTP client would send the request unchanged. Otherwise the tap writes the request on its own connection,
 * because a client refuses invalid HTTP, and the forwarding tap removes hop-by-hop headers.
 */
export function isSentUnchanged({ method, target, headers }: RequestMessage): boolean {
  let length = target.length;
  for (const [name, value] of headers) {
    if (!FIELD_NAME.test(name) || !FIELD_VALUE.test(value) || NOT_PASSED_ON.has(name.toLowerCase())) return false;
    length += name.length + value.length;
  }
  return METHODS.has(method) && TARGET.test(target) && length <= LONGEST_HEAD;
}

/** The reply in the form that an HTTP client returns, or a timeout. */
export function withinTime(reply: Promise<WireResponse | FailedResponse>, timeoutMs: number): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve({ kind: 'timeout', afterMs: timeoutMs }), timeoutMs);
    reply.then(
      (response) => {
        clearTimeout(timer);
        resolve(response.kind === 'failed' ? { kind: 'failed', reason: response.reason } : response);
      },
      (error: Error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

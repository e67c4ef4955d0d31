import { headerValue } from '../../../../contract/wire/message.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';
import { isSuccess } from '../../../../surfaces/failure-table.js';

/** Matches an entity tag, such as `"1"` or `W/"1"` (RFC 9110 §8.8.3). */
export const TAG = /(?:W\/)?"[^"]*"/g;

/** The `ETag` of a successful reply. */
export function tagOf(reply: WireResponse | undefined): string | undefined {
  return reply !== undefined && isSuccess(reply.status) ? headerValue(reply.headers, 'etag') : undefined;
}

export function isStrong(tag: string): boolean {
  return !tag.startsWith('W/');
}

/** Whether two entity tags are equal if `W/` is ignored (the weak comparison of RFC 9110 §8.8.3.2). */
export function isSameTag(one: string, other: string): boolean {
  return one.replace(/^W\//, '') === other.replace(/^W\//, '');
}

import type { Expectation } from '../../../contract/case.js';
import { valueAt } from '../../../contract/json/json-pointer.js';
import type { Trial } from '../../rule.js';

/**
 * Whether the router of the service may have sent a 404, a 405 or a redirection, before any operation ran. This can
 * happen if a path parameter contains a slash, and its value is invalid or may name no item: many servers decode the
 * path before they look up its route (RFC 3986 §2.2), and then find no route. The contract need not document such a
 * reply.
 */
export function isUnrouted({ case: { expect, input } }: Trial, status: number): boolean {
  if (!OF_ROUTERS.has(status)) return false;
  const isInvalid = expect.kind === 'rejected' && expect.pointer.startsWith('/path/');
  const values = isInvalid
    ? [valueAt(input.path, expect.pointer.slice('/path'.length))]
    : OF_UNKNOWN.has(expect.kind)
      ? Object.values(input.path ?? {})
      : [];
  return values.some((value) => typeof value === 'string' && value.includes('/'));
}

const OF_ROUTERS: ReadonlySet<number> = new Set([301, 302, 307, 308, 404, 405]);
/** The expectations of cases whose path may name no item. */
const OF_UNKNOWN: ReadonlySet<Expectation['kind']> = new Set(['absent', 'accepted-or-absent']);

import { valueAt } from '../../../contract/json/json-pointer.js';
import type { Trial } from '../../rule.js';

/**
 * Whether a reply may come from the router of the service instead of the operation. The router may send a 404 or 405
 * for an invalid path parameter that contains a slash. Many servers decode the path before they match it (RFC 3986
 * §2.2), and no contract describes the reply to a path without operations.
 */
export function isUnrouted({ case: { expect, input } }: Trial, status: number): boolean {
  if (expect.kind !== 'rejected' || !expect.pointer.startsWith('/path/') || (status !== 404 && status !== 405))
    return false;
  const value = valueAt(input.path, expect.pointer.slice('/path'.length));
  return typeof value === 'string' && value.includes('/');
}

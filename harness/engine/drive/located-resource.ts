import type { Contract } from '../../../contract/contract.js';
import type { Operation } from '../../../contract/operation.js';
import { headerValue } from '../../../contract/wire/message.js';
import { routeRequest } from '../../../contract/wire/request/route.js';
import type { WireResponse } from '../../../surfaces/exchange.js';

/** Where a `Location` leads: the target of a GET, and the operation of the contract that it invokes, if any. */
export interface Location {
  readonly target: string;
  readonly operation?: Operation;
  readonly isCollection: boolean;
}

/** Dots that a URL parser removes as relative segments, although they may be part of an identifier. */
const DOTS = /(?:\.|%2e){1,2}(?:\/|$)/i;
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * The resource that a 201 to a POST names in `Location`, resolved against the target URI (RFC 9110 §10.2.2);
 * `undefined` if there is none that can be requested here.
 */
export function locationOf(
  contract: Contract,
  { method, path }: Operation,
  target: string,
  { status, headers }: WireResponse,
): Location | undefined {
  const value = headerValue(headers, 'location');
  if (method !== 'post' || status !== 201 || value === undefined || DOTS.test(value)) return undefined;
  const base = `http://127.0.0.1${target}`;
  if (!URL.canParse(value, base)) return undefined;
  const { hostname, pathname, search } = new URL(value, base);
  // Another host may be the public name of the service, which cannot be requested here.
  if (!LOOPBACK.has(hostname)) return undefined;
  const route = routed(contract, pathname);
  return {
    target: `${route?.pathname ?? pathname}${search}`,
    isCollection: route?.operation.path === path && target.split('?', 1)[0] === route.pathname,
    ...(route && { operation: route.operation }),
  };
}

/** A service behind a base path may send it or not, so leading segments that the contract lacks are skipped. */
function routed(
  contract: Contract,
  pathname: string,
): { readonly operation: Operation; readonly pathname: string } | undefined {
  const segments = pathname.split('/').slice(1);
  for (let skipped = 0; skipped < segments.length; skipped += 1) {
    const rest = `/${segments.slice(skipped).join('/')}`;
    const route = routeRequest(contract, 'GET', rest);
    if (route !== undefined) return { operation: route.operation, pathname: rest };
  }
  return undefined;
}

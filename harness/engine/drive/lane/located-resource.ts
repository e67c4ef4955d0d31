import type { Contract } from '../../../../contract/contract.js';
import type { Operation } from '../../../../contract/operation.js';
import { isItemPath } from '../../../../contract/path-relations.js';
import { statedMembers, successSchema } from '../../../../contract/collections/reply-members.js';
import { headerValue } from '../../../../contract/wire/message.js';
import { routeRequest } from '../../../../contract/wire/request/route.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';

/**
 * The place to which a `Location` leads: the target of a GET, and the operation of the contract that it invokes, if
 * there is one.
 */
export interface Location {
  readonly target: string;
  readonly operation?: Operation;
  readonly isCollection: boolean;
  /** True if the target is not below the base path of the service. */
  readonly atOrigin?: true;
}

/** Dots that a URL parser removes as relative segments, although they may be part of an identifier. */
const DOTS = /(?:\.|%2e){1,2}(?:\/|$)/i;
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** A URI, or a reference with an absolute path. */
const ABSOLUTE = /^(?:[a-z][a-z\d+.-]*:|\/)/i;

/** Members that describe the progress of a job. */
const PROGRESS = /^(?:job)?[-_]?(?:state|status|progress|phase)$/i;

/**
 * The operation that reads the status monitor of an accepted request (RFC 9110 §15.3.3): the GET one path segment below
 * the POST, if its reply has a member for the progress. A GET without such a member may read the result of the job,
 * which need not exist yet.
 */
function monitorOf({ operations, schemas }: Contract, { path, responses }: Operation): Operation | undefined {
  const headers = responses.find(({ status }) => status === '202')?.headers ?? [];
  if (!headers.some(({ name }) => name.toLowerCase() === 'location')) return undefined;
  const monitor = operations.find((known) => known.method === 'get' && isItemPath(known.path, path));
  const schema = monitor && successSchema(monitor);
  const members = schema === undefined ? [] : [...statedMembers(schemas, [schema]).keys()];
  return members.some((name) => PROGRESS.test(name)) ? monitor : undefined;
}

/**
 * The resource that the `Location` of the reply to a POST names, resolved against the target URI (RFC 9110 §10.2.2):
 * the new resource of a 201, or the status monitor of a 202. `undefined` if the resource cannot be requested here.
 */
export function locationOf(
  contract: Contract,
  operation: Operation,
  target: string,
  { status, headers }: WireResponse,
  basePath = '',
): Location | undefined {
  const { method, path } = operation;
  const value = headerValue(headers, 'location');
  const monitor = status === 202 ? monitorOf(contract, operation) : undefined;
  if (method !== 'post' || value === undefined || DOTS.test(value)) return undefined;
  if (status !== 201 && monitor === undefined) return undefined;
  const base = `http://127.0.0.1${target}`;
  if (!URL.canParse(value, base)) return undefined;
  const { hostname, pathname, search } = new URL(value, base);
  // Another host may be the public name of the service, which cannot be requested here.
  if (!LOOPBACK.has(hostname)) return undefined;
  const route = routed(contract, pathname);
  // The `Location` of a 202 may name the result of the job, which need not exist yet.
  if (monitor !== undefined && route !== undefined && route.operation !== monitor) return undefined;
  // The service received the base path in the request, so the reference names a target outside of the base path.
  const isOutside = ABSOLUTE.test(value) && !`${pathname}/`.startsWith(`${basePath}/`);
  if (isOutside) return { target: pathname + search, isCollection: false, atOrigin: true };
  const below = ABSOLUTE.test(value) ? pathname.slice(basePath.length) : pathname;
  return {
    target: `${route?.pathname ?? below}${search}`,
    isCollection: route?.operation.path === path && target.split('?', 1)[0] === route.pathname,
    ...(route && { operation: route.operation }),
  };
}

/**
 * The operation for a path. A service may be behind a base path, so leading segments with which no path of the contract
 * starts are skipped.
 */
function routed(
  contract: Contract,
  pathname: string,
): { readonly operation: Operation; readonly pathname: string } | undefined {
  const segments = pathname.split('/').slice(1);
  for (let skipped = 0; skipped < segments.length; skipped += 1) {
    const rest = `/${segments.slice(skipped).join('/')}`;
    const route = routeRequest(contract, 'GET', rest);
    if (route !== undefined) return { operation: route.operation, pathname: rest };
    const start = `/${segments[skipped] ?? ''}`;
    if (contract.operations.some(({ path }) => path === start || path.startsWith(`${start}/`))) return undefined;
  }
  return undefined;
}

import type { Contract } from '../../../../contract/contract.js';
import type { Operation } from '../../../../contract/operation.js';
import { isItemPath } from '../../../../contract/path-relations.js';
import { statedMembers, successSchema } from '../../../../contract/collections/reply-members.js';
import { headerValue } from '../../../../contract/wire/message.js';
import { routeRequest } from '../../../../contract/wire/request/route.js';
import type { BackendInstance } from '../../../backends/backend.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';

/**
 * The target of a `Location` header. `operation` is the operation that a GET to this target invokes, if the contract
 * has one.
 */
export interface Location {
  readonly target: string;
  readonly operation?: Operation;
  readonly isCollection: boolean;
  /** Set if the target is outside the base path of the service. */
  readonly atOrigin?: true;
  /** Set if the URI has the host of the service, but not its port. */
  readonly lacksPort?: true;
}

/** Where the service is: the path of its base URL, and the origin without the port if it is not the default port. */
export type ServerPlace = Pick<BackendInstance, 'basePath' | 'originWithoutPort'>;

/** Dot segments that a URL parser would remove, although they may be part of an identifier. */
const DOTS = /(?:\.|%2e){1,2}(?:\/|$)/i;
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Matches a URI, or a reference with an absolute path. */
const ABSOLUTE = /^(?:[a-z][a-z\d+.-]*:|\/)/i;

/** Names of members that may state the progress of a job. */
const PROGRESS = /^(?:job)?[-_]?(?:state|status|progress|phase)$/i;

/**
 * The operation that reads the status monitor of an accepted request (RFC 9110 §15.3.3): the GET one path segment below
 * the POST. Its reply must have a member that states the progress. A GET without such a member may read the result of
 * the job, which need not exist yet.
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
 * Resolves the `Location` in the reply to a POST against the target URI (RFC 9110 §10.2.2). The result is the new
 * resource (after a 201) or the status monitor (after a 202). `undefined` if this resource cannot be requested here.
 */
export function locationOf(
  contract: Contract,
  operation: Operation,
  target: string,
  { status, headers }: WireResponse,
  { basePath = '', originWithoutPort }: ServerPlace = {},
): Location | undefined {
  const { method, path } = operation;
  const value = headerValue(headers, 'location');
  const monitor = status === 202 ? monitorOf(contract, operation) : undefined;
  if (method !== 'post' || value === undefined || DOTS.test(value)) return undefined;
  if (status !== 201 && monitor === undefined) return undefined;
  const base = `http://127.0.0.1${target}`;
  if (!URL.canParse(value, base)) return undefined;
  const { hostname, pathname, search } = new URL(value, base);
  // Another host may be the public name of the service, to which this run cannot send requests.
  if (!LOOPBACK.has(hostname)) return undefined;
  const route = routed(contract, pathname);
  // The `Location` of a 202 may point to the result of the job, which need not exist yet.
  if (monitor !== undefined && route !== undefined && route.operation !== monitor) return undefined;
  // The requests contain the base path, so the service can include it. An absolute reference without the base path is
  // therefore outside of it.
  const lacking = URL.canParse(value) && new URL(value).origin === originWithoutPort && { lacksPort: true as const };
  const isOutside = ABSOLUTE.test(value) && !`${pathname}/`.startsWith(`${basePath}/`);
  if (isOutside) return { target: pathname + search, isCollection: false, atOrigin: true, ...lacking };
  const below = ABSOLUTE.test(value) ? pathname.slice(basePath.length) : pathname;
  return {
    target: `${route?.pathname ?? below}${search}`,
    isCollection: route?.operation.path === path && target.split('?', 1)[0] === route.pathname,
    ...(route && { operation: route.operation }),
    ...lacking,
  };
}

/**
 * The operation for a path. The service may have a base path that is not in the contract. So leading segments are
 * skipped until a path of the contract matches.
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

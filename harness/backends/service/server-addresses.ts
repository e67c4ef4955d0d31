import type { Contract } from '../../../contract/contract.js';
import type { Operation } from '../../../contract/operation.js';
import type { RequestMessage } from '../../../contract/wire/message.js';
import { operationsAt, routeRequest } from '../../../contract/wire/request/route.js';
import { serverUrls, withoutSlash } from '../../../contract/server-urls.js';
import type { ServiceConfig } from '../../configuration/config.js';

/** The addresses of the servers that a contract declares for single operations, in addition to its main server. */
export interface ServerAddresses {
  /**
   * Maps the URL of a server, as the contract states it, to the address of the server in this run. `undefined` if the
   * address is unknown.
   */
  readonly addresses: ReadonlyMap<string, string | undefined>;
  /** The URL of the server that offers the operation, as the contract states it. `undefined` for the main server. */
  serverOf(operation: Operation): string | undefined;
  /** The path in the URL of the main server. Set only if the base URL of the service does not end with this path. */
  readonly missingPath?: string | undefined;
}

/** The servers of a contract, with a function that finds the server of a request. */
export interface RequestServers extends ServerAddresses {
  /**
   * The server of the operation that a request invokes. If the path has no operation with the request's method, the
   * first operation of the path is used.
   */
  serverOfRequest(request: Pick<RequestMessage, 'method' | 'target'>): string | undefined;
}

/** The default base URL of a service that the harness starts. `{port}` is replaced with the port of the service. */
export const DEFAULT_URL = 'http://127.0.0.1:{port}';

/**
 * The address of each server of the contract:
 * - the configured address, if there is one;
 * - for a server that has the same origin as the main server in the contract, the same path at the origin of the
 *   service. For this, the base URL of the service must end with the path of the main server.
 */
export function serverAddresses(contract: Contract, service: ServiceConfig | undefined): RequestServers {
  const base = withoutSlash(service?.url ?? DEFAULT_URL);
  const given = new Map(
    Object.entries(service?.servers ?? {}).map(([url, at]) => [withoutSlash(url), withoutSlash(at)]),
  );
  const common = serverUrls(contract.document);
  const own = common.length === 0 ? [''] : common;
  const found = new Map<string, string | undefined>();
  const byOperation = new Map<Operation, string>();
  for (const operation of contract.operations) {
    const urls = operation.servers;
    if (urls === undefined) continue;
    const server = urls.find((url) => given.has(url)) ?? urls[0] ?? '';
    const address =
      given.get(server) ?? urls.map((url) => derivedAddress(url, own, base)).find((at) => at !== undefined);
    if (address === base) continue;
    byOperation.set(operation, server);
    found.set(server, address);
  }
  const paths = own.map((url) => parts(url).path);
  return {
    addresses: found,
    missingPath: paths.some((path) => base.endsWith(path)) ? undefined : paths[0],
    serverOf: (operation) => byOperation.get(operation),
    serverOfRequest: ({ method, target }) => {
      if (found.size === 0) return undefined;
      const [pathname = ''] = target.split('?', 1);
      const [first] = operationsAt(contract, pathname);
      const called = routeRequest(contract, method, pathname)?.operation ?? first;
      return called && byOperation.get(called);
    },
  };
}

function derivedAddress(url: string, own: readonly string[], base: string): string | undefined {
  const server = parts(url);
  for (const each of own.map(parts)) {
    if (server.origin !== each.origin || !base.endsWith(each.path)) continue;
    return base.slice(0, base.length - each.path.length) + server.path;
  }
  return undefined;
}

/**
 * Splits a URL into its origin and its path. A relative URL is resolved against the URL of the contract document
 * (OpenAPI 3.1 §4.8.5).
 */
function parts(url: string): { readonly origin: string; readonly path: string } {
  const [, origin = '', path = ''] = /^([a-z][a-z0-9+.-]*:\/\/[^/]*)?(.*)$/is.exec(url) ?? [];
  return { origin: origin.toLowerCase(), path: path === '' || path.startsWith('/') ? path : `/${path}` };
}

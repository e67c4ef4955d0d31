import type { Contract } from '../../../contract/contract.js';
import type { Operation } from '../../../contract/operation.js';
import type { RequestMessage } from '../../../contract/wire/message.js';
import { operationsAt, routeRequest } from '../../../contract/wire/request/route.js';
import { serverUrls, withoutSlash } from '../../../contract/server-urls.js';
import type { ServiceConfig } from '../../configuration/config.js';

/** The servers that a contract names for only some operations, besides its main server. */
export interface ServerAddresses {
  /** The addresses of these servers in this run, by their URL in the contract; `undefined` if an address is unknown. */
  readonly addresses: ReadonlyMap<string, string | undefined>;
  /** The URL in the contract of the operation's server; `undefined` for the main server. */
  serverOf(operation: Operation): string | undefined;
  /** The path of the main server in the contract, if the base URL of the service does not end with it. */
  readonly missingPath?: string | undefined;
}

/** The servers of a contract, and a function that finds the server of a request. */
export interface RequestServers extends ServerAddresses {
  /**
   * The server of the operation that a path and a method invoke. For an unknown method, the first operation of the path
   * decides.
   */
  serverOfRequest(request: Pick<RequestMessage, 'method' | 'target'>): string | undefined;
}

/** The base URL of a started service; `{port}` is its port. */
export const DEFAULT_URL = 'http://127.0.0.1:{port}';

/**
 * The addresses of the servers. The configured address of a server is used. If there is none, a server with the origin
 * of the main server gets the origin of the service, provided that the base URL of the service ends with the path of
 * the main server.
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

/** The origin and the path of a URL, which is absolute or relative to the description (OpenAPI 3.1 §4.8.5). */
function parts(url: string): { readonly origin: string; readonly path: string } {
  const [, origin = '', path = ''] = /^([a-z][a-z0-9+.-]*:\/\/[^/]*)?(.*)$/is.exec(url) ?? [];
  return { origin: origin.toLowerCase(), path: path === '' || path.startsWith('/') ? path : `/${path}` };
}

import type { RequestMessage } from '../../contract/wire/message.js';

/**
 * The path prefix of the base URL of every tap. If a surface omits the path of its base URL, its requests lack this
 * prefix, which reveals the fault.
 */
export const TAP_PREFIX = '/tap';
/** The recorded target of a request outside the base URLs starts with this prefix. No path template matches it. */
export const ABOVE_BASE = '/..';

/** The base path with which a surface calls a server. Recorded targets do not contain this path. */
export interface Base {
  readonly path: string;
  /** True if the server offers the requested operation. Otherwise the tap replies with 404. */
  readonly has: (request: Pick<RequestMessage, 'method' | 'target'>) => boolean;
}

/** The servers of a contract, in the form that a tap needs. */
export interface ServersOfTap {
  readonly addresses: ReadonlyMap<string, unknown>;
  serverOfRequest(request: Pick<RequestMessage, 'method' | 'target'>): string | undefined;
}

export function basesOf(
  path: string,
  others: readonly { readonly url: string; readonly path: string }[],
  servers: ServersOfTap | undefined,
): readonly Base[] {
  if (servers === undefined) return [{ path, has: () => true }];
  return [{ url: undefined, path }, ...others].map((base) => ({
    path: base.path,
    has: (request) => servers.serverOfRequest(request) === base.url,
  }));
}

/** The path prefix of a server. It contains the name of the host, so that a report shows where a request was sent. */
export function serverPrefix(url: string, index: number): string {
  const host = url.replace(/^[a-z0-9+.-]*:\/\//i, '').replaceAll(/[^\w.-]+/g, '-');
  return `${TAP_PREFIX}-${index + 2}-${host.slice(0, 60)}`;
}

/** The recorded target of a request: the part of the request target after the base path. */
export function targetOf(method: string, url: string, bases: readonly Base[]): string {
  for (const { path, has } of bases) {
    const next = url[path.length];
    const target = url.slice(path.length);
    if (!url.startsWith(path) || (next !== undefined && next !== '/' && next !== '?')) continue;
    return has({ method, target }) ? target : ABOVE_BASE + url;
  }
  return ABOVE_BASE + url;
}

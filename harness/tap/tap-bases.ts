import type { RequestMessage } from '../../contract/wire/message.js';

/** Path prefix of every tap. With it, the tap notices a surface that omits the path of its base URL. */
export const TAP_PREFIX = '/tap';
/** Prefix of the recorded target of a request outside the base URLs. No path template matches it. */
export const ABOVE_BASE = '/..';

/** A path below which a surface calls a server. Recorded targets do not contain this path. */
export interface Base {
  readonly path: string;
  /** Whether the server offers the operation of the request. Otherwise the reply is 404. */
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

/** The path prefix of a server. It contains the host, so that a report shows where a request was sent. */
export function serverPrefix(url: string, index: number): string {
  const host = url.replace(/^[a-z0-9+.-]*:\/\//i, '').replaceAll(/[^\w.-]+/g, '-');
  return `${TAP_PREFIX}-${index + 2}-${host.slice(0, 60)}`;
}

/** The recorded target of a request: the part of its target below the base. */
export function targetOf(method: string, url: string, bases: readonly Base[]): string {
  for (const { path, has } of bases) {
    const next = url[path.length];
    const target = url.slice(path.length);
    if (!url.startsWith(path) || (next !== undefined && next !== '/' && next !== '?')) continue;
    return has({ method, target }) ? target : ABOVE_BASE + url;
  }
  return ABOVE_BASE + url;
}

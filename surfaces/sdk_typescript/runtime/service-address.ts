import { Pool } from 'undici';

/**
 * The maximum number of connections to one origin. Further calls wait, so that one client does not overload the
 * service.
 */
const CONNECTIONS = 32;

/**
 * Where the request of an operation is sent: the connections to the origin, and the base path before the path of the
 * operation.
 */
export interface ServiceAddress {
  readonly pool: Pool;
  readonly prefix: string;
}

export interface AddressOptions {
  readonly baseUrl: string;
  readonly servers?: { readonly [url: string]: string | undefined } | undefined;
}

/** The addresses of a service. Each origin has one pool of connections. */
export class ServiceAddresses {
  readonly #pools = new Map<string, Pool>();
  readonly #base: ServiceAddress;
  readonly #others: ReadonlyMap<string, ServiceAddress>;

  /**
   * `known`: the URLs of the servers that only some operations have, as in the contract. Throws a `TypeError` for a
   * base URL that is not an absolute http(s) URL, and for a server that the contract does not have.
   */
  constructor({ baseUrl, servers = {} }: AddressOptions, known: readonly string[], timeoutMs: number) {
    const all = Object.entries(servers).map(([url, base]) => [url.replace(/\/+$/, ''), base] as const);
    const unknown = all.find(([url]) => !known.includes(url));
    if (known.length > 0 && unknown !== undefined)
      throw new TypeError(`servers: the contract has ${known.join(', ')}, but not ${unknown[0]}`);
    this.#base = this.#address('baseUrl', baseUrl, timeoutMs);
    this.#others = new Map(
      all.flatMap(([url, base]) =>
        base === undefined ? [] : [[url, this.#address(`servers: ${url}`, base, timeoutMs)] as const],
      ),
    );
  }

  /**
   * The address of an operation. It is the first of the operation's own servers that has a base URL. If none has one,
   * the common base URL is used.
   */
  of(servers: readonly string[] = []): ServiceAddress {
    for (const url of servers) {
      const address = this.#others.get(url);
      if (address !== undefined) return address;
    }
    return this.#base;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
  }

  #address(option: string, text: string, timeoutMs: number): ServiceAddress {
    const { origin, pathname } = readBaseUrl(option, text);
    // Each call has one time limit, which replaces the limits of undici for headers and body.
    const limits = { connections: CONNECTIONS, headersTimeout: 0, bodyTimeout: 0, connect: { timeout: timeoutMs } };
    const pool = this.#pools.get(origin) ?? new Pool(origin, limits);
    this.#pools.set(origin, pool);
    return { pool, prefix: pathname.replace(/\/+$/, '') };
  }
}

function readBaseUrl(option: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const usable =
    url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password + url.search + url.hash === '';
  if (!usable) throw new TypeError(`${option}: must be an absolute http or https URL without user, query and fragment`);
  return url;
}

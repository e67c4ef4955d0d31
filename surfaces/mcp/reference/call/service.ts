import type { Environment } from '../../generated/tools.js';

/** The REST service that the tools call. */
export interface Service {
  readonly protocol: 'http:' | 'https:';
  readonly hostname: string;
  /** The port; empty for the default port of the protocol. */
  readonly port: string;
  /** Path prefix without a trailing slash. */
  readonly prefix: string;
  /** The token that calls send. If it is omitted, calls have no credential. */
  readonly token?: string;
}

export type ServiceReading =
  | { readonly kind: 'service'; readonly service: Service }
  | { readonly kind: 'wrong'; readonly message: string };

export function readService(values: Readonly<Record<string, string | undefined>>, names: Environment): ServiceReading {
  const base = values[names.baseUrl] ?? '';
  const url = URL.canParse(base) ? new URL(base) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    const fault = `${names.baseUrl} is ${base === '' ? 'not set' : 'not an http(s) URL'}`;
    return {
      kind: 'wrong',
      message: `${fault}; set it to the address of the service, such as http://127.0.0.1:8080.\n`,
    };
  }
  const token = values[names.token] ?? '';
  return {
    kind: 'service',
    service: {
      protocol: url.protocol,
      // Sockets take IPv6 addresses without the brackets that URLs put around them.
      hostname: url.hostname.replaceAll(/^\[|\]$/g, ''),
      port: url.port,
      prefix: url.pathname.replace(/\/+$/, ''),
      ...(token === '' ? {} : { token }),
    },
  };
}

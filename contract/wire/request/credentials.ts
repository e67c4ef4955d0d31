import type { Operation, SecurityRequirement, SecurityScheme } from '../../operation.js';
import { type HeaderPair, type RequestMessage, joinedHeader } from '../message.js';
import { encodeUnreserved } from '../percent.js';

/** The credentials of a caller. */
export interface Credentials {
  /** The value for every scheme that has no value in `credentials`. */
  readonly token: string;
  /** Values by the name of the scheme; for HTTP basic `user:password`. */
  readonly credentials?: ReadonlyMap<string, string>;
}

/** The position of one credential in a request. */
export interface CredentialPlace {
  readonly in: 'header' | 'query' | 'cookie';
  /** Lower case for a header. */
  readonly name: string;
  /** Text before the value: `Bearer ` (RFC 9110 §11.4). */
  readonly prefix: string;
}

/**
 * The position of a credential; `undefined` if the credential is not part of the request, such as a client certificate.
 * OAuth 2.0 and OpenID Connect use bearer tokens.
 */
export function credentialPlace(scheme: SecurityScheme): CredentialPlace | undefined {
  switch (scheme.kind) {
    case 'http':
      return {
        in: 'header',
        name: 'authorization',
        prefix: `${scheme.scheme.charAt(0).toUpperCase()}${scheme.scheme.slice(1)} `,
      };
    case 'apiKey':
      return {
        in: scheme.in,
        name: scheme.in === 'header' ? scheme.parameter.toLowerCase() : scheme.parameter,
        prefix: '',
      };
    case 'other':
      return scheme.type === 'mutualTLS' ? undefined : { in: 'header', name: 'authorization', prefix: 'Bearer ' };
    default:
      return scheme satisfies never;
  }
}

/**
 * The value to pass to a client that takes one value for a scheme. HTTP basic uses user and password in base64 (RFC
 * 7617 §2); a value without a colon is a user with an empty password.
 */
export function credentialValue(scheme: SecurityScheme, { token, credentials }: Credentials): string {
  const value = credentials?.get(scheme.name) ?? token;
  if (scheme.kind !== 'http' || scheme.scheme !== 'basic') return value;
  return Buffer.from(value.includes(':') ? value : `${value}:`).toString('base64');
}

/**
 * The schemes of the first alternative that a request can meet; empty if a request can meet none. Computed once per
 * operation.
 */
export function schemesToMeet(operation: Operation): SecurityRequirement {
  let known = chosen.get(operation);
  if (known === undefined) {
    known = chosenSchemes(operation);
    chosen.set(operation, known);
  }
  return known;
}

const chosen = new WeakMap<Operation, SecurityRequirement>();

function chosenSchemes({ security }: Operation): SecurityRequirement {
  const holds = (alternative: SecurityRequirement): boolean =>
    alternative.length > 0 && alternative.every((scheme) => credentialPlace(scheme) !== undefined);
  return security.find(holds) ?? [];
}

/** The single value for clients that take only one. It is the token if the operation has no security requirement. */
export function operationToken(operation: Operation, given: Credentials): string {
  const [scheme] = schemesToMeet(operation);
  return scheme === undefined ? given.token : credentialValue(scheme, given);
}

/**
 * The request with the value that `valueOf` returns for each required scheme. If the operation names no scheme, the
 * value is sent as a bearer token.
 */
export function withCredentials(
  message: RequestMessage,
  operation: Operation,
  valueOf: (scheme?: SecurityScheme) => string,
): RequestMessage {
  const schemes = schemesToMeet(operation);
  if (schemes.length === 0) return withBearer(message, valueOf());
  return schemes.reduce(
    (request, scheme) => withCredential(request, credentialPlace(scheme) ?? BEARER, valueOf(scheme)),
    message,
  );
}

const BEARER: CredentialPlace = { in: 'header', name: 'authorization', prefix: 'Bearer ' };

/** Whether credentials are required. An alternative without any scheme makes them optional. */
export function isSecured({ security }: Operation): boolean {
  return security.length > 0 && security.every((alternative) => alternative.length > 0);
}

/** Whether there is a value for every scheme that the operation requires. An empty token stands for no token. */
export function hasCredentials(operation: Operation, { token, credentials }: Credentials): boolean {
  const schemes = schemesToMeet(operation);
  if (schemes.length === 0) return token !== '';
  return schemes.every(({ name }) => (credentials?.get(name) ?? token) !== '');
}

/** The request with every configured value that its operation requires; unchanged if a value is missing. */
export function withConfiguredCredentials(
  message: RequestMessage,
  operation: Operation,
  given: Credentials,
): RequestMessage {
  return hasCredentials(operation, given) ? withGivenCredentials(message, operation, given) : message;
}

/** The request with every given value that its operation requires, even if the value is empty. */
export function withGivenCredentials(
  message: RequestMessage,
  operation: Operation,
  given: Credentials,
): RequestMessage {
  return withCredentials(message, operation, (scheme) =>
    scheme === undefined ? given.token : credentialValue(scheme, given),
  );
}

function withBearer(message: RequestMessage, token: string): RequestMessage {
  return withCredential(message, BEARER, token);
}

function withCredential(message: RequestMessage, place: CredentialPlace, value: string): RequestMessage {
  const { target, headers } = message;
  switch (place.in) {
    case 'header':
      return { ...message, headers: [...headers, [place.name, place.prefix + value]] };
    case 'query':
      return { ...message, target: `${target}${target.includes('?') ? '&' : '?'}${pairOf(place, value)}` };
    case 'cookie':
      return { ...message, headers: withCookie(headers, pairOf(place, value)) };
    default:
      return place.in satisfies never;
  }
}

function pairOf({ name }: CredentialPlace, value: string): string {
  return `${encodeUnreserved(name)}=${encodeUnreserved(value)}`;
}

/** Adds a pair to the header Cookie. RFC 6265 §5.4: one header holds all cookie pairs. */
function withCookie(headers: readonly HeaderPair[], pair: string): readonly HeaderPair[] {
  const known = joinedHeader(headers, 'cookie', '; ');
  const others = headers.filter(([name]) => name.toLowerCase() !== 'cookie');
  return [...others, ['cookie', known === undefined || known === '' ? pair : `${known}; ${pair}`]];
}

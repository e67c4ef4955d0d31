import type { Operation, SecurityRequirement, SecurityScheme } from '../../operation.js';
import { type HeaderPair, type RequestMessage, joinedHeader } from '../message.js';
import { encodeUnreserved } from '../percent.js';

/** The credentials that a caller sends. */
export interface Credentials {
  /** The credential for every security scheme that `credentials` does not contain. */
  readonly token: string;
  /** Maps the name of a security scheme to its credential. For HTTP Basic, the credential is `user:password`. */
  readonly credentials?: ReadonlyMap<string, string>;
  /**
   * Headers that the user sets for all calls, and that a security scheme of the contract uses as its credential. They
   * are sent with every call that has the configured credentials, even if the operation does not require this scheme.
   */
  readonly callHeaders?: readonly HeaderPair[];
}

/** The place of one credential in a request. */
export interface CredentialPlace {
  readonly in: 'header' | 'query' | 'cookie';
  /** The name of the header, query parameter or cookie. The name of a header is in lower case. */
  readonly name: string;
  /** The text before the credential, such as `Bearer ` (RFC 9110 §11.4). */
  readonly prefix: string;
}

/**
 * The place of a scheme's credential in a request. `undefined` if the credential is not a part of the request, as with
 * a client certificate. OAuth 2.0 and OpenID Connect use bearer tokens.
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
 * The credential of a scheme in the form in which a client sends it. For HTTP Basic, it is the base64 of
 * `user:password` (RFC 7617 §2). A credential without a colon is a user with an empty password.
 */
export function credentialValue(scheme: SecurityScheme, { token, credentials }: Credentials): string {
  const value = credentials?.get(scheme.name) ?? token;
  if (scheme.kind !== 'http' || scheme.scheme !== 'basic') return value;
  return Buffer.from(value.includes(':') ? value : `${value}:`).toString('base64');
}

/**
 * The security schemes whose credentials a request for the operation needs. They are those of the first security
 * alternative that a request can satisfy; empty if there is none. Computed once for each operation.
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

/**
 * The credential for an operation, for a client that takes only one. If the operation requires none, the result is
 * `token`.
 */
export function operationToken(operation: Operation, given: Credentials): string {
  const [scheme] = schemesToMeet(operation);
  return scheme === undefined ? given.token : credentialValue(scheme, given);
}

/**
 * Adds the credentials for an operation to a request. For each required scheme, `valueOf` returns the credential. If
 * the operation states no scheme, one credential is added as a bearer token.
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

/** Whether an operation requires credentials. They are optional if one of the alternatives has no scheme. */
export function isSecured({ security }: Operation): boolean {
  return security.length > 0 && security.every((alternative) => alternative.length > 0);
}

/** Whether there is a credential for every scheme that the operation requires. An empty token counts as missing. */
export function hasCredentials(operation: Operation, { token, credentials }: Credentials): boolean {
  const schemes = schemesToMeet(operation);
  if (schemes.length === 0) return token !== '';
  return schemes.every(({ name }) => (credentials?.get(name) ?? token) !== '');
}

/**
 * Adds `callHeaders` and all required credentials to a request. If one of the credentials is missing, only
 * `callHeaders` are added.
 */
export function withConfiguredCredentials(
  message: RequestMessage,
  operation: Operation,
  given: Credentials,
): RequestMessage {
  const isKnown = hasCredentials(operation, given) && !isInCallHeaders(operation, given);
  return withCallHeaders(isKnown ? withGivenCredentials(message, operation, given) : message, given);
}

/** Whether `callHeaders` replace the token, because they contain `Authorization` and the operation names no scheme. */
function isInCallHeaders(operation: Operation, { callHeaders = [] }: Credentials): boolean {
  return schemesToMeet(operation).length === 0 && callHeaders.some(([name]) => name.toLowerCase() === BEARER.name);
}

/** Adds each of `callHeaders`, unless the request has a header with the same name. */
function withCallHeaders(message: RequestMessage, { callHeaders = [] }: Credentials): RequestMessage {
  const own = new Set(message.headers.map(([name]) => name.toLowerCase()));
  const added = callHeaders.filter(([name]) => !own.has(name.toLowerCase()));
  return added.length === 0 ? message : { ...message, headers: [...message.headers, ...added] };
}

/** Adds all required credentials to a request, even if some of them are empty. */
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

/** Adds a pair to the header `Cookie`. A request has one such header with all cookie pairs (RFC 6265 §5.4). */
function withCookie(headers: readonly HeaderPair[], pair: string): readonly HeaderPair[] {
  const known = joinedHeader(headers, 'cookie', '; ');
  const others = headers.filter(([name]) => name.toLowerCase() !== 'cookie');
  return [...others, ['cookie', known === undefined || known === '' ? pair : `${known}; ${pair}`]];
}

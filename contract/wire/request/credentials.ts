import type { Operation, SecurityRequirement, SecurityScheme } from '../../operation.js';
import { type HeaderPair, type RequestMessage, joinedHeader } from '../message.js';
import { encodeUnreserved } from '../percent.js';

/** What a caller has to show. */
export interface Credentials {
  /** For every scheme that has no value of its own. */
  readonly token: string;
  /** By name of the scheme; of http basic `user:password`. */
  readonly credentials?: ReadonlyMap<string, string>;
}

/** Where one value stands in a request. */
export interface CredentialPlace {
  readonly in: 'header' | 'query' | 'cookie';
  /** Of a header in lower case. */
  readonly name: string;
  /** Stands before the value: `Bearer ` (RFC 9110 §11.4). */
  readonly prefix: string;
}

/** `undefined` for what is no part of a request, such as a client's certificate. OAuth 2.0 and OpenID Connect end in bearer tokens. */
export function credentialPlace(scheme: SecurityScheme): CredentialPlace | undefined {
  switch (scheme.kind) {
    case 'http':
      return { in: 'header', name: 'authorization', prefix: `${scheme.scheme.charAt(0).toUpperCase()}${scheme.scheme.slice(1)} ` };
    case 'apiKey':
      return { in: scheme.in, name: scheme.in === 'header' ? scheme.parameter.toLowerCase() : scheme.parameter, prefix: '' };
    case 'other':
      return scheme.type === 'mutualTLS' ? undefined : { in: 'header', name: 'authorization', prefix: 'Bearer ' };
    default:
      return scheme satisfies never;
  }
}

/**
 * What a client that is given one value for a scheme is given. RFC 7617 §2: user and password in base64; a value without a
 * colon is a user with an empty password.
 */
export function credentialValue(scheme: SecurityScheme, { token, credentials }: Credentials): string {
  const value = credentials?.get(scheme.name) ?? token;
  if (scheme.kind !== 'http' || scheme.scheme !== 'basic') return value;
  return Buffer.from(value.includes(':') ? value : `${value}:`).toString('base64');
}

/** The first alternative that asks for something, all of which a request can hold; empty where there is none. Chosen once an operation. */
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

/** The one value of clients that take one; the token where the operation asks for nothing. */
export function operationToken(operation: Operation, given: Credentials): string {
  const [scheme] = schemesToMeet(operation);
  return scheme === undefined ? given.token : credentialValue(scheme, given);
}

/** A request with what `valueOf` says for each scheme to meet; as a bearer token where the operation names none. */
export function withCredentials(
  message: RequestMessage,
  operation: Operation,
  valueOf: (scheme?: SecurityScheme) => string,
): RequestMessage {
  const schemes = schemesToMeet(operation);
  if (schemes.length === 0) return withBearer(message, valueOf());
  return schemes.reduce((request, scheme) => withCredential(request, credentialPlace(scheme) ?? BEARER, valueOf(scheme)), message);
}

const BEARER: CredentialPlace = { in: 'header', name: 'authorization', prefix: 'Bearer ' };

/** A request with every configured value that its operation asks for. */
export function withConfiguredCredentials(message: RequestMessage, operation: Operation, given: Credentials): RequestMessage {
  return withCredentials(message, operation, (scheme) => (scheme === undefined ? given.token : credentialValue(scheme, given)));
}

export function withBearer(message: RequestMessage, token: string): RequestMessage {
  return withCredential(message, BEARER, token);
}

function withCredential(message: RequestMessage, place: CredentialPlace, value: string): RequestMessage {
  const { method, target, headers, body } = message;
  switch (place.in) {
    case 'header':
      return { method, target, headers: [...headers, [place.name, place.prefix + value]], body };
    case 'query':
      return { method, target: `${target}${target.includes('?') ? '&' : '?'}${pairOf(place, value)}`, headers, body };
    case 'cookie':
      return { method, target, headers: withCookie(headers, pairOf(place, value)), body };
    default:
      return place.in satisfies never;
  }
}

function pairOf({ name }: CredentialPlace, value: string): string {
  return `${encodeUnreserved(name)}=${encodeUnreserved(value)}`;
}

/** RFC 6265 §5.4: one header holds all pairs. */
function withCookie(headers: readonly HeaderPair[], pair: string): readonly HeaderPair[] {
  const known = joinedHeader(headers, 'cookie', '; ');
  const others = headers.filter(([name]) => name.toLowerCase() !== 'cookie');
  return [...others, ['cookie', known === undefined || known === '' ? pair : `${known}; ${pair}`]];
}

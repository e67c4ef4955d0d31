import { type HeaderPair } from '../../../contract/wire/message.js';
import { MIN_SECRET_LENGTH, REDACTED, redactor } from '../../../reports/stream/redact.js';
import type { Exchange } from '../../../surfaces/exchange.js';
import { variableNamed } from '../../../surfaces/process/variable-name.js';

export interface ConfiguredCredentials {
  readonly token: string;
  /** Credentials by the name of their security scheme. For HTTP basic, the credential is `user:password`. */
  readonly credentials?: ReadonlyMap<string, string>;
  /** Headers that the user gives, and that the harness sends with each call. */
  readonly callHeaders?: readonly HeaderPair[];
  /** Headers that the user gives, and that are added to each request after the request was recorded. */
  readonly addedHeaders?: readonly HeaderPair[];
}

/** The functions and data with which credentials are removed from shown text. */
export interface Secrets {
  /** Removes configured credentials, and cookies that the service set. */
  readonly redact: (text: string) => string;
  readonly placeholders: readonly Placeholder[];
  /** The headers that the user gives. Their values are secret, even if they are short. */
  readonly given: readonly GivenHeader[];
}

/** A header that the user gives, and the shell expression that replaces its value. */
interface GivenHeader {
  readonly pair: HeaderPair;
  readonly expression: string;
  /** True if recorded requests lack the header, although the service received it. */
  readonly isAdded: boolean;
}

/**
 * A credential as it appears in requests, and the POSIX shell expression that replaces it. The expression must be in
 * double quotes.
 */
export interface Placeholder {
  readonly literal: string;
  readonly expression: string;
}

export function secretsOf(given: ConfiguredCredentials, exchanges: readonly Exchange[]): Secrets {
  const redact = redactor([
    given.token,
    ...(given.credentials ?? new Map()).values(),
    ...[...(given.callHeaders ?? []), ...(given.addedHeaders ?? [])].map(([, value]) => value),
    ...exchanges.flatMap(cookiesSet),
  ]);
  const { callHeaders = [], addedHeaders = [] } = given;
  return {
    redact: (text) => String(redact(text)),
    placeholders: placeholdersOf(given),
    given: [...givenHeaders(callHeaders, false), ...givenHeaders(addedHeaders, true)],
  };
}

function givenHeaders(pairs: readonly HeaderPair[], isAdded: boolean): readonly GivenHeader[] {
  return pairs.map((pair) => ({ pair, expression: `$${variableNamed(pair[0])}`, isAdded }));
}

function placeholdersOf({ token, credentials = new Map() }: ConfiguredCredentials): readonly Placeholder[] {
  const named = [...credentials].flatMap(([name, value]) => spellings(variableNamed(name), value));
  return [...spellings('TOKEN', token), ...named].filter(({ literal }) => literal !== '');
}

/**
 * The forms in which requests can contain a credential. HTTP Basic (RFC 7617 §2) sends user and password in base64. A
 * value without a colon is a user name with an empty password.
 */
function spellings(name: string, value: string): readonly Placeholder[] {
  const [format, pair] = value.includes(':') ? ['%s', value] : ['%s:', `${value}:`];
  const base64 = Buffer.from(pair).toString('base64');
  return [
    { literal: value, expression: `$${name}` },
    { literal: base64, expression: `$(printf ${format} "$${name}" | base64 | tr -d '\\n')` },
  ];
}

function cookiesSet({ response }: Exchange): readonly string[] {
  if (response.kind === 'failed') return [];
  return response.headers.flatMap(([name, value]) => (name.toLowerCase() === 'set-cookie' ? cookieValue(value) : []));
}

/** Reads the value of a cookie. The value ends at the first semicolon and may be quoted (RFC 6265 §4.1.1). */
function cookieValue(header: string): readonly string[] {
  const value = /^[^=;]*=\s*"?([^;"]*)/.exec(header)?.[1]?.trim() ?? '';
  return value.length < MIN_SECRET_LENGTH ? [] : [value];
}

/** Matches headers whose values are always secret, even if they contain no configured credential. */
const SECRET_HEADER = /^(?:(?:proxy-)?authorization|(?:x-)?(?:api-key|auth-token|access-token)|set-cookie)$/i;

/**
 * Returns a header without its secrets. A credential is shown as its scheme and a shell variable, and a `Set-Cookie` as
 * its name and attributes.
 */
export function shownHeader([name, value]: HeaderPair, secrets: Secrets): HeaderPair {
  const { redact } = secrets;
  if (name.toLowerCase() === 'set-cookie' && value !== '')
    return [name, redact(value.replace(/=[^;]*/, `=${REDACTED}`))];
  const secret = secretValue([name, value], secrets);
  if (secret === undefined) return [redact(name), redact(value)];
  return [name, secret.before + (secret.expression ?? REDACTED)];
}

/**
 * The value of a header in two parts: a text that is not secret, and the secret after it. Contains the shell expression
 * for the secret, if it is known.
 */
export interface SecretValue {
  readonly before: string;
  readonly expression?: string;
}

/** The value of a header whose value is secret, or ends with a secret. `undefined` for any other header. */
export function secretValue([name, value]: HeaderPair, secrets: Secrets): SecretValue | undefined {
  if (value === '') return undefined;
  const own = secrets.given.filter(({ pair }) => pair[0].toLowerCase() === name.toLowerCase());
  const same = own.find(({ pair }) => pair[1] === value);
  if (same !== undefined) return { before: '', expression: same.expression };
  const isShort = own.some(({ pair }) => pair[1].length < MIN_SECRET_LENGTH);
  if (!isShort && !SECRET_HEADER.test(name)) return undefined;
  const [before, credential] = schemeAndCredential(value);
  const expression = secrets.placeholders.find(({ literal }) => literal === credential)?.expression;
  return { before, ...(expression !== undefined && { expression }) };
}

/**
 * Splits a header value into the authentication scheme with its spaces, which may be missing, and the credential (RFC
 * 9110 §11.4).
 */
function schemeAndCredential(value: string): readonly [scheme: string, credential: string] {
  const scheme = /^[\w!#$%&'*+.^`|~-]+ +(?=\S)/.exec(value)?.[0] ?? '';
  return [scheme, value.slice(scheme.length)];
}

import type { Operation, SecurityScheme } from '../../../contract/operation.js';
import { ParityError } from '../../../contract/parity-error.js';
import type { HeaderPair } from '../../../contract/wire/message.js';
import { credentialPlace, hasCredentials, schemesToMeet } from '../../../contract/wire/request/credentials.js';
import { withGivenFirst } from '../../../contract/wire/request/preferred-security.js';

/**
 * Headers from the command line: credentials for the contract's security schemes, and headers that are added to each
 * request.
 */
export interface GivenHeaders {
  readonly credentials: ReadonlyMap<string, string>;
  /**
   * The headers on the command line that contain `credentials`. They are sent with each call that uses the configured
   * credentials.
   */
  readonly callHeaders: readonly HeaderPair[];
  readonly headers: readonly HeaderPair[];
}

/**
 * Headers that belong to the message or its connection (RFC 9110 §7.6.1, §8.6). A user cannot set them on the command
 * line.
 */
const OF_THE_MESSAGE = /^(?:content-length|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect)$/i;

/** Parses a header in the form `Name: value` (RFC 9110 §5.1, §5.5). Throws if the text is not a valid header. */
export function parseHeader(text: string): HeaderPair {
  const match = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([ -~\t\x80-\xff]*?)[ \t]*$/.exec(text);
  if (match === null)
    throw new ParityError(
      'header-invalid',
      '--header: the value is not a header',
      "Write the name, a colon and the value: --header 'X-Tenant: blue'.",
    );
  const [, name = '', value = ''] = match;
  if (!OF_THE_MESSAGE.test(name)) return [name, value];
  throw new ParityError('header-invalid', `--header: ${name} is set by the HTTP client`, 'Leave the header out.');
}

/**
 * Splits the headers from the command line into credentials and other headers. A header that belongs to a security
 * scheme becomes the credential of this scheme, so that requests without the credential can be tested. All other calls
 * still send the header, because a contract may state the scheme for only some of the operations that need it. If an
 * operation would lack credentials as a result, all headers are added to every request instead.
 */
export function givenHeaders(
  headers: readonly HeaderPair[],
  token: string,
  operations: readonly Operation[],
): GivenHeaders {
  const schemes = operations.flatMap(({ security }) => security.flat());
  const credentials = new Map<string, string>();
  const added = headers.filter((header) => {
    const meant = schemes.flatMap((scheme) => {
      const value = credentialIn(header, scheme);
      return value === undefined ? [] : [[scheme.name, value] as const];
    });
    for (const [name, value] of meant) credentials.set(name, value);
    return meant.length === 0;
  });
  const isComplete = withGivenFirst(operations, credentials).every(
    (operation) => schemesToMeet(operation).length === 0 || hasCredentials(operation, { token, credentials }),
  );
  if (!isComplete) return { credentials: new Map(), callHeaders: [], headers };
  return { credentials, callHeaders: headers.filter((header) => !added.includes(header)), headers: added };
}

function credentialIn([name, value]: HeaderPair, scheme: SecurityScheme): string | undefined {
  const place = credentialPlace(scheme);
  if (place === undefined || name.toLowerCase() !== (place.in === 'cookie' ? 'cookie' : place.name)) return undefined;
  if (place.in === 'cookie') {
    const [pair, ...others] = value.split(/; */);
    return others.length === 0 && pair?.startsWith(`${place.name}=`) === true
      ? pair.slice(place.name.length + 1)
      : undefined;
  }
  if (place.in !== 'header' || !value.toLowerCase().startsWith(place.prefix.toLowerCase())) return undefined;
  const credential = value.slice(place.prefix.length);
  if (scheme.kind !== 'http' || scheme.scheme.toLowerCase() !== 'basic') return credential;
  // The credential of HTTP Basic authentication is configured as `user:password` (RFC 7617 §2).
  return Buffer.from(credential, 'base64').toString();
}

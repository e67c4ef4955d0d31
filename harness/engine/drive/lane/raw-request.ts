import type { Case, TokenChoice } from '../../../../contract/case.js';
import type { Operation } from '../../../../contract/operation.js';
import { type HeaderPair, NO_BODY, type RequestMessage } from '../../../../contract/wire/message.js';
import {
  type Credentials,
  withConfiguredCredentials,
  withGivenCredentials,
} from '../../../../contract/wire/request/credentials.js';
import { WRONG_TOKEN } from '../../../cases/raw/token-requests.js';
import { encodeRequest } from '../../../../contract/wire/request/encode.js';

/** The request for a case: the encoded request with the change of the case, and with credentials. */
export function rawRequest(operation: Operation, toRun: Case, given: Credentials): RequestMessage | undefined {
  const encoded = encodeRequest(operation, toRun.input);
  const { raw, token } = toRun;
  if (raw === undefined || encoded.kind !== 'request') return undefined;
  const { method = encoded.method, target = encoded.target, headers = {}, body, padding = 0, framing } = raw;
  const bytes = body === undefined ? encoded.body : Buffer.from(body, 'latin1');
  const changed: RequestMessage = {
    method,
    target,
    headers: changedHeaders(encoded.headers, headers),
    body: padding === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(padding, ' ')]),
    ...(framing && { framing }),
  };
  return withChosenToken(
    changed.body.byteLength === 0 ? { ...changed, body: NO_BODY } : changed,
    operation,
    token,
    given,
  );
}

function changedHeaders(
  headers: readonly HeaderPair[],
  changes: Readonly<Record<string, string | null>>,
): readonly HeaderPair[] {
  const kept = headers.filter(([name]) => !Object.hasOwn(changes, name.toLowerCase()));
  const added = Object.entries(changes).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return [...kept, ...added];
}

function withChosenToken(
  message: RequestMessage,
  operation: Operation,
  choice: TokenChoice,
  given: Credentials,
): RequestMessage {
  if (choice === 'missing') return message;
  const credentialled = (change: (value: string) => string): RequestMessage =>
    withGivenCredentials(message, operation, changedCredentials(given, change));
  switch (choice) {
    case 'configured':
      return withConfiguredCredentials(message, operation, given);
    case 'wrong':
      return credentialled(() => WRONG_TOKEN);
    case 'empty':
      return credentialled(() => '');
    case 'prefix':
      return credentialled((value) => value.slice(0, -1));
    case 'extension':
      return credentialled((value) => `${value}x`);
    case 'other-case':
      return credentialled(inOtherCase);
    case 'other-scheme':
      return withScheme(
        credentialled((value) => value),
        () => 'Basic',
      );
    case 'scheme-case':
      return withScheme(
        credentialled((value) => value),
        (scheme) => scheme.toUpperCase(),
      );
    default:
      return choice satisfies never;
  }
}

/**
 * Changes lower-case letters to upper case, or upper-case letters to lower case. Tokens are case-sensitive (RFC 6750
 * §2.1), so the result is a wrong token. A token without letters gets an additional letter.
 */
function inOtherCase(token: string): string {
  const changed = [token.toUpperCase(), token.toLowerCase()].find((text) => text !== token);
  return changed ?? `${token}x`;
}

function changedCredentials({ token, credentials }: Credentials, change: (value: string) => string): Credentials {
  const changed = [...(credentials ?? [])].map(([name, value]) => [name, change(value)] as const);
  return { token: change(token), credentials: new Map(changed) };
}

function withScheme(message: RequestMessage, change: (scheme: string) => string): RequestMessage {
  const headers = message.headers.map(([name, value]): HeaderPair => {
    if (name.toLowerCase() !== 'authorization') return [name, value];
    return [name, value.replace(/^\S+/, change)];
  });
  return { ...message, headers };
}

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { problemReply } from '../reply/problem.js';
import type { Reply } from '../reply/reply.js';

/**
 * Authenticates a request. Returns the reply that refuses the request, or `undefined` if the request is authenticated.
 */
export type Authenticator = (request: IncomingMessage) => Reply | undefined;

/**
 * Checks bearer tokens (RFC 6750 §2.1). Digests of the tokens are compared, so that the duration does not reveal the
 * length or the beginning of the right token.
 */
export function bearerAuthenticator(token: string, realm: string): Authenticator {
  const expected = digest(token);
  return (request) => {
    // `headers` has only the first of repeated fields. A request with two credentials must not be authenticated.
    const [given, ...more] = request.headersDistinct['authorization'] ?? [];
    const sent = given === undefined || more.length > 0 ? undefined : /^bearer +(\S+)$/i.exec(given)?.[1];
    if (sent === undefined) return challenge(`Bearer realm="${realm}"`);
    return timingSafeEqual(digest(sent), expected)
      ? undefined
      : challenge(`Bearer realm="${realm}", error="invalid_token"`);
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * A 401 reply. Its header `WWW-Authenticate` states the authentication scheme (RFC 9110 §15.5.2). It has an error code
 * only if a token was sent (RFC 6750 §3.1).
 */
function challenge(value: string): Reply {
  return problemReply('unauthenticated', { headers: { 'www-authenticate': value } });
}

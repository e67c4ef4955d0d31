import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { problemReply } from '../reply/problem.js';
import type { Reply } from '../reply/reply.js';

/** Returns the reply that refuses a request, or `undefined` for an authenticated request. */
export type Authenticator = (request: IncomingMessage) => Reply | undefined;

/**
 * Bearer tokens (RFC 6750 §2.1). Digests are compared, so that the time does not depend on the token's length or
 * prefix.
 */
export function bearerAuthenticator(token: string, realm: string): Authenticator {
  const expected = digest(token);
  return (request) => {
    // Node keeps only the first of repeated fields here; a request with two credentials is not authenticated.
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
 * A 401 names the authentication scheme (RFC 9110 §15.5.2); the error code only where a token was sent (RFC 6750 §3.1).
 */
function challenge(value: string): Reply {
  return problemReply('unauthenticated', { headers: { 'www-authenticate': value } });
}

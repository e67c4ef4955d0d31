import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { problemReply } from '../reply/problem.js';
import type { Reply } from '../reply/reply.js';

/** Authenticates a request: returns the reply that refuses it, or `undefined` if it is authenticated. */
export type Authenticator = (request: IncomingMessage) => Reply | undefined;

/**
 * Checks bearer tokens (RFC 6750 §2.1). Digests are compared, so that the time does not depend on the length or prefix
 * of the token.
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
 * The challenge of a 401. It names the authentication scheme (RFC 9110 §15.5.2), and the error code only if a token was
 * sent (RFC 6750 §3.1).
 */
function challenge(value: string): Reply {
  return problemReply('unauthenticated', { headers: { 'www-authenticate': value } });
}

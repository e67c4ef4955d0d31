import { headerValue } from '../../../contract/wire/message.js';
import { TOKEN, isAuthenticated } from '../notes-service.js';
import type { Wrap } from '../miniature-run.js';
import { type Faulty, fault } from './faulty.js';
import { headed, problem, withReply, withRequest } from './service-steps.js';

/** The JSON value at the start of a body. */
function leadingJson(body: Uint8Array): Uint8Array {
  const text = Buffer.from(body).toString();
  for (let length = text.length; length > 0; length -= 1) {
    try {
      JSON.parse(text.slice(0, length));
      return Buffer.from(text.slice(0, length));
    } catch {
      // This prefix is not JSON, so the next shorter prefix is tried.
    }
  }
  return body;
}

function withAuthorization(change: (value: string) => string): Wrap {
  return withRequest((request) => ({
    ...request,
    headers: request.headers.map(([name, value]) => [
      name,
      name.toLowerCase() === 'authorization' ? change(value) : value,
    ]),
  }));
}

/** A faulty service: after three consecutive calls with wrong tokens, it refuses one call with the accepted token. */
function lockingOut(respond: Parameters<Wrap>[0]): ReturnType<Wrap> {
  let wrong = 0;
  return (request) => {
    const isLocked = isAuthenticated(request) && wrong >= 3;
    wrong = isAuthenticated(request) ? 0 : wrong + 1;
    return isLocked ? problem(401, 'unauthenticated') : respond(request);
  };
}

export const RAW_FAULTS: readonly Faulty[] = [
  fault(
    'conformance/malformed-refused',
    'text after the JSON value is ignored',
    'malformed-accepted',
    '/response/status',
    {
      service: withRequest((request) => ({ ...request, body: leadingJson(request.body) })),
    },
  ),
  fault(
    'conformance/malformed-refused',
    'the size of a body without Content-Length is not limited',
    'unlimited-chunks',
    '/response/status',
    {
      service: (respond) => (request) =>
        request.body.byteLength > 1_000_000 && headerValue(request.headers, 'transfer-encoding') === undefined
          ? problem(413, 'content-too-large')
          : respond(request),
    },
  ),
  fault(
    'conformance/malformed-refused',
    'each body without Content-Length is refused as too large',
    'chunks-refused',
    '/response/status',
    {
      service: (respond) => (request) =>
        request.method === 'POST' && headerValue(request.headers, 'transfer-encoding') !== undefined
          ? problem(413, 'content-too-large')
          : respond(request),
    },
  ),
  fault('conformance/malformed-refused', 'a 405 has no Allow header', 'allow-missing', '/response/header/allow', {
    service: withReply(
      ({ status }) => status === 405,
      (response) => headed(response, 'Allow', undefined),
    ),
  }),
  fault('conformance/no-server-error', 'a malformed body causes a 500', 'server-error', '/response/status', {
    service: withReply(
      ({ status }, { method }) => status === 400 && method === 'POST',
      () => problem(500, 'internal-error'),
    ),
  }),
  fault(
    'conformance/authentication-enforced',
    'a token with additional characters is accepted',
    'token-not-checked',
    '/response/status',
    {
      service: withAuthorization((value) => (value.includes(TOKEN) ? `Bearer ${TOKEN}` : value)),
    },
  ),
  fault(
    'conformance/valid-accepted',
    'an authentication scheme in capital letters is refused',
    'scheme-case-refused',
    '/request/header/authorization',
    { service: withAuthorization((value) => value.replace('BEARER', 'Other')) },
  ),
  fault(
    'conformance/valid-accepted',
    'the accepted token is refused after three wrong tokens',
    'locked-out',
    '/request/header/authorization',
    { service: lockingOut },
  ),
];

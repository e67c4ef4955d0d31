import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Route, RouteContent } from '../../runtime/route.js';
import type { Authenticator } from './authentication.js';
import { withDefaults } from '../input/defaults.js';
import type { InputChecker, RouteInput } from '../input/input-checker.js';
import { DEEPEST_NESTING, readJson } from '../input/json-body.js';
import { requestContent } from '../input/media-type.js';
import { readParameters } from '../input/parameter-values.js';
import { invalidInput, problemReply } from '../reply/problem.js';
import type { Reply, StreamReply } from '../reply/reply.js';
import { readRequestBody } from '../input/request-body.js';
import { parseRequestTarget } from '../input/request-target.js';
import { type PathMatch, createRouter } from './router.js';

/** Everything that is needed to answer requests. It is created once for each service. */
export interface AnswerContext {
  readonly routes: readonly Route[];
  /** Runs an operation. The input is already validated, and defaults of the contract are filled in. */
  readonly handle: Handle;
  readonly authenticate: Authenticator;
  readonly check: InputChecker;
  readonly basePath: string;
  /** Maximum size of a body in bytes. */
  readonly bodyLimit: number;
}

export type Handle = (route: Route, input: RouteInput) => Reply | StreamReply | Promise<Reply | StreamReply>;

/** Answers a request. Resolves with `undefined` if the client has disconnected. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<Reply | StreamReply | undefined>;

/**
 * Returns a function that answers requests. If a request has several faults, only the first one is reported. The order
 * of the checks is 401, 405, 413, 415, 400, 422, then the faults that the operation finds. A request for an unknown
 * path gets 401 or 404.
 */
export function createAnswer(context: AnswerContext): Answer {
  const router = createRouter(context.routes);
  return async (request, response) => {
    const { pathname, query } = parseRequestTarget(request.url ?? '/', context.basePath);
    const match = pathname === undefined ? undefined : router(pathname);
    const route = match?.routes.find(({ method }) => method === request.method);
    const denied = (route?.authenticated ?? true) ? context.authenticate(request) : undefined;
    if (denied !== undefined) return denied;
    if (match === undefined) return problemReply('not-found', { detail: 'The service has no such path.' });
    if (route === undefined) return methodNotAllowed(match);
    const body = await readBody(route, request, response, context);
    if (body === undefined || 'reply' in body) return body?.reply;
    return runOperation(route, readParameters(route, match.values, query, request), body, context);
  };
}

/** A 405 reply. Its `Allow` header lists the supported methods (RFC 9110 §15.5.6). */
function methodNotAllowed(match: PathMatch<string>): Reply {
  return problemReply('method-not-allowed', {
    headers: { allow: match.routes.map(({ method }) => method).join(', ') },
  });
}

interface Body {
  readonly content?: RouteContent;
  /** The decoded body. Empty if the operation takes no body, or the request has none. */
  readonly input: Pick<RouteInput, 'body'>;
  /** Size of the body in bytes. */
  readonly size: number;
}

/**
 * Reads the body. It may be refused with 413, 415 or 400, which are checked in this order. If the operation takes no
 * body, the body is not read.
 */
async function readBody(
  route: Route,
  request: IncomingMessage,
  response: ServerResponse,
  { bodyLimit }: AnswerContext,
): Promise<Body | { readonly reply: Reply } | undefined> {
  if (route.body === undefined) return { input: {}, size: 0 };
  const reading = await readRequestBody(request, response, bodyLimit);
  if (reading.kind === 'aborted') return undefined;
  if (reading.kind === 'too-large') {
    return {
      reply: problemReply('content-too-large', {
        detail: `At most ${bodyLimit.toLocaleString('en')} bytes are taken.`,
      }),
    };
  }
  const { bytes } = reading;
  // A request without a body needs no content type (RFC 9110 §8.3).
  const absent = bytes.length === 0 && request.headers['content-type'] === undefined;
  if (absent && !route.body.required) return { input: {}, size: 0 };
  const content = requestContent(request, route.body);
  if (content === undefined && !absent) return { reply: problemReply('unsupported-media-type') };
  const json = readJson(bytes);
  if (json.kind === 'malformed') return { reply: problemReply('malformed-json', { detail: json.detail }) };
  if (json.kind === 'too-deep') return { reply: invalidInput([TOO_DEEP]) };
  return { input: { body: json.value }, size: bytes.length, ...(content === undefined ? {} : { content }) };
}

const TOO_DEEP = { pointer: '/body', detail: `must not nest deeper than ${DEEPEST_NESTING} levels` };

/** Validates the input, which may be refused with 422, and then runs the operation. */
async function runOperation(
  route: Route,
  parameters: ReturnType<typeof readParameters>,
  body: Body,
  { check, handle }: AnswerContext,
): Promise<Reply | StreamReply> {
  const { faults, ...values } = parameters;
  if (faults.length > 0) return invalidInput(faults);
  const input = { ...values, ...body.input };
  const invalid = check(route, body.content, input, body.size);
  if (invalid.length > 0) return invalidInput(invalid);
  return handle(route, withDefaults(input, route, body.content));
}

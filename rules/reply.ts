import type { Contract } from '../contract/contract.js';
import type { Json } from '../contract/json.js';
import type { MediaContent, Operation, ResponseSpec } from '../contract/operation.js';
import { essence, headerValue, isJsonMediaType } from '../contract/wire/message.js';
import { type SplitRequest, parseJson, splitRequest } from '../contract/wire/split-request.js';
import { type EncodedRequest, encodeRequest } from '../contract/wire/encode.js';
import { type Route, routeRequest } from '../contract/wire/route.js';
import type { Exchange, WireResponse } from '../surfaces/exchange.js';
import type { Observation } from '../surfaces/observation.js';
import type { Trial } from './rule.js';

/** The reply that the caller's outcome rests on: the last exchange's, if there was one and it was answered. */
export function replyOf(observation: Observation): WireResponse | undefined {
  const response = observation.exchanges.at(-1)?.response;
  return response?.kind === 'response' ? response : undefined;
}

/** What the contract documents for a status: exactly, by range, or by default (OpenAPI 3.1 §4.8.16). */
export function documentedResponse(operation: Operation, status: number): ResponseSpec | undefined {
  const exact = String(status);
  const range = `${exact[0]}XX`;
  const { responses } = operation;
  return responses.find((spec) => spec.status === exact) ?? responses.find((spec) => spec.status.toUpperCase() === range) ?? responses.find((spec) => spec.status === 'default');
}

/** The documented content that a reply's media type falls under: the exact type before `type/*` before `*\/*`. */
export function documentedContent(spec: ResponseSpec, mediaType: string): MediaContent | undefined {
  const type = essence(mediaType);
  const matching = (pattern: string): MediaContent | undefined => spec.content.find((content) => essence(content.mediaType) === pattern);
  return matching(type) ?? matching(`${type.split('/')[0] ?? ''}/*`) ?? matching('*/*');
}

const decoded = new WeakMap<WireResponse, { readonly value: Json | undefined }>();

/** The JSON of a reply; `undefined` where its media type is not JSON or its bytes are not. Parsed once. */
export function replyJson(reply: WireResponse): Json | undefined {
  let known = decoded.get(reply);
  if (known === undefined) {
    known = { value: isJsonMediaType(headerValue(reply.headers, 'content-type')) ? parseJson(reply.body) : undefined };
    decoded.set(reply, known);
  }
  return known.value;
}

interface Expected {
  readonly request: EncodedRequest;
  readonly split: SplitRequest | undefined;
}

const expected = new WeakMap<Trial, Expected>();

/** The request that a faithful surface sends for the trial's case. Encoded once. */
export function expectedRequest(trial: Trial): Expected {
  let known = expected.get(trial);
  if (known === undefined) {
    const request = encodeRequest(trial.operation, trial.case.input);
    known = { request, split: request.kind === 'request' ? splitRequest(trial.operation, request) : undefined };
    expected.set(trial, known);
  }
  return known;
}

const routes = new WeakMap<Exchange, { readonly route: Route | undefined }>();

/** Which operation an exchange invoked. Routed once. */
export function routeOf(contract: Contract, exchange: Exchange): Route | undefined {
  let known = routes.get(exchange);
  if (known === undefined) {
    const [pathname = ''] = exchange.request.target.split('?', 1);
    known = { route: routeRequest(contract, exchange.request.method, pathname) };
    routes.set(exchange, known);
  }
  return known.route;
}

/**
 * Whether a request is byte for byte what our encoder makes of the case: the common way of being faithful, told without
 * taking the request apart. `false` says nothing yet.
 */
export function isVerbatim(trial: Trial, exchange: Exchange): boolean {
  const { request } = expectedRequest(trial);
  return (
    request.kind === 'request' &&
    request.target === exchange.request.target &&
    request.method === exchange.request.method &&
    Buffer.compare(request.body, exchange.request.body) === 0 &&
    trial.operation.parameters.every((parameter) => parameter.in === 'query' || parameter.in === 'path') &&
    essence(headerValue(request.headers, 'content-type')) === essence(headerValue(exchange.request.headers, 'content-type'))
  );
}

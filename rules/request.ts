import type { Contract } from '../contract/contract.js';
import type { Operation } from '../contract/operation.js';
import { type EncodedRequest, encodeRequest } from '../contract/wire/request/encode.js';
import { type RequestMessage, essence, headerValue, joinedHeader } from '../contract/wire/message.js';
import { type MatchedRoute, routeRequest } from '../contract/wire/request/route.js';
import { type SplitRequest, splitRequest } from '../contract/wire/request/split-request.js';
import type { Exchange } from '../surfaces/exchange.js';
import type { Trial } from './rule.js';

/** The request that a correct surface sends for the case of a trial. */
export function expectedRequest(trial: Trial): EncodedRequest {
  return encodeRequest(trial.operation, trial.case.input);
}

interface Sent {
  readonly target: string;
  readonly route: MatchedRoute | undefined;
}

const routed = new WeakMap<Exchange, Sent>();

/**
 * The operation and the path parameters to which the contract routes a request. It is determined once for each request.
 */
export function routeOf(contract: Contract, exchange: Exchange): MatchedRoute | undefined {
  return sentAs(contract, exchange).route;
}

/** The sent request, split into the parameters and the body of an operation. */
export function sentParts(contract: Contract, operation: Operation, exchange: Exchange): SplitRequest {
  const { target } = sentAs(contract, exchange);
  return splitRequest(
    operation,
    target === exchange.request.target ? exchange.request : { ...exchange.request, target },
  );
}

function sentAs(contract: Contract, exchange: Exchange): Sent {
  let known = routed.get(exchange);
  if (known === undefined) {
    // A URL parser takes everything after `#` as a fragment (RFC 3986 §3.5), so the service does not receive it.
    const [target = ''] = exchange.request.target.split('#', 1);
    const as = (spelling: string): Sent => ({
      target: spelling,
      route: routeRequest(contract, exchange.request.method, spelling.split('?', 1)[0] ?? ''),
    });
    known = as(target);
    if (known.route === undefined && target.includes('%')) known = as(normalTarget(target));
    routed.set(exchange, known);
  }
  return known;
}

/**
 * The request target in a normal form: percent-encodings have capital hex digits, and unreserved characters are decoded
 * (RFC 3986 §6.2.2.1, §6.2.2.2).
 */
function normalTarget(target: string): string {
  const mark = target.indexOf('?');
  const pathname = mark < 0 ? target : target.slice(0, mark);
  const normal = pathname.replace(/%[0-9A-Fa-f]{2}/g, (triplet) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
    return /[A-Za-z0-9\-._~]/.test(character) ? character : triplet.toUpperCase();
  });
  return normal + target.slice(pathname.length);
}

/**
 * Whether a request equals, byte for byte, the request that our encoder makes from the case. This is a fast test,
 * because most requests are equal. A request that is not equal may still be correct.
 */
export function isVerbatim(trial: Trial, exchange: Exchange): boolean {
  const known = verbatim.get(exchange);
  if (known?.trial === trial) return known.is;
  const is = isSentVerbatim(trial, exchange);
  verbatim.set(exchange, { trial, is });
  return is;
}

/** The results of `isVerbatim` for each request, because several rules need them. */
const verbatim = new WeakMap<Exchange, { readonly trial: Trial; readonly is: boolean }>();

function isSentVerbatim(trial: Trial, exchange: Exchange): boolean {
  // The harness itself sends raw requests, so no surface can have changed them.
  if (trial.case.raw !== undefined) return true;
  const wanted = expectedRequest(trial);
  const { request } = exchange;
  return (
    wanted.kind === 'request' &&
    wanted.target === request.target &&
    wanted.method === request.method &&
    Buffer.compare(wanted.body, request.body) === 0 &&
    isSameType(headerValue(wanted.headers, 'content-type'), headerValue(request.headers, 'content-type')) &&
    trial.operation.parameters.every((parameter) => hasSameHeader(parameter, wanted, request))
  );
}

function isSameType(wanted: string | undefined, sent: string | undefined): boolean {
  return wanted === sent || essence(wanted) === essence(sent);
}

function hasSameHeader(
  parameter: Operation['parameters'][number],
  wanted: RequestMessage,
  request: RequestMessage,
): boolean {
  switch (parameter.in) {
    case 'path':
    case 'query':
      return true;
    case 'cookie':
      return joinedHeader(wanted.headers, 'cookie', '; ') === joinedHeader(request.headers, 'cookie', '; ');
    case 'header':
      return (
        joinedHeader(wanted.headers, parameter.name.toLowerCase()) ===
        joinedHeader(request.headers, parameter.name.toLowerCase())
      );
    default:
      return parameter.in satisfies never;
  }
}

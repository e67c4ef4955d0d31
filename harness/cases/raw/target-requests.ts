import type { RawChange } from '../../../contract/case.js';
import { documentsStatus, successesOf } from '../../../contract/documented-responses.js';
import { refusesUnknownQuery } from '../../../contract/inputs/query/unknown-query.js';
import type { Parameter } from '../../../contract/operation.js';
import { EVENT_STREAM } from '../../../contract/wire/event-stream.js';
import { essence } from '../../../contract/wire/message.js';
import { encodeUnreserved } from '../../../contract/wire/percent.js';
import { operationsBeside } from '../../../contract/wire/request/route.js';
import { ANSWERED, type RawRequest, type RawSubject } from './raw-request.js';

/** Requests with unusual methods, paths, query strings and `Accept` headers. */
export function targetRequests(subject: RawSubject): readonly RawRequest[] {
  return [
    ...(subject.isFirstOfPath ? [...methods(subject), ...routes(subject)] : []),
    ...queries(subject),
    ...furtherTypes(subject),
    ...weightedTypes(subject),
    answered('accept', {
      fault: 'accept',
      words: 'with an `Accept` header that no media type satisfies',
      // A service may answer 406 or disregard the header (RFC 9110 §12.5.1).
      headers: { accept: 'application/vnd.parity.unknown' },
    }),
    answered('accept-malformed', {
      fault: 'accept',
      words: 'with a malformed `Accept` header',
      headers: { accept: ';q=,,/' },
    }),
  ];
}

/** The maximum number of media types that are requested. */
const MOST_TYPES = 3;

/**
 * The documented media types of the success replies. An empty list if one of the types is a range such as `image/*`, or
 * an event stream.
 */
function singleTypes({ operation }: RawSubject): readonly string[] {
  const types = successesOf(operation).flatMap(({ content }) => content.map(({ mediaType }) => essence(mediaType)));
  return types.some((type) => type.includes('*') || type === EVENT_STREAM) ? [] : [...new Set(types)];
}

/**
 * Requests that accept all documented media types of the successes, with weights or as ranges (RFC 9110 §12.4.2,
 * §12.5.1). The service must not refuse them.
 */
function weightedTypes(subject: RawSubject): readonly RawRequest[] {
  const types = singleTypes(subject);
  if (types.length === 0) return [];
  const ranges = new Set(types.map((type) => `${type.split('/', 1)[0]}/*`));
  const spelled = (name: string, words: string, accepted: readonly string[]): RawRequest => ({
    name,
    raw: { fault: 'accept', words, headers: { accept: accepted.join(', ') } },
  });
  return [
    spelled('accept-weight', 'with weights in `Accept`', [...types.map((type) => `${type};q=0.9`), 'image/png;q=0.1']),
    spelled('accept-range', 'with media ranges in `Accept`', [...ranges]),
  ];
}

/**
 * Requests whose `Accept` header names only one of the documented media types of a success. The first media type is
 * omitted, because ordinary calls get it. Event streams are omitted, because their replies do not end.
 */
function furtherTypes({ operation }: RawSubject): readonly RawRequest[] {
  const successes = successesOf(operation);
  const types = successes.flatMap(({ content }) => content.map(({ mediaType }) => mediaType)).slice(1);
  return [...new Set(types)]
    .filter((type) => !type.includes('*') && !type.startsWith('text/event-stream'))
    .slice(0, MOST_TYPES)
    .map((type, index) => ({
      name: `accept-type-${index}`,
      raw: { fault: 'accept', words: `that accepts only ${type}`, headers: { accept: type } },
    }));
}

const METHODS = ['PUT', 'DELETE', 'PATCH', 'POST'];
/** The maximum number of requests with a method that the path does not support. */
const MOST_METHODS = 2;

/**
 * Requests with a method that the path does not support. RFC 9110 §15.5.6 does not require the reply 405. The reply 405
 * is required only if all operations of the path document 405.
 */
function methods(subject: RawSubject): readonly RawRequest[] {
  const { contract, operation } = subject;
  const known = operationsBeside(contract, operation);
  const isPromised = known.every((one) => documentsStatus(one, 405));
  const offered = new Set(known.map(({ method }) => method.toUpperCase()));
  return METHODS.filter((method) => !offered.has(method))
    .slice(0, MOST_METHODS)
    .map((method) => ({
      name: `method-${method}`,
      raw: { fault: 'method', words: `with the method ${method}`, method, headers: { 'content-type': null }, body: '' },
      expect: isPromised ? { kind: 'refused', status: 405 } : ANSWERED,
    }));
}

const UNKNOWN_ROUTE = '/parity-no-such-route';
const MALFORMED_PERCENT = '%E0%A4%A';

/**
 * Requests to paths that the contract does not have. The reply must be 404 only if 404 is in the contract's order of
 * refusals.
 */
function routes(subject: RawSubject): readonly RawRequest[] {
  const { contract, operation, request } = subject;
  const isFirst = contract.operations[0] === operation;
  const [pathname = ''] = request.target.split('?', 1);
  const raw: RawChange = {
    fault: 'route',
    words: 'to an unknown path',
    target: UNKNOWN_ROUTE,
    headers: { 'content-type': null },
    body: '',
    method: 'GET',
  };
  const unknown: RawRequest = {
    name: 'route-unknown',
    raw,
    expect: contract.refusalOrder?.includes(404) === true ? { kind: 'refused', status: 404 } : ANSWERED,
  };
  return [
    ...(isFirst ? [unknown] : []),
    ...(operation.path.includes('{')
      ? [
          answered('route-percent', {
            fault: 'route',
            words: 'with a malformed percent encoding in its path',
            target: `${pathname.replace(/[^/]*$/, '')}${MALFORMED_PERCENT}`,
          }),
        ]
      : []),
  ];
}

/** The maximum number of query parameters that are repeated. */
const MOST_REPEATED = 3;

/**
 * Requests with an unknown or a repeated query parameter. OpenAPI 3.1 does not define the reply to them. An unknown
 * parameter must be refused only if a description in the contract states this.
 */
function queries({ contract, operation, request }: RawSubject): readonly RawRequest[] {
  const { target } = request;
  const joint = target.includes('?') ? '&' : '?';
  const inQuery = operation.parameters.filter(({ in: place }) => place === 'query').slice(0, MOST_REPEATED);
  const targets: readonly (readonly [name: string, words: string, target: string])[] = [
    [
      'query-brackets',
      'with brackets in an unknown query parameter',
      `${target}${joint}a[b][]=1&a[b]=2&__proto__[x]=1`,
    ],
    [
      'query-percent',
      'with a malformed percent encoding in its query',
      `${target}${joint}parity_unknown=${MALFORMED_PERCENT}`,
    ],
    ...inQuery.flatMap((parameter) => [
      [
        `query-twice-${parameter.name}`,
        `with the query parameter ${parameter.name} twice`,
        `${target}${joint}${twice(parameter)}`,
      ] as const,
      [
        `query-percent-${parameter.name}`,
        `with a malformed percent encoding in the query parameter ${parameter.name}`,
        `${target}${joint}${encodeUnreserved(parameter.name)}=${MALFORMED_PERCENT}`,
      ] as const,
    ]),
  ];
  const unknown: RawRequest = {
    name: 'query-unknown',
    raw: {
      fault: 'query',
      words: 'with an unknown query parameter',
      target: `${target}${joint}parity_unknown=1`,
    },
    expect: refusesUnknownQuery(contract, operation) ? { kind: 'refused' } : ANSWERED,
  };
  return [
    unknown,
    ...targets.map(([name, words, changed]) => answered(name, { fault: 'query', words, target: changed })),
  ];
}

function twice({ name }: Parameter): string {
  return ['1', '2'].map((value) => `${encodeUnreserved(name)}=${value}`).join('&');
}

function answered(name: string, raw: RawChange): RawRequest {
  return { name, raw, expect: ANSWERED };
}

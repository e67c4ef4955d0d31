import type { RawChange, TokenChoice } from '../../../contract/case.js';
import { documentsStatus } from '../../../contract/documented-responses.js';
import type { Operation } from '../../../contract/operation.js';
import { isSecured } from '../../../contract/wire/request/credentials.js';
import { headerValue, isJsonMediaType } from '../../../contract/wire/message.js';
import { operationsBeside } from '../../../contract/wire/request/route.js';
import { triedMaximum } from './body-requests.js';
import type { RawRequest, RawSubject } from './raw-request.js';

/** Requests with two faults each. They are made only for a contract that states which refusal takes precedence. */
export function orderRequests(subject: RawSubject): readonly RawRequest[] {
  const order = subject.contract.refusalOrder;
  if (order === undefined) return [];
  return pairs(subject).flatMap(({ statuses, change, token, at }) => {
    const [first, second] = statuses;
    if (!statuses.every((status) => documentsStatus(subject.operation, status) && order.includes(status))) return [];
    const status = order.indexOf(first) < order.indexOf(second) ? first : second;
    const raw: RawChange = { fault: 'order', words: `with two faults (${first} and ${second})`, ...change };
    const name = `order-${first}-${second}${at === undefined ? '' : `-target-${at}`}`;
    return [{ name, raw, expect: { kind: 'refused', status }, ...(token && { token }) }];
  });
}

interface Pair {
  readonly statuses: readonly [number, number];
  readonly change: Pick<RawChange, 'method' | 'headers' | 'body' | 'padding' | 'target'>;
  /** A number that distinguishes pairs of faults with the same two statuses. */
  readonly at?: number;
  readonly token?: TokenChoice;
}

const NO_JSON = '{';
const NOT_VALID = '[]';
const OTHER_TYPE = { 'content-type': 'text/plain' };

function pairs({ operation, request, isFirstOfPath, contract, invalidTargets }: RawSubject): readonly Pair[] {
  const hasJson = isJsonMediaType(headerValue(request.headers, 'content-type')) && request.body.byteLength > 0;
  const known = operationsBeside(contract, operation).map(({ method }) => method);
  const without = { token: 'missing' } as const;
  const ofToken: readonly Pair[] = [
    ...(isFirstOfPath && !known.includes('put')
      ? [
          {
            statuses: [401, 405],
            change: { method: 'PUT', body: '', headers: { 'content-type': null } },
            ...without,
          } as const,
        ]
      : []),
    ...invalidTargets.map((target, at): Pair => ({ statuses: [401, 422], change: { target }, at, ...without })),
    ...(hasJson
      ? ([
          { statuses: [401, 415], change: { headers: OTHER_TYPE }, ...without },
          { statuses: [401, 400], change: { body: NO_JSON }, ...without },
          { statuses: [401, 422], change: { body: NOT_VALID }, ...without },
        ] as const)
      : []),
  ];
  const ofBody: readonly Pair[] = hasJson
    ? [{ statuses: [415, 400], change: { headers: OTHER_TYPE, body: NO_JSON } }]
    : [];
  const ofSize = hasJson ? largePairs(operation) : [];
  const allowed = isSecured(operation) ? [...ofToken, ...ofSize] : ofSize.filter(({ token }) => token === undefined);
  return [...allowed, ...ofBody];
}

/**
 * Pairs of faults for one request. In each pair, one fault is a body above the maximum size that the contract states.
 */
function largePairs(operation: Operation): readonly Pair[] {
  const padding = triedMaximum(operation);
  if (padding === undefined) return [];
  return [
    { statuses: [401, 413], change: { body: NOT_VALID, padding }, token: 'missing' },
    { statuses: [413, 415], change: { headers: OTHER_TYPE, padding } },
    { statuses: [413, 400], change: { body: NO_JSON, padding } },
    { statuses: [413, 422], change: { body: NOT_VALID, padding } },
  ];
}

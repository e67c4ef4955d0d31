import { pathTemplateOf } from '../../contract/wire/request/encode.js';
import { joinPointer } from '../../contract/json/json-pointer.js';
import type { Exchange } from '../../surfaces/exchange.js';
import type { Violation } from '../finding.js';
import { isVerbatim, routeOf } from '../request.js';
import { EVERYWHERE, type Trial, type TrialContext, type TrialRule } from '../rule.js';

/** A call on any surface sends a request to the operation that the caller named. */
export const sameOperation: TrialRule = {
  id: 'parity/same-operation',
  severity: 'must',
  statement:
    'A call sends the method that the contract has for its operation, and a path that matches the path template of the operation.',
  source: 'OpenAPI 3.1 §4.8.8 (Paths Object); RFC 3986 §2.2: a reserved character in data is percent-encoded',
  repair:
    "Build the request from the operation's method and path template, and percent-encode the reserved characters of RFC 3986 in path parameters.",
  backends: EVERYWHERE,
  reads: 'request',
  check: (trial, context) =>
    trial.case.expect.kind === 'gated'
      ? undefined
      : trial.observations.flatMap(({ surface, exchanges }) =>
          exchanges.slice(0, 1).flatMap((exchange) => invoked(trial, context, surface, exchange)),
        ),
};

const SLASH_REPAIR = 'Remove slashes at the end of the base URL before the path is appended.';

function invoked(trial: Trial, context: TrialContext, surface: string, exchange: Exchange): readonly Violation[] {
  const { operation } = trial;
  if (isVerbatim(trial, exchange)) return [];
  const route = routeOf(context.contract, exchange);
  if (route?.operation === operation) return [];
  const { method, target } = exchange.request;
  const pointer = culprit(trial, exchange);
  return [
    {
      surface,
      pointer,
      kind: route === undefined ? 'no-operation' : 'other-operation',
      message:
        route === undefined
          ? unmatched(trial, `${method} ${target.slice(0, 200)}`)
          : `The request invokes ${route.operation.id} instead of ${operation.id}.`,
      expected: `${operation.method.toUpperCase()} ${operation.path}`,
      received: `${method} ${target}`,
      blame: 'surface',
      ...(pointer === '/request' && target.startsWith('//') && { repair: SLASH_REPAIR }),
    },
  ];
}

/**
 * The message for a request that no route of the contract matches. `request`: its method and path; a path that starts
 * with `/..` is outside the base URL of the server.
 */
function unmatched({ operation: { id, servers } }: Trial, request: string): string {
  return servers !== undefined && request.includes(' /../')
    ? `The request \`${request}\` is not below the base URL of ${servers.join(' or ')}, the server of ${id}.`
    : `The request \`${request}\` matches no operation of the contract.`;
}

/**
 * Finds the path parameter that changed the route, because its value was sent without percent-encoding: a pointer such
 * as `/path/id`, or `/request` if there is no such parameter.
 */
function culprit(trial: Trial, exchange: Exchange): string {
  const { path = {} } = trial.case.input;
  const name = pathTemplateOf(trial.operation).names.find((candidate) => {
    const value = path[candidate];
    return (
      typeof value === 'string' &&
      BREAKS.test(value) &&
      !exchange.request.target.toUpperCase().includes(encodeURIComponent(value).toUpperCase())
    );
  });
  return name === undefined ? '/request' : joinPointer('', 'path', name);
}

/**
 * Matches values that change a path if they are not percent-encoded: those with a character that ends a segment or the
 * path (RFC 3986 §3.3), and the dot segments `.` and `..` (§5.2.4).
 */
const BREAKS = /[/?#]|^\.\.?$/;

import { headerValue } from '../../../contract/wire/message.js';
import type { Exchange } from '../../../surfaces/exchange.js';
import type { Violation } from '../../finding.js';
import { EVERYWHERE, type TrialRule } from '../../rule.js';

/** The header `Host` of a request has the port of the base URL that the surface was given. */
export const hostHeader: TrialRule = {
  id: 'conformance/host-header',
  severity: 'must',
  statement: 'The header Host of each request has the port of the base URL that the surface was given.',
  details: [
    'Another name of the host is permitted, because a surface in a container may reach the check under a different name.',
  ],
  source: 'RFC 9112 §3.2: a client MUST send a Host that is identical to the authority of the target URI',
  repair: 'Do not set Host. HTTP clients derive it from the URL of the request.',
  backends: EVERYWHERE,
  reads: 'request',
  check: (trial) =>
    // The harness itself makes raw requests.
    trial.case.raw !== undefined
      ? undefined
      : trial.observations.flatMap(({ surface, exchanges }) => otherHosts(exchanges).map(violationOf(surface))),
};

interface OtherHost {
  readonly expected: string;
  readonly received: string;
}

/**
 * The first request whose `Host` has a port other than that of the base URL. A request of HTTP/1.0 may have no `Host`.
 */
function otherHosts(exchanges: readonly Exchange[]): readonly OtherHost[] {
  return exchanges
    .flatMap(({ request, authority }) => {
      const received = headerValue(request.headers, 'host');
      if (received === undefined || authority === undefined) return [];
      return portOf(received) === portOf(authority) ? [] : [{ expected: authority, received }];
    })
    .slice(0, 1);
}

/** The port in a `Host` such as `api.test:8080` or `[::1]:8080`. */
function portOf(authority: string): string | undefined {
  return authority.match(/:(\d+)$/)?.[1];
}

function violationOf(surface: string): (host: OtherHost) => Violation {
  return ({ expected, received }) => ({
    surface,
    pointer: '/header/host',
    kind: 'other-host',
    message: `The request has the Host \`${received.slice(0, 100)}\`, but it was sent to ${expected}.`,
    expected,
    received,
    blame: 'surface',
    cause: '',
  });
}

import { headerValue } from '../../../contract/wire/message.js';
import type { Observation } from '../../../surfaces/observation.js';
import { permits, successTypes } from '../../accepted-types.js';
import type { Violation } from '../../finding.js';
import { EVERYWHERE, type TrialRule } from '../../rule.js';

/** A surface that sends the header `Accept` accepts a media type that the contract promises for a success. */
export const acceptHeader: TrialRule = {
  id: 'conformance/accept-header',
  severity: 'must',
  statement:
    'If a request has the header Accept, the header permits a media type that the contract documents for a success.',
  source: 'RFC 9110 §12.5.1: a service may answer 406 to a request that accepts none of its media types',
  repair: 'Send the media types of the documented successes and failures in Accept, or do not send the header.',
  backends: EVERYWHERE,
  reads: 'request',
  check: (trial) => {
    const documented = successTypes(trial.operation);
    if (documented.length === 0 || trial.case.raw !== undefined) return undefined;
    return trial.observations.flatMap((observation) => refused(documented, observation));
  },
};

function refused(documented: readonly string[], { surface, exchanges }: Observation): readonly Violation[] {
  const accepted = exchanges
    .map(({ request }) => headerValue(request.headers, 'accept'))
    .find((accept) => accept !== undefined && !documented.some((type) => permits(accept, type)));
  if (accepted === undefined) return [];
  const message = `The request accepts only \`${accepted.slice(0, 100)}\`, but no documented success has such a media type.`;
  const about = { surface, pointer: '/header/Accept', blame: 'surface', cause: '' } as const;
  return [{ ...about, kind: 'not-accepted', message, expected: documented.join(', '), received: accepted }];
}

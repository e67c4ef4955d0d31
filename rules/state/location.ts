import type { Violation } from '../finding.js';
import type { LocatedResource } from '../../surfaces/observation.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../rule.js';

/** The header `Location` of a 201 leads to the resource that was created. */
export const location: TrialRule = {
  id: 'state/location',
  severity: 'must',
  statement:
    'A GET of the URI in the header `Location` of a 201 finds the new resource, and the URI is not that of the collection.',
  source:
    'RFC 9110 §15.3.2: `Location` identifies the primary resource created; §10.2.2: resolved against the target URI',
  repair: 'Send the path of the new resource, percent-encoded and relative to the URI of the request.',
  backends: REAL_SERVICE,
  reads: 'reply',
  check: (trial, context) => {
    const led = trial.observations.flatMap(({ surface, located }) => (located ? [{ surface, located }] : []));
    return led.length === 0
      ? undefined
      : led.flatMap(({ surface, located }) => faults(trial, context, surface, located));
  },
};

function faults(
  { operation }: Trial,
  context: TrialContext,
  surface: string,
  { target, status, isCollection }: LocatedResource,
): readonly Violation[] {
  const about = {
    surface,
    pointer: '/response/header/location',
    blame: responder(context),
    expected: 'the URI of the new resource',
    cause: operation.id,
    status: 201,
    location: operation.location,
  } as const;
  if (isCollection) {
    const message = `The \`Location\` of ${operation.id} is the collection itself.`;
    return [{ ...about, kind: 'location-of-collection', message, received: target }];
  }
  if (status !== 404 && status !== 410) return [];
  const message = `The \`Location\` of ${operation.id} leads to a ${status}.`;
  return [{ ...about, kind: 'location-not-found', message, received: `${target}, answered ${status}` }];
}

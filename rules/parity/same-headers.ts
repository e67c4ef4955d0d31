import type { HeaderPair } from '../../contract/wire/message.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { documentedResponse, replyOf } from '../reply.js';
import { EVERYWHERE, type Trial, type TrialRule, judgedEach } from '../rule.js';

/**
 * The error that a surface throws has the documented headers of the reply, if the errors of this surface have headers
 * at all.
 */
export const sameHeaders: TrialRule = {
  id: 'parity/same-headers',
  severity: 'must',
  statement:
    'If the error of a surface has headers, it has each documented header of the reply with the same value, or with all values of a header that occurs several times. Header names are case-insensitive.',
  source:
    'the contract: the headers of the response; RFC 9110 §5.1 (names), §5.3 (several fields of one name are one list), §10.2.3 (Retry-After), §10.2.1 (Allow)',
  repair: 'Pass the headers of the reply to the error that the call throws.',
  backends: EVERYWHERE,
  reads: 'outcome',
  check: (trial) => judgedEach(trial, (observation) => differences(trial, observation)),
};

function differences({ operation }: Trial, observation: Observation): readonly Violation[] | undefined {
  const { outcome, surface } = observation;
  const reply = replyOf(observation);
  if (reply === undefined || isSuccess(reply.status) || outcome.kind !== 'problem') return undefined;
  const shown = outcome.native?.headers;
  if (shown === undefined) return undefined;
  const documented = documentedResponse(operation, reply.status)?.headers ?? [];
  return documented.flatMap(({ name }): readonly Violation[] => {
    const sent = valuesOf(reply.headers, name.toLowerCase());
    const seen = Object.hasOwn(shown, name.toLowerCase()) ? shown[name.toLowerCase()] : undefined;
    if (sent.length === 0 || isShown(sent, seen)) return [];
    return [
      {
        surface,
        pointer: `/outcome/headers/${name.toLowerCase()}`,
        kind: seen === undefined ? 'header-missing' : 'other-header',
        message: `The error of ${operation.id} ${seen === undefined ? 'lacks' : 'changes'} the documented header ${name} of the reply.`,
        expected: sent.join(', '),
        received: seen ?? '(none)',
        blame: 'surface',
        // An SDK passes all headers or none.
        cause: seen === undefined && Object.keys(shown).length === 0 ? '' : name.toLowerCase(),
      },
    ];
  });
}

function valuesOf(headers: readonly HeaderPair[], name: string): readonly string[] {
  return headers.filter(([known]) => known.toLowerCase() === name).map(([, value]) => value);
}

/**
 * Whether the error of a surface has all values of a header. A client may join several values in its own way, with or
 * without a space after the comma.
 */
function isShown(sent: readonly string[], seen: string | undefined): boolean {
  return sent.length === 1 ? sent[0] === seen : sent.every((value) => seen?.includes(value) === true);
}

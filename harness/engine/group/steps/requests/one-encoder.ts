import type { Json } from '../../../../../contract/json/json.js';
import { outcome } from '../../../../../rules/conformance/surface/outcome.js';
import { sameRequest } from '../../../../../rules/parity/same-request.js';
import { type Cluster, explainCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/**
 * Combines into one finding a crash on a character and bodies in a wrong encoding: both come from the code that encodes
 * texts.
 */
export const ONE_ENCODER_STEP: GroupingStep = {
  name: 'one encoder',
  joins:
    'A crash becomes evidence of bodies that the same surface writes in a wrong character encoding. The error must be about characters or an encoding, and the body of the call must contain a character that Latin-1 does not have. Most wrong encodings cannot write such a character.',
  apply: (clusters) => {
    const causes = new Map(
      clusters.filter(isEncoderCrash).flatMap((crash): readonly (readonly [Cluster, Cluster])[] => {
        const cause = clusters.find((other) => isMisencoded(other) && isOneCall(other, crash));
        return cause === undefined ? [] : [[crash, cause]];
      }),
    );
    return absorbed(clusters, causes, explainCluster);
  },
};

function isMisencoded({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === sameRequest.id && violation.kind === 'mis-decoded' && violation.pointer.startsWith('/body');
}

/** Matches names such as `UnicodeEncodeError` and `ERR_INVALID_CHAR`, and messages about a codec. */
const OF_CHARACTERS = /encod|codec|char/i;

function isEncoderCrash({ rule, smallest: { violation, case: shown } }: Cluster): boolean {
  const isCrash = rule.id === outcome.id && violation.kind === 'crash';
  // A client may raise its own error, whose message contains the message of the encoder's error.
  const reported = `${violation.crash ?? ''} ${typeof violation.received === 'string' ? violation.received : ''}`;
  return isCrash && OF_CHARACTERS.test(reported) && hasOtherCharacters(shown.input.body);
}

function hasOtherCharacters(body: Json | undefined): boolean {
  return body !== undefined && /[^\0-\xFF]/.test(JSON.stringify(body));
}

function isOneCall(cause: Cluster, crash: Cluster): boolean {
  return (
    ownerOf(cause.smallest.violation) === ownerOf(crash.smallest.violation) &&
    [...crash.operations].every((operation) => cause.operations.has(operation))
  );
}

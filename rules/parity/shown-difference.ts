import type { Json } from '../../contract/json/json.js';
import { headerValue } from '../../contract/wire/message.js';
import type { WireResponse } from '../../surfaces/exchange.js';
import { statedPlace } from '../fault-place.js';
import type { Violation } from '../finding.js';
import { differencesUnder } from '../comparison.js';
import { SYSTEMATIC } from '../values/json-difference.js';
import { orOmitted } from '../values/omitted.js';
import { documentedContent, documentedResponse } from '../reply.js';
import type { Trial, TrialContext } from '../rule.js';

/** What a caller was shown in another form than it was sent, `pointer` being the place of the whole: `/outcome/value`. */
export function shownDifferences(
  trial: Trial,
  context: TrialContext,
  reply: WireResponse,
  shown: {
    readonly surface: string;
    readonly pointer: string;
    readonly noun: string;
    readonly sent: Json | undefined;
    readonly seen: Json | undefined;
  },
): readonly Violation[] {
  const spec = documentedResponse(trial.operation, reply.status);
  const schema = spec && documentedContent(spec, headerValue(reply.headers, 'content-type') ?? '')?.schema;
  const { schemas } = context.contract;
  const comparison = { schemas, stated: schema === undefined ? [] : [schema], mayLack: ['output'] } as const;
  return differencesUnder(comparison, shown.sent, shown.seen).map(({ pointer, kind, expected, received }) => {
    const place = causeOf(shown.pointer, statedPlace(schemas, schema, pointer));
    return {
      surface: shown.surface,
      pointer: shown.pointer + pointer,
      kind,
      message: `The ${shown.noun} that the caller sees differs from the one that the service sent, at ${shown.pointer}${pointer}.`,
      expected: orOmitted(expected),
      received: orOmitted(received),
      blame: 'surface',
      ...(SYSTEMATIC.has(kind) ? { cause: '', place } : { cause: place }),
      ...(kind === 'mis-decoded' && { repair: DECODE }),
    };
  });
}

const DECODE = 'Decode the reply as UTF-8 (RFC 8259 §8.1), as a whole or with a decoder that keeps a cut character for the next piece.';

/** A property that schemas state is one wherever it is shown; anything else is a place in what was shown. */
function causeOf(pointer: string, place: string): string {
  return place === '' || place.startsWith('/') ? pointer + place : place;
}

import type { Json } from '../../contract/json/json.js';
import { headerValue } from '../../contract/wire/message.js';
import type { WireResponse } from '../../surfaces/exchange.js';
import { statedPlace } from '../fault-place.js';
import type { Violation } from '../finding.js';
import { differencesUnder } from '../comparison.js';
import { SYSTEMATIC } from '../values/json-difference.js';
import { shownAsText } from '../conformance/surface/shown-as-text.js';
import { orOmitted } from '../values/omitted.js';
import { isParsedMarkup } from '../values/parsed-markup.js';
import { documentedContent, documentedResponse } from '../reply.js';
import type { Trial, TrialContext } from '../rule.js';

/**
 * The differences between the value that the service sent and the value that the caller received. `pointer` is the
 * pointer of the whole value: `/outcome/value`.
 */
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
  return differencesUnder(comparison, shown.sent, shown.seen).map((difference) => {
    const { pointer, expected, received } = difference;
    const isParsed = typeof expected === 'string' && typeof received === 'string' && isParsedMarkup(expected, received);
    const kind = isParsed ? 'parsed-markup' : difference.kind;
    const place = causeOf(shown.pointer, statedPlace(schemas, schema, pointer));
    return {
      surface: shown.surface,
      pointer: shown.pointer + pointer,
      kind,
      message: `The ${shown.noun} that the caller receives differs from the one that the service sent at ${shown.pointer}${pointer}.`,
      expected: orOmitted(expected),
      received: orOmitted(received),
      blame: 'surface',
      ...(SYSTEMATIC.has(kind) ? { cause: '', place } : { cause: place }),
      ...(kind === 'mis-decoded' && { repair: DECODE }),
      ...(kind === 'parsed-markup' && { repair: shownAsText.repair }),
    };
  });
}

const DECODE =
  'Decode the reply as UTF-8 (RFC 8259 §8.1), either as a whole or with a streaming decoder that carries a split character over to the next chunk.';

/**
 * The cause of a difference. If a schema names the property, the cause is the address of the property; otherwise it is
 * the full pointer.
 */
function causeOf(pointer: string, place: string): string {
  return place === '' || place.startsWith('/') ? pointer + place : place;
}

import type { Json } from '../../../../../contract/json/json.js';
import { responseBody } from '../../../../../rules/conformance/service/response-body.js';
import { type Cluster, explainCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/**
 * If a reply is not encoded in UTF-8, wrongly decoded strings and broken JSON are no findings of their own. They become
 * evidence of the finding about the encoding.
 */
export const REPLY_ENCODING_STEP: GroupingStep = {
  name: 'reply encoding',
  joins:
    'If a reply is not encoded in UTF-8, wrongly decoded strings and broken JSON in replies to the same operations become evidence of it. Broken JSON counts only if the request has a character beyond Latin-1 whose low byte is a quotation mark, a backslash or a control character.',
  apply: (clusters) => {
    const encodings = clusters.filter(({ rule, smallest: { violation } }) => {
      return rule.id === responseBody.id && violation.kind === 'not-utf-8';
    });
    const causes = new Map(
      clusters.flatMap((effect): readonly (readonly [Cluster, Cluster])[] => {
        const cause = isReEncoded(effect) ? encodings.find((encoding) => isOfSame(encoding, effect)) : undefined;
        return cause === undefined || cause === effect ? [] : [[effect, cause]];
      }),
    );
    return absorbed(clusters, causes, explainCluster);
  },
};

function isOfSame(cause: Cluster, effect: Cluster): boolean {
  return (
    ownerOf(cause.smallest.violation) === ownerOf(effect.smallest.violation) &&
    [...effect.operations].every((operation) => cause.operations.has(operation))
  );
}

function isReEncoded({ rule, smallest: { violation, case: made }, related }: Cluster): boolean {
  if (rule.id !== responseBody.id)
    return rule.id.startsWith('state/') && related.relations.some(({ name }) => name === 'mis-decoded');
  return BROKEN.has(violation.kind) && hasBreakingByte(made.input.body ?? null);
}

/** Kinds of violations that mean that a reply is not valid JSON. */
const BROKEN: ReadonlySet<string> = new Set(['not-json', 'truncated']);

/**
 * Whether the request has a character beyond Latin-1 whose low byte would break JSON: a quotation mark, a backslash or
 * a control character.
 */
function hasBreakingByte(sent: Json): boolean {
  return [...JSON.stringify(sent)].some((character) =>
    Array.from({ length: character.length }, (_, index) => character.charCodeAt(index)).some((unit) => {
      const low = unit % 256;
      return unit > 255 && (low < 0x20 || low === 0x22 || low === 0x5c);
    }),
  );
}

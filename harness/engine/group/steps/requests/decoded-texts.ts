import { argumentsChecked } from '../../../../../rules/conformance/surface/arguments-checked.js';
import { sameRequest } from '../../../../../rules/parity/same-request.js';
import { TEXT_AS_JSON } from '../../../../../rules/values/value-relation.js';
import { type Cluster, explainCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/** Combines into one finding the violations of a surface that decodes texts as JSON. */
export const DECODED_TEXTS_STEP: GroupingStep = {
  name: 'decoded texts',
  joins:
    'A surface may parse text members as JSON, for example `"5"` as 5. If it also parses a text body as JSON, the changed body becomes evidence of the changed members.',
  apply: (clusters) => {
    const causes = new Map(
      clusters.filter(isDecodedBody).flatMap((body): readonly (readonly [Cluster, Cluster])[] => {
        const cause = clusters.find((other) => isDecodedMember(other) && isOfOneOwner(other, body));
        return cause === undefined ? [] : [[body, cause]];
      }),
    );
    return absorbed(clusters, causes, explainCluster);
  },
};

function isDecodedBody({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === argumentsChecked.id && violation.kind === 'json-text-decoded';
}

function isDecodedMember({ rule, related }: Cluster): boolean {
  return rule.id === sameRequest.id && related.relations.some(({ name }) => name === TEXT_AS_JSON);
}

function isOfOneOwner(one: Cluster, other: Cluster): boolean {
  return ownerOf(one.smallest.violation) === ownerOf(other.smallest.violation);
}

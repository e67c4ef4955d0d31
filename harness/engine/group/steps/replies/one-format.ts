import { responseBody } from '../../../../../rules/conformance/service/response-body.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { grouped } from '../../../../../reports/view/words/grouped.js';
import { type GroupingStep, absorbed, toFirst } from '../../step.js';

/** Joins members of one name that break the same format in several schemas. */
export const ONE_FORMAT_STEP: GroupingStep = {
  name: 'one format',
  joins:
    'Members with one name form one finding if replies of several schemas break their format or pattern, and their texts have the same shape: equal punctuation, and equally long runs of letters and digits. The cause is that the same code writes these members.',
  apply: (clusters) => {
    const written = clusters.filter(
      ({ rule, smallest }) => rule.id === responseBody.id && KINDS.has(smallest.violation.kind),
    );
    const pairs = [...grouped(written, shapeOf).values()].flatMap(toFirst);
    return absorbed(clusters, new Map(pairs.filter(([other, first]) => isRelated(first, other))), joinCluster);
  },
};

const KINDS: ReadonlySet<string> = new Set(['format', 'pattern']);

function shapeOf({ smallest: { violation } }: Cluster): string {
  const { kind, expected, received, pointer } = violation;
  const shape = String(received).replaceAll(/[\p{L}\p{N}]+/gu, ({ length }) => `${length}`);
  return JSON.stringify([kind, expected, pointer.slice(pointer.lastIndexOf('/')), shape]);
}

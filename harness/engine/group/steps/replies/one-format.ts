import { isDateTime } from '../../../../../contract/formats/dates-and-times.js';
import { responseBody } from '../../../../../rules/conformance/service/response-body.js';
import { sameValue } from '../../../../../rules/parity/same-value.js';
import { type Cluster, isRelated, joinCluster, ownerOf } from '../../cluster.js';
import { grouped } from '../../../../../reports/view/words/grouped.js';
import { type GroupingStep, absorbed, toFirst } from '../../step.js';

/** Combines into one finding the members with the same name that break the same format in several schemas. */
export const ONE_FORMAT_STEP: GroupingStep = {
  name: 'one format',
  joins:
    'Members with the same name form one finding if they break their format or pattern in several schemas and their strings have the same shape. Two strings have the same shape if they have the same punctuation, and runs of letters and digits of the same lengths. The cause is the function that writes these members. Members of several names form one finding if one surface shows their date-times as strings that are not date-times.',
  apply: (clusters) => {
    const written = clusters.filter(
      ({ rule, smallest }) => rule.id === responseBody.id && KINDS.has(smallest.violation.kind),
    );
    const times = clusters.filter(isOtherTime);
    const pairs = [...grouped(written, shapeOf).values(), ...grouped(times, surfaceOf).values()].flatMap(toFirst);
    return absorbed(clusters, new Map(pairs.filter(([other, first]) => isRelated(first, other))), joinCluster);
  },
};

const KINDS: ReadonlySet<string> = new Set(['format', 'pattern']);

function shapeOf({ smallest: { violation } }: Cluster): string {
  const { kind, expected, received, pointer } = violation;
  const shape = String(received).replaceAll(/[\p{L}\p{N}]+/gu, ({ length }) => `${length}`);
  return JSON.stringify([kind, expected, pointer.slice(pointer.lastIndexOf('/')), shape]);
}

/** Whether a surface shows a date-time in a different form, such as that of the user's language. */
function isOtherTime({ rule, smallest: { violation } }: Cluster): boolean {
  const { expected, received, kind } = violation;
  return (
    rule.id === sameValue.id &&
    kind === 'changed' &&
    typeof expected === 'string' &&
    typeof received === 'string' &&
    isDateTime(expected) &&
    !isDateTime(received)
  );
}

function surfaceOf({ smallest }: Cluster): string {
  return ownerOf(smallest.violation);
}

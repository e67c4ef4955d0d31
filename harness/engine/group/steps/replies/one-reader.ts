import type { Json } from '../../../../../contract/json/json.js';
import { faultTolerated } from '../../../../../rules/conformance/network/fault-tolerated.js';
import { sameRejection } from '../../../../../rules/parity/same-rejection.js';
import { sameValue } from '../../../../../rules/parity/same-value.js';
import { UNKNOWN_MISSING } from '../../../../../rules/parity/shown-difference.js';
import { SYSTEMATIC } from '../../../../../rules/values/json-difference.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/**
 * Combines into one finding the violations that occur because a surface changes values and problem documents in the
 * same systematic way.
 */
export const ONE_READER_STEP: GroupingStep = {
  name: 'one reader of replies',
  joins:
    'A systematic change of problem documents forms one finding with the same change of values, because one parser reads all replies. Examples are wrongly decoded strings, omitted nulls and lost members that no schema names. Omitted nulls of problem documents also form one finding with missing members of values, and added nulls form one finding with unexpected members. If a surface omits empty texts, lists or objects, lost values that contain only such empty values form one finding with them. If a surface decodes strings wrongly, and reports another outcome for a reply whose chunks split a character, this difference becomes evidence of the wrong decoding.',
  apply: (clusters) => {
    const values = clusters.filter(({ rule }) => rule.id === sameValue.id);
    const causes = new Map(
      clusters
        .filter(({ rule, smallest }) => rule.id === sameRejection.id && isHabit(smallest.violation.kind))
        .flatMap((problem): readonly (readonly [Cluster, Cluster])[] => {
          const cause = values.find((value) => isRelated(value, problem) && isOneHabit(value, problem));
          return cause === undefined ? [] : [[problem, cause]];
        }),
    );
    for (const parts of clusters.filter(isOfParts)) {
      const cause = clusters.find((reply) => DECODED.has(reply.rule.id) && isMisread(reply) && isRelated(reply, parts));
      if (cause !== undefined) causes.set(parts, cause);
    }
    for (const rest of clusters.filter(isOfEmpty)) {
      const cause = values.find((value) => kindOf(value) === EMPTY && isRelated(value, rest));
      if (cause !== undefined) causes.set(rest, cause);
    }
    return absorbed(clusters, causes, joinCluster);
  },
};

const EMPTY = 'empty-became-omitted';

/** Whether a value without any content is lost, such as an empty text in a list or a map of empty texts. */
function isOfEmpty({ rule, smallest: { violation } }: Cluster): boolean {
  const isLost = violation.kind === 'missing' || violation.kind === 'value-became-null';
  return DECODED.has(rule.id) && isLost && isWithoutContent(violation.expected);
}

function isWithoutContent(value: Json): boolean {
  if (typeof value !== 'object') return value === '';
  return value !== null && Object.values(value).every(isWithoutContent);
}

function isHabit(kind: string): boolean {
  return SYSTEMATIC.has(kind) || kind === UNKNOWN_MISSING;
}

const DECODED: ReadonlySet<string> = new Set([sameValue.id, sameRejection.id]);

/** Whether the outcome changes if the reply arrives in parts and a part ends in the middle of a character. */
function isOfParts({ rule, smallest }: Cluster): boolean {
  return rule.id === faultTolerated.id && smallest.case.provenance.name === 'trickle';
}

function isMisread(cluster: Cluster): boolean {
  return kindOf(cluster) === 'mis-decoded';
}

/**
 * Whether values and problem documents are changed in the same way. If a parser loses nulls in problem documents, it
 * loses members of values too. If it adds nulls there, it adds members of values too.
 */
function isOneHabit(value: Cluster, problem: Cluster): boolean {
  return kindOf(value) === kindOf(problem) || kindOf(value) === LOST.get(kindOf(problem));
}

const LOST: ReadonlyMap<string, string> = new Map([
  ['null-became-omitted', 'missing'],
  ['omitted-became-null', 'unexpected'],
]);

function kindOf({ smallest }: Cluster): string {
  return smallest.violation.kind;
}

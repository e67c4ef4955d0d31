import { lastToken } from '../../../../../contract/json/json-pointer.js';
import { sameValue } from '../../../../../rules/parity/same-value.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';
import { haveCommonTrial } from '../../trial-set.js';

/** The minimum number of wrong members with one name. From this number on, they count as one fault. */
const MANY = 3;

/** Joins members with one name that a surface loses, adds or converts in the replies of several operations. */
export const ONE_MEMBER_STEP: GroupingStep = {
  name: 'one member of replies',
  joins:
    'Members that one surface loses, adds, sets to null or returns with another type form one finding if they have the same name, even if each operation has a schema of its own. Members of two objects in the same replies are joined only if there are three or more. One type or one function of the surface usually reads all of them.',
  apply: (clusters) => {
    const values = clusters.filter(isOfMember);
    const causes = new Map<Cluster, Cluster>();
    for (const [index, cluster] of values.entries()) {
      if (causes.has(cluster)) continue;
      const namesakes = values.slice(index + 1).filter((other) => !causes.has(other) && isOneMember(cluster, other));
      const joined =
        namesakes.length + 1 >= MANY ? namesakes : namesakes.filter((other) => !isSeenTogether(cluster, other));
      for (const other of joined) causes.set(other, cluster);
    }
    return absorbed(clusters, causes, joinCluster);
  },
};

const KINDS: ReadonlySet<string> = new Set(['missing', 'unexpected', 'value-became-null', 'type-changed']);

function isOfMember({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === sameValue.id && violation.blame === 'surface' && KINDS.has(violation.kind);
}

function isOneMember(one: Cluster, other: Cluster): boolean {
  const names = namesIn(one);
  return (
    isRelated(one, other) &&
    one.smallest.violation.kind === other.smallest.violation.kind &&
    [...namesIn(other)].some((name) => names.has(name))
  );
}

/** Whether one reply shows both violations. If so, different code may read its objects. */
function isSeenTogether(one: Cluster, other: Cluster): boolean {
  return haveCommonTrial(one.shown, other.shown);
}

/** The names of the members of a cluster. Elements of lists and keys of maps have no names. */
function namesIn({ places, smallest: { violation } }: Cluster): ReadonlySet<string> {
  const known = [...places, violation.pointer].filter((place) => place.includes('/') && !ROOTS.has(place));
  return new Set(known.map(lastToken).filter((name) => !/^(?:\*|\d+)$/.test(name)));
}

/** The pointers to whole values, which have no name. */
const ROOTS: ReadonlySet<string> = new Set(['/outcome/value']);

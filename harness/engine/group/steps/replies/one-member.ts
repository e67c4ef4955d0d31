import { lastToken } from '../../../../../contract/json/json-pointer.js';
import { sameRejection } from '../../../../../rules/parity/same-rejection.js';
import { sameValue } from '../../../../../rules/parity/same-value.js';
import { UNKNOWN_MISSING } from '../../../../../rules/parity/shown-difference.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';
import { haveCommonTrial } from '../../trial-set.js';

/** If at least this number of members with the same name are wrong, they count as one fault. */
const MANY = 3;

/**
 * Combines into one finding the members with the same name that a surface loses, adds or converts in the replies of
 * several operations.
 */
export const ONE_MEMBER_STEP: GroupingStep = {
  name: 'one member of replies',
  joins:
    'Members that one surface loses, adds, sets to null or returns with another type form one finding if they have the same name. Each operation may have a schema of its own, and the schemas of some replies need not name them. Members of two objects in the same replies form one finding only if there are three or more. One type or one function of the surface usually reads all of them.',
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
  const { blame, kind } = violation;
  if (blame !== 'surface') return false;
  return rule.id === sameValue.id ? KINDS.has(kind) : rule.id === sameRejection.id && LOST.has(kind);
}

function isOneMember(one: Cluster, other: Cluster): boolean {
  if (!isRelated(one, other) || one.rule.id !== other.rule.id) return false;
  const [names, others] = [one, other].map(namesIn) as [ReadonlySet<string>, ReadonlySet<string>];
  const [kind, otherKind] = [one, other].map(({ smallest }) => smallest.violation.kind);
  if (kind === otherKind) return [...others].some((name) => names.has(name));
  // If a surface loses all members that no schema names, this is a different fault.
  return [kind, otherKind].every((each) => LOST.has(each ?? '')) && isEqualSet(names, others);
}

/** The kinds of lost members: members that a schema of the reply names, and members that no schema names. */
const LOST: ReadonlySet<string> = new Set(['missing', UNKNOWN_MISSING]);

function isEqualSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size > 0 && one.size === other.size && [...one].every((name) => other.has(name));
}

/**
 * Whether one reply shows both violations. If so, the members belong to different objects, which may be read by
 * different code.
 */
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

import { stageOf } from '../../../../rules/catalogue/catalogue.js';
import type { Violation } from '../../../../rules/finding.js';
import { type Cluster, isAkin, joinCluster } from '../cluster.js';
import { type GroupingStep, absorbed } from '../step.js';

/** One input, or one member of what is shown, that a surface gets wrong. */
export const SAME_PLACE_STEP: GroupingStep = {
  name: 'same place',
  joins:
    'A surface that treats one input wrongly shows it in several ways, by its value: as a path of no operation, as a changed text, as a broken schema. The same holds for one member of what it shows.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    for (const [index, cluster] of clusters.entries()) {
      const cause = clusters.slice(0, index).find((earlier) => !causes.has(earlier) && isSamePlace(earlier, cluster));
      if (cause !== undefined) causes.set(cluster, cause);
    }
    return absorbed(clusters, causes, joinCluster);
  },
};

function isSamePlace(a: Cluster, b: Cluster): boolean {
  const [one, other] = [a.smallest.violation, b.smallest.violation];
  if (one.blame !== 'surface' || !isAkin(a, b)) return false;
  if (a.rule === b.rule && isSameMember(one, other)) return true;
  if (placeOf(one) !== placeOf(other)) return false;
  const isPlace = stageOf(a.rule.id) === 'request' ? INPUT_PLACE.test(placeOf(one)) : a.rule === b.rule && SHOWN_PLACE.test(placeOf(one));
  return isPlace && [...a.operations].some((operation) => b.operations.has(operation));
}

/** One member of what is shown, of which the schema is known in one reply and not in the other (its status is undocumented, or its type). */
function isSameMember(one: Violation, other: Violation): boolean {
  const isShown = [one, other].every(({ pointer }) => pointer.startsWith('/outcome/'));
  const isStated = [one, other].map(({ cause = '' }) => cause.includes('#'));
  return isShown && one.kind === other.kind && isStated[0] !== isStated[1] && lastToken(one.pointer) === lastToken(other.pointer);
}

function lastToken(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}

const INPUT_PLACE = /^\/(?:path|query|header|cookie|body)\//;
/** A member of what is shown, by a pointer or by the address of the schema that states it. */
const SHOWN_PLACE = /^\/outcome\/(?:value|problem)\/|#\//;

/** Where the cause is a place (`/body/labels/*`), that: which member of a map shows a fault is a matter of the value. */
function placeOf({ cause, pointer }: Violation): string {
  return cause !== undefined && (INPUT_PLACE.test(cause) || SHOWN_PLACE.test(cause)) ? cause : pointer;
}

import type { Json } from '../../../../../contract/json/json.js';
import { valueAt, anyElement, pointerTokens } from '../../../../../contract/json/json-pointer.js';
import { isPagingName } from '../../../../../contract/collections/item-list.js';
import type { OperationId } from '../../../../../contract/operation.js';
import { invalidRejected } from '../../../../../rules/conformance/service/invalid-rejected.js';
import { type Cluster, joinCluster } from '../../cluster.js';
import { constraintOf } from '../../constraint-of.js';
import { grouped } from '../../../../../reports/view/words/grouped.js';
import { type GroupingFacts, type GroupingStep, absorbed, toFirst } from '../../step.js';

/** The minimum number of unenforced constraints that are joined. If there are fewer, they may be separate faults. */
const FEWEST = 3;
/** The same for one parameter of which nothing is enforced, except that it must be there. */
const FEWEST_OF_PARAMETER = 2;
/** The minimum ratio of unenforced to enforced constraints. With a lower ratio, the operation validates its input. */
const FOR_EACH_ENFORCED = 4;

/**
 * Kinds of constraints that validators switch on or off as a whole: formats, the days of months, closed objects, and
 * types without coercion.
 */
const SWITCHES: readonly Switch[] = [
  { name: 'formats', keywords: new Set(['format', 'calendar format']) },
  { name: 'days of months', keywords: new Set(['calendar format']) },
  {
    name: 'closed objects',
    keywords: new Set(['additionalProperties', 'unevaluatedProperties']),
    isOffWhereAccepted: true,
  },
  {
    name: 'types of values that can be converted',
    keywords: new Set(['convertible type']),
    isOffWhereAccepted: true,
    takenForEachKept: FOR_EACH_ENFORCED,
    sharedFrom: 8,
    summary: (unchecked, tried) =>
      `Values of a wrong type are accepted at ${unchecked === tried ? 'all' : `${unchecked} of`} ${tried} places where they can be converted.`,
  },
  {
    name: 'types of query parameters',
    keywords: new Set(['type']),
    isAt: (pointer) => queryName(pointer) !== undefined,
    isOffWhereAccepted: true,
    takenForEachKept: FOR_EACH_ENFORCED,
    fewest: FEWEST,
    summary: (unchecked, tried) =>
      `Values of a wrong type are accepted for ${unchecked === tried ? 'all' : `${unchecked} of`} ${tried} query parameters that were tried.`,
  },
  {
    name: 'types of paging parameters',
    keywords: new Set(['type']),
    isAt: (pointer) => isPagingName(queryName(pointer) ?? ''),
    isOffWhereAccepted: true,
    takenForEachKept: FOR_EACH_ENFORCED,
    fewest: FEWEST,
    summary: (unchecked, tried) =>
      `Values of a wrong type are accepted for ${unchecked === tried ? 'all' : `${unchecked} of`} ${tried} paging parameters that were tried.`,
  },
];

interface Switch {
  readonly name: string;
  readonly keywords: ReadonlySet<string>;
  /** Whether a constraint at a place is of this kind. Default: at all places. */
  readonly isAt?: (pointer: string) => boolean;
  /** The minimum number of unenforced constraints that are joined. Default: 2. */
  readonly fewest?: number;
  /**
   * True if a service that lacks the check still refuses some values. For example, it converts 0 to false but refuses
   * 5, and it refuses a member with the name `__proto__`. Such a check counts as switched off at each place that
   * accepts at least one value.
   */
  readonly isOffWhereAccepted?: boolean;
  /**
   * The number of unchecked places that are required for each checked place. If it is omitted, no place may be checked.
   */
  readonly takenForEachKept?: number;
  /**
   * The number of unchecked places from which all operations are judged together, because they share a validator. A
   * place then counts as unchecked in every operation if one operation does not check it: another operation may refuse
   * the input for another reason. If the number is omitted, each operation is judged by itself.
   */
  readonly sharedFrom?: number;
  /** The summary of the joined finding, from the numbers of unchecked places and of all places that were tried. */
  readonly summary?: (unchecked: number, tried: number) => string;
}

/**
 * Parts of the input that a service may leave unchecked as a whole: the whole input, or one argument (`/query/filter`,
 * `/body`).
 */
const PARTS: readonly ((pointer: string) => string)[] = [
  () => '',
  (pointer) => /^\/body|^(?:\/[^/]*){2}/.exec(pointer)?.[0] ?? pointer,
];

/** Joins the unenforced constraints of an operation whose input, or one argument, is not validated. */
export const NOT_VALIDATED_STEP: GroupingStep = {
  name: 'not validated',
  joins:
    'If an operation does not validate its input, or one argument of the input, all constraints that it does not enforce form one finding. There must be at least three of them, and four for each constraint that the operation enforces. For one parameter, two are enough if the operation enforces nothing except that the parameter is required.',
  apply: (clusters, facts) => PARTS.reduce((kept, part) => withoutUnchecked(kept, facts, part), clusters),
};

function withoutUnchecked(
  clusters: readonly Cluster[],
  { enforced }: GroupingFacts,
  part: (pointer: string) => string,
): readonly Cluster[] {
  const causes = new Map<Cluster, Cluster>();
  const partOf = (cluster: Cluster): string => part(pointerOf(constraintOf(cluster.smallest.case) ?? ''));
  const taken = clusters.filter(isTaken);
  for (const group of grouped(taken, (cluster) => `${operationOf(cluster)} ${partOf(cluster)}`).values()) {
    const [sample] = group;
    const known = sample === undefined ? [] : [...(enforced.get(operationOf(sample)) ?? [])];
    const argument = sample === undefined ? '' : partOf(sample);
    const isParameter = argument !== '' && argument !== '/body';
    const kept = known.filter(
      (constraint) =>
        part(pointerOf(constraint)) === argument && !(isParameter && constraint === `required ${argument}`),
    ).length;
    const fewest = isParameter && kept === 0 ? FEWEST_OF_PARAMETER : FEWEST;
    if (group.length < fewest || group.length < kept * FOR_EACH_ENFORCED) continue;
    for (const [other, first] of toFirst(group)) {
      causes.set(other, first);
      first.summary = `${group.length} of ${group.length + kept} constraints that were tried are not enforced.`;
    }
  }
  return absorbed(clusters, causes, joinCluster);
}

/** The name of the query parameter at a place; `undefined` for other places and for parts of its value. */
function queryName(pointer: string): string | undefined {
  const [part, name, ...deeper] = pointerTokens(pointer);
  return part === 'query' && deeper.length === 0 ? name : undefined;
}

/** The pointer of a constraint: `/body/name` of `convertible type /body/name`. */
function pointerOf(constraint: string): string {
  return constraint.slice(constraint.indexOf(' /') + 1);
}

/** Joins unenforced constraints of a kind that the service never enforces. */
export const SWITCHED_OFF_STEP: GroupingStep = {
  name: 'switched off',
  joins:
    'Unenforced constraints of one kind form one finding if the validator ignores the kind: the operations concerned enforce no constraint of this kind. The kinds are formats, days of months, closed objects, and types of convertible values, query parameters or paging parameters. For closed objects and types, a place is unchecked if it accepts one invalid value. For types, one place may be checked for every four unchecked places. If eight or more places accept convertible values, a place that is unchecked in one operation counts as unchecked in all.',
  apply: (clusters, facts) => SWITCHES.reduce((kept, each) => withoutSwitchedOff(kept, facts, each), clusters),
};

function withoutSwitchedOff(
  clusters: readonly Cluster[],
  facts: GroupingFacts,
  {
    name,
    keywords,
    isAt = () => true,
    fewest = 2,
    isOffWhereAccepted = false,
    takenForEachKept,
    sharedFrom,
    summary,
  }: Switch,
): readonly Cluster[] {
  const isOne = (constraint: string): boolean =>
    [...keywords].some((keyword) => constraint.startsWith(`${keyword} `)) && isAt(pointerOf(constraint));
  const taken = clusters.filter((cluster) => isTaken(cluster) && isOne(constraintOf(cluster.smallest.case) ?? ''));
  const [first] = taken;
  if (first === undefined || taken.length < fewest) return clusters;
  const keyOf = (operation: OperationId, place: string): string =>
    taken.length < (sharedFrom ?? Infinity) ? `${operation} ${place}` : place;
  const accepted = new Set(taken.map((cluster) => keyOf(operationOf(cluster), placeOf(cluster))));
  const kept = [...new Set(taken.map(operationOf))].flatMap((operation) => {
    const enforced = [...(facts.enforced.get(operation) ?? [])];
    const known = [...enforced, ...clusters.filter((each) => operationOf(each) === operation).flatMap(constraintIn)];
    const checked = new Set(enforced.filter(isOne).map((constraint) => placeIn(constraint)));
    return [...checked].filter(
      (place) => !isOffWhereAccepted || (!accepted.has(keyOf(operation, place)) && !isCheckedAnyway(place, known)),
    );
  });
  if (kept.length > 0 && kept.length * (takenForEachKept ?? Infinity) > taken.length) return clusters;
  first.summary =
    summary?.(taken.length, taken.length + kept.length) ??
    `None of the ${taken.length} ${name} that were tried is enforced.`;
  return absorbed(clusters, new Map(toFirst(taken)), joinCluster);
}

/**
 * Whether a refusal at the place does not show that conversions are refused: a list or an object refuses each scalar
 * value, and an enumeration, a format or a pattern refuses the converted value.
 */
function isCheckedAnyway(place: string, known: readonly string[]): boolean {
  return known.some(
    (constraint) =>
      placeIn(constraint).startsWith(`${place}/`) ||
      (placeIn(constraint) === place && /^(?:enum|const|format|calendar format|pattern) /.test(constraint)),
  );
}

function constraintIn(cluster: Cluster): readonly string[] {
  const constraint = isTaken(cluster) ? constraintOf(cluster.smallest.case) : undefined;
  return constraint === undefined ? [] : [constraint];
}

/** The pointer of a constraint, with `*` in place of each index of a list. */
function placeIn(constraint: string): string {
  return anyElement(pointerOf(constraint));
}

/** The two bounds of one range. */
const RANGES: readonly ReadonlySet<string>[] = [
  new Set(['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum']),
  new Set(['minLength', 'maxLength']),
  new Set(['minItems', 'maxItems']),
  new Set(['minProperties', 'maxProperties']),
];

/** Joins the unenforced bounds of a range. */
export const RANGE_STEP: GroupingStep = {
  name: 'range',
  joins:
    'The bounds of a range form one finding if an operation enforces neither of them for a value. The service does not check the range, or moves the value into the range. If the service also accepts fractions for this integer, but refuses other wrong types, the fractions belong to the finding.',
  apply: (clusters, facts) => {
    const bounds = clusters.filter((cluster) => isTaken(cluster) && rangeOf(cluster) >= 0);
    const groups = grouped(bounds, (cluster) => `${operationOf(cluster)} ${rangeOf(cluster)} ${placeOf(cluster)}`);
    const causes = new Map([...groups.values()].flatMap(toFirst));
    for (const fraction of clusters.filter((cluster) => isFractionTaken(cluster, facts))) {
      const isOfPlace = (cluster: Cluster): boolean =>
        operationOf(cluster) === operationOf(fraction) && placeOf(cluster) === placeOf(fraction);
      const [first, second] = [...groups.values()].find(([one]) => one !== undefined && isOfPlace(one)) ?? [];
      if (first !== undefined && second !== undefined) causes.set(fraction, first);
    }
    return absorbed(clusters, causes, joinCluster);
  },
};

/** Whether a fraction is accepted as an integer, while other values of a wrong type are refused. */
function isFractionTaken(cluster: Cluster, { enforced }: GroupingFacts): boolean {
  const { case: made } = cluster.smallest;
  const constraint = constraintOf(made);
  if (!isTaken(cluster) || made.expect.kind !== 'rejected' || made.expect.keyword !== 'type') return false;
  const value = valueAt(made.input as unknown as Json, made.expect.pointer);
  return typeof value === 'number' && enforced.get(made.operation)?.has(constraint ?? '') === true;
}

function rangeOf({ smallest }: Cluster): number {
  const keyword = constraintOf(smallest.case)?.split(' ', 1)[0] ?? '';
  return RANGES.findIndex((range) => range.has(keyword));
}

function placeOf({ smallest }: Cluster): string {
  return placeIn(constraintOf(smallest.case) ?? '');
}

function operationOf({ smallest }: Cluster): OperationId {
  return smallest.case.operation;
}

function isTaken({ rule, smallest }: Cluster): boolean {
  return rule.id === invalidRejected.id && smallest.violation.kind === 'invalid-accepted';
}

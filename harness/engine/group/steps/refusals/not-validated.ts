import type { Json } from '../../../../../contract/json/json.js';
import { valueAt, anyElement, pointerTokens } from '../../../../../contract/json/json-pointer.js';
import { isPagingName } from '../../../../../contract/collections/item-list.js';
import type { OperationId } from '../../../../../contract/operation.js';
import { invalidRejected } from '../../../../../rules/conformance/service/invalid-rejected.js';
import { type Cluster, joinCluster } from '../../cluster.js';
import { constraintOf } from '../../constraint-of.js';
import { grouped } from '../../../../../reports/view/words/grouped.js';
import { type GroupingFacts, type GroupingStep, absorbed, toFirst } from '../../step.js';

/**
 * The minimum number of unenforced constraints that are joined. Fewer unenforced constraints may be separate faults.
 */
const FEWEST = 3;
/**
 * The minimum number of unenforced constraints that are joined for one parameter, if the service enforces only that the
 * parameter is present.
 */
const FEWEST_OF_PARAMETER = 2;
/**
 * Unenforced constraints are joined only if there are at least this many of them for each enforced constraint.
 * Otherwise, the operation validates its input, and each unenforced constraint is a separate fault.
 */
const FOR_EACH_ENFORCED = 4;

/**
 * Kinds of constraints that a validator usually checks everywhere or nowhere: a keyword that it does not know, such as a
 * number in `exclusiveMinimum` (a boolean in JSON Schema draft 4), formats, days that exist, unknown members, and types
 * without conversion.
 */
const SWITCHES: readonly Switch[] = [
  { name: 'exclusive bounds', keywords: new Set(['exclusiveMinimum', 'exclusiveMaximum']) },
  { name: 'multiples', keywords: new Set(['multipleOf']) },
  { name: 'lists with unique elements', keywords: new Set(['uniqueItems']) },
  { name: 'names of members', keywords: new Set(['propertyNames']) },
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
  /** Returns whether a place can have constraints of this kind. Default: every place. */
  readonly isAt?: (pointer: string) => boolean;
  /** The minimum number of unenforced constraints of this kind that are joined. Default: 2. */
  readonly fewest?: number;
  /**
   * True if a service that lacks this check may still refuse some of the invalid values. For example, a service that
   * converts types may convert 0 to false but refuse 5. A service that accepts unknown members may refuse the name
   * `__proto__`. A place then counts as unchecked if it accepts at least one invalid value.
   */
  readonly isOffWhereAccepted?: boolean;
  /**
   * The constraints are joined only if there are at least this many places without the check for each place with the
   * check. If omitted, the constraints are joined only if no place has the check.
   */
  readonly takenForEachKept?: number;
  /**
   * From this number of unchecked places on, all operations are judged together, because they probably share a
   * validator. A place that one operation does not check then counts as unchecked in all operations, because another
   * operation may refuse the input for a different reason. If omitted, each operation is judged separately.
   */
  readonly sharedFrom?: number;
  /** Makes the summary of the joined finding from the number of unchecked places and the number of all tried places. */
  readonly summary?: (unchecked: number, tried: number) => string;
}

/**
 * The parts of an input that a service may leave unchecked: the whole input, and each argument (`/query/filter`,
 * `/body`). Each function returns the part to which a pointer belongs.
 */
const PARTS: readonly ((pointer: string) => string)[] = [
  () => '',
  (pointer) => /^\/body|^(?:\/[^/]*){2}/.exec(pointer)?.[0] ?? pointer,
];

/**
 * Joins the unenforced constraints of an operation that does not validate its input, or does not validate one argument.
 */
export const NOT_VALIDATED_STEP: GroupingStep = {
  name: 'not validated',
  joins:
    'If an operation does not validate its input, or does not validate one argument, the constraints that it does not enforce there form one finding. At least three constraints must be unenforced, and at least four for each enforced constraint. For one parameter, two unenforced constraints are enough if the operation only enforces that the parameter is present.',
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

/** The name of the query parameter to which the pointer leads; `undefined` for any other place. */
function queryName(pointer: string): string | undefined {
  const [part, name, ...deeper] = pointerTokens(pointer);
  return part === 'query' && deeper.length === 0 ? name : undefined;
}

/** Returns the pointer of a constraint: `/body/name` for `convertible type /body/name`. */
function pointerOf(constraint: string): string {
  return constraint.slice(constraint.indexOf(' /') + 1);
}

/** Joins unenforced constraints of one kind, such as formats, if the service never enforces this kind. */
export const SWITCHED_OFF_STEP: GroupingStep = {
  name: 'switched off',
  joins:
    'Unenforced constraints of one kind form one finding if the validator ignores this kind: the operations concerned enforce no constraint of the kind. The kinds are exclusive bounds, multiples, unique elements, names of members, formats, days of months, closed objects, and types of convertible values, of query parameters and of paging parameters. For closed objects and types, a place counts as unchecked if it accepts one invalid value. For types, one checked place is permitted for every four unchecked places. If eight or more places accept convertible values, a place that one operation does not check counts as unchecked in all operations.',
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
 * Whether a place that refuses a convertible value may refuse it for a reason other than its type. A list or an object
 * refuses every scalar value, and an enumeration, a format or a pattern refuses the converted value.
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

/** The pointer of a constraint, with `*` instead of each list index. */
function placeIn(constraint: string): string {
  return anyElement(pointerOf(constraint));
}

/** The keywords for the lower and the upper bound of each kind of range. */
const RANGES: readonly ReadonlySet<string>[] = [
  new Set(['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum']),
  new Set(['minLength', 'maxLength']),
  new Set(['minItems', 'maxItems']),
  new Set(['minProperties', 'maxProperties']),
];

/** Joins the lower and the upper bound of a range if neither is enforced. */
export const RANGE_STEP: GroupingStep = {
  name: 'range',
  joins:
    'The lower and the upper bound of a value form one finding if an operation enforces neither of them. The cause is that the service does not check the range, or moves the value into the range. If the service also accepts fractions for this integer, but refuses values of other types, the accepted fractions become a part of the finding.',
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

/** Whether the service accepts a fraction as an integer, but refuses other values of a wrong type. */
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

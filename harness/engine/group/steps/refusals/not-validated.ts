import { distinct } from '../../../../../contract/json/interleaved.js';
import type { Json } from '../../../../../contract/json/json.js';
import { valueAt, anyElement } from '../../../../../contract/json/json-pointer.js';
import type { OperationId } from '../../../../../contract/operation.js';
import { invalidRejected } from '../../../../../rules/conformance/service/invalid-rejected.js';
import { type Cluster, joinCluster } from '../../cluster.js';
import { CONVERTIBLE_TEXT, UNCLEAR_TEXT, constraintOf } from '../../constraint-of.js';
import { grouped } from '../../../../../reports/view/words/grouped.js';
import { FOR_EACH_ENFORCED, SWITCHES, type Switch } from './switches.js';
import { type GroupingFacts, type GroupingStep, absorbed, toFirst } from '../../step.js';

/**
 * If at least this number of constraints are not enforced, they become one finding. If there are fewer, each may be a
 * fault of its own.
 */
const FEWEST = 3;
/**
 * If at least this number of constraints of one parameter are not enforced, they become one finding. Applied only if
 * the service checks nothing but the presence of the parameter.
 */
const FEWEST_OF_PARAMETER = 2;
/**
 * The parts of an input that a service may leave unchecked: first the whole input, then each argument (`/query/filter`,
 * `/body`). Each function returns the part that contains a pointer.
 */
const PARTS: readonly ((pointer: string) => string)[] = [
  () => '',
  (pointer) => /^\/body|^(?:\/[^/]*){2}/.exec(pointer)?.[0] ?? pointer,
];

/**
 * Combines into one finding the unenforced constraints of an operation that does not validate its input, or does not
 * validate one argument.
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
    const kept = new Set(
      known
        .filter(
          (constraint) =>
            part(pointerOf(constraint)) === argument && !(isParameter && constraint === `required ${argument}`),
        )
        .map((constraint) =>
          constraint.replace(CONVERTIBLE_TEXT, 'convertible type').replace(UNCLEAR_TEXT, 'convertible type'),
        ),
    ).size;
    const fewest = isParameter && kept === 0 ? FEWEST_OF_PARAMETER : FEWEST;
    if (group.length < fewest || group.length < kept * FOR_EACH_ENFORCED) continue;
    for (const [other, first] of toFirst(group)) {
      causes.set(other, first);
      first.summary = `${group.length} of ${group.length + kept} constraints that were tried are not enforced.`;
    }
  }
  return absorbed(clusters, causes, joinCluster);
}

/** Returns the pointer of a constraint: `/body/name` for `convertible type /body/name`. */
function pointerOf(constraint: string): string {
  return constraint.slice(constraint.indexOf(' /') + 1);
}

/** Joins unenforced constraints of one kind, such as formats, if the service never enforces this kind. */
export const SWITCHED_OFF_STEP: GroupingStep = {
  name: 'switched off',
  joins:
    'Unenforced constraints of one kind form one finding if their operations never enforce this kind: the validator ignores it. The kinds are exclusive bounds, multiples, unique elements, names of members, formats, days of months, closed objects, and types of convertible values, of query parameters and of paging parameters. There are six additional rules. (1) For types of convertible values, several operations with the same schema may count as one. (2) If the service accepts only strings in place of numbers or booleans, a place that requires a string and refuses numbers does not count as checked. (3) For closed objects and types, one accepted invalid value makes a place unchecked. (4) For types, one checked place is allowed for every four unchecked places. (5) If at least eight places accept convertible values, a place that is unchecked in one operation counts as unchecked in all operations. (6) If the types of convertible values are checked at other places, at least three unchecked places of one parameter form one finding.',
  apply: (clusters, facts) => SWITCHES.reduce((kept, each) => withoutSwitchedOff(kept, facts, each), clusters),
};

function withoutSwitchedOff(clusters: readonly Cluster[], facts: GroupingFacts, given: Switch): readonly Cluster[] {
  const all = clusters.filter((cluster) => isTaken(cluster) && isOfSwitch(given, constraintOf(cluster.smallest.case)));
  const ofSchemas = given.isOncePerSchema === true ? distinct(all, Infinity, schemaOf) : all;
  const summary = [all, ofSchemas].map((taken) => switchedOff(clusters, facts, given, taken)).find(Boolean);
  if (summary === undefined) return withoutSwitchedOffParameters(clusters, facts, given, all);
  return joined(clusters, all, summary);
}

function joined(clusters: readonly Cluster[], group: readonly Cluster[], summary: string): readonly Cluster[] {
  const [first] = group;
  if (first !== undefined) first.summary = summary;
  return absorbed(clusters, new Map(toFirst(group)), joinCluster);
}

/**
 * Joins the clusters in `all`, separately for each parameter. Each cluster is a place that the service does not check.
 * Operations with the same parameter form one group.
 */
function withoutSwitchedOffParameters(
  clusters: readonly Cluster[],
  facts: GroupingFacts,
  given: Switch,
  all: readonly Cluster[],
): readonly Cluster[] {
  const { fewestOfParameter: fewest = Infinity, isAt = () => true } = given;
  const parameters = grouped(all, (cluster) => parameterOf(placeOf(cluster)) ?? '');
  return [...parameters].reduce((kept, [parameter, group]) => {
    if (parameter === '') return kept;
    const isHere = (pointer: string): boolean => isAt(pointer) && parameterOf(pointer) === parameter;
    const summary = switchedOff(clusters, facts, { ...given, fewest, isAt: isHere }, group, parameter);
    return summary === undefined ? kept : joined(kept, group, summary);
  }, clusters);
}

/** The pointer of the parameter that contains a place: `/query/filter`. `undefined` for a place in the body. */
function parameterOf(pointer: string): string | undefined {
  return pointer.startsWith('/body') ? undefined : /^(?:\/[^/]*){2}/.exec(pointer)?.[0];
}

/** The address of the broken keyword. Several operations may share it. */
function schemaOf({ key, smallest }: Cluster): string {
  return smallest.violation.shared ?? key;
}

/**
 * Returns the summary of a finding: which kind of constraint the service does not check. `undefined` if the service
 * checks this kind at too many other places.
 */
function switchedOff(
  clusters: readonly Cluster[],
  facts: GroupingFacts,
  given: Switch,
  taken: readonly Cluster[],
  parameter?: string,
): string | undefined {
  const { name, fewest = 2, takenForEachKept = Infinity, summary } = given;
  if (taken.length < fewest) return undefined;
  const kept = keptPlaces(clusters, facts, given, taken);
  if (kept > 0 && kept * takenForEachKept > taken.length) return undefined;
  return (
    summary?.(taken.length, taken.length + kept, parameter) ??
    `None of the ${taken.length} ${name} that were tried is enforced.`
  );
}

function isOfSwitch({ keywords, isAt = () => true }: Switch, constraint = ''): boolean {
  return [...keywords].some((keyword) => constraint.startsWith(`${keyword} `)) && isAt(pointerOf(constraint));
}

/** Counts the places that the service checks. Only operations that also have unchecked places are included. */
function keptPlaces(
  clusters: readonly Cluster[],
  facts: GroupingFacts,
  given: Switch,
  taken: readonly Cluster[],
): number {
  const { sharedFrom = Infinity, isOffWhereAccepted = false } = given;
  const keyOf = (operation: OperationId, place: string): string =>
    taken.length < sharedFrom ? `${operation} ${place}` : place;
  const accepted = new Set(taken.map((cluster) => keyOf(operationOf(cluster), placeOf(cluster))));
  const isOfTexts = given.keywords.has(CONVERTIBLE_TEXT) && !taken.some((cluster) => isMaybeText(cluster, facts));
  const isKept = (constraint: string): boolean =>
    isOfSwitch(given, constraint) && (!isOfTexts || constraint.startsWith(`${CONVERTIBLE_TEXT} `));
  return [...new Set(taken.map(operationOf))].flatMap((operation) => {
    const enforced = [...(facts.enforced.get(operation) ?? [])];
    const known = [...enforced, ...clusters.filter((each) => operationOf(each) === operation).flatMap(constraintIn)];
    const checked = new Set(enforced.filter(isKept).map((constraint) => placeIn(constraint)));
    return [...checked].filter(
      (place) => !isOffWhereAccepted || (!accepted.has(keyOf(operation, place)) && !isCheckedAnyway(place, known)),
    );
  }).length;
}

/**
 * Whether the contract may require a string at the place, because no string was tried there in place of a number or a
 * boolean. If such a place refuses a number, it does not count as checked: a validator that converts strings to numbers
 * may nevertheless refuse a number in place of a string.
 */
function isMaybeText({ smallest }: Cluster, { enforced }: GroupingFacts): boolean {
  const { case: made } = smallest;
  const place = placeIn(constraintOf(made) ?? '');
  const refused = [...(enforced.get(made.operation) ?? [])].map((constraint) => anyElement(constraint));
  return (
    constraintOf(made)?.startsWith(`${CONVERTIBLE_TEXT} `) !== true &&
    ![CONVERTIBLE_TEXT, UNCLEAR_TEXT].some((keyword) => refused.includes(`${keyword} ${place}`))
  );
}

/**
 * Whether a place may refuse a convertible value for a reason other than its type. A list or an object refuses every
 * scalar value. An enumeration, a format or a pattern may refuse the converted value.
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

/** The pointer in a constraint (`keyword pointer`), with `*` instead of each list index. */
function placeIn(constraint: string): string {
  return anyElement(pointerOf(constraint));
}

/** The keywords of each kind of range, for its lower and its upper bound. */
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

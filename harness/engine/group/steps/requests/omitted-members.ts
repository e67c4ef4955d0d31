import { type Json, isJsonObject } from '../../../../../contract/json/json.js';
import { argumentsChecked } from '../../../../../rules/conformance/surface/arguments-checked.js';
import { sameRequest } from '../../../../../rules/parity/same-request.js';
import { UNKNOWN_MISSING } from '../../../../../rules/parity/shown-difference.js';
import { sameJson } from '../../../../../rules/values/same-json.js';
import { isCovered } from '../../trial-set.js';
import { type Cluster, explainCluster, isRelated, joinCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/** Combines into one finding the violations of one surface that omits members. */
export const OMITTED_MEMBERS_STEP: GroupingStep = {
  name: 'omitted members',
  joins:
    'Violations of one surface form one finding in six cases. (1) It omits nulls or empty values, and members with other values are missing at all the same places. (2) It omits nulls, it omits empty values, and case (1) does not apply. (3) It adds nulls, but only in trials in which members are missing: it renames members. (4) An object arrives without any members, and in other trials at least two of its members are missing. (5) It drops empty elements of lists or makes them null, and omits members with the same empty value. (6) A tool accepts null for a parameter, and either never sends this parameter, or omits nulls or empty values of parameters of the operation.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    for (const kind of [NULLS, EMPTIES]) {
      for (const omitted of clusters.filter((cluster) => kindOf(cluster) === kind && !causes.has(cluster))) {
        const siblings = clusters.filter(
          (cluster) => cluster.rule === omitted.rule && isRelated(cluster, omitted) && !causes.has(cluster),
        );
        const cause =
          missingAt(siblings, omitted.places) ??
          (kind === NULLS ? siblings.find((cluster) => kindOf(cluster) === EMPTIES) : undefined);
        if (cause !== undefined) causes.set(omitted, cause);
      }
    }
    for (const added of clusters.filter((cluster) => kindOf(cluster) === ADDED && !causes.has(cluster))) {
      const cause = clusters.find((other) => isRenaming(other, added));
      if (cause !== undefined) causes.set(added, cause);
    }
    for (const accepted of clusters.filter(isNullAccepted)) {
      const cause =
        clusters.find((other) => isNeverSent(other, accepted)) ??
        clusters.find((other) => isEmptyParameter(other, accepted));
      if (cause !== undefined) causes.set(accepted, cause);
    }
    return withEmptyElements(withoutEmptied(absorbed(clusters, causes, joinCluster)));
  },
};

/**
 * If an object lost all its members, its cluster becomes evidence of the finding about its first lost member. The
 * trials of the object are not added to this finding, because other lost members occur in them too.
 */
function withoutEmptied(clusters: readonly Cluster[]): readonly Cluster[] {
  const causes = new Map<Cluster, Cluster>();
  for (const emptied of clusters.filter(isEmptied)) {
    const [cause, ...others] = clusters.filter((other) => isMemberLost(other, emptied));
    if (cause !== undefined && others.length + 1 >= SEVERAL) causes.set(emptied, cause);
  }
  return absorbed(clusters, causes, explainCluster);
}

/**
 * Joins empty elements of lists with omitted members of the same empty value. An encoder that leaves out such values
 * cannot leave out an element, so it drops the element or writes null (ECMA-262, JSON.stringify, SerializeJSONArray).
 */
function withEmptyElements(clusters: readonly Cluster[]): readonly Cluster[] {
  const causes = new Map<Cluster, Cluster>();
  for (const element of clusters) {
    const cause = clusters.find(
      (other) =>
        kindOf(other) === EMPTIES &&
        other.rule === element.rule &&
        isRelated(other, element) &&
        isEmptyElement(element, other.smallest.violation.expected),
    );
    if (cause !== undefined) causes.set(element, cause);
  }
  return absorbed(clusters, causes, joinCluster);
}

/** Whether elements with the value are dropped from a list, or become null in it, and nothing else changes. */
function isEmptyElement({ smallest: { violation } }: Cluster, value: Json): boolean {
  const { kind, pointer, expected, received } = violation;
  if (kind === 'value-became-null') return /\/\d+$/.test(pointer) && sameJson(expected, value);
  if (kind !== 'elements-missing' || !Array.isArray(expected)) return false;
  const kept = (expected as readonly Json[]).filter((element) => !sameJson(element, value));
  return kept.length < expected.length && sameJson(kept, received);
}

/**
 * If an object arrives without any members, and at least this number of its members are also lost in other trials, the
 * lost members explain the empty object.
 */
const SEVERAL = 2;

/** Whether an object with several members is received without any members. */
function isEmptied({ smallest: { violation } }: Cluster): boolean {
  const { kind, received } = violation;
  return kind === 'changed' && isJsonObject(received) && Object.keys(received).length === 0;
}

function isMemberLost(other: Cluster, emptied: Cluster): boolean {
  const [lost, whole] = [other.smallest.violation, emptied.smallest.violation];
  return (
    other.rule === emptied.rule &&
    isRelated(other, emptied) &&
    lost.kind === 'missing' &&
    lost.pointer.slice(0, lost.pointer.lastIndexOf('/')) === whole.pointer
  );
}

/** Whether nulls are added only in trials with missing members. A surface that renames members does this. */
function isRenaming(missing: Cluster, added: Cluster): boolean {
  return (
    kindOf(missing) === 'missing' &&
    missing.rule === added.rule &&
    isRelated(missing, added) &&
    isCovered(added.shown, missing.shown)
  );
}

function isNullAccepted({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === argumentsChecked.id && violation.kind === 'null-argument-accepted';
}

function isNeverSent(other: Cluster, accepted: Cluster): boolean {
  return (
    MISSING.has(kindOf(other)) &&
    isOfSameCalls(other, accepted) &&
    other.smallest.violation.pointer === accepted.smallest.violation.pointer
  );
}

/**
 * Whether a tool omits empty values of parameters. The condition that skips them, such as `if (value)`, also skips null
 * of every parameter.
 */
function isEmptyParameter(other: Cluster, accepted: Cluster): boolean {
  const kind = kindOf(other);
  return (
    (kind === EMPTIES || kind === NULLS) &&
    isOfSameCalls(other, accepted) &&
    !/^\/body(?:\/|$)/.test(other.smallest.violation.pointer)
  );
}

/** Whether the surface sends wrong requests in every operation in which it accepts null. */
function isOfSameCalls(other: Cluster, accepted: Cluster): boolean {
  return (
    other.rule.id === sameRequest.id &&
    ownerOf(other.smallest.violation) === ownerOf(accepted.smallest.violation) &&
    [...accepted.operations].every((operation) => other.operations.has(operation))
  );
}

const MISSING: ReadonlySet<string> = new Set(['missing', UNKNOWN_MISSING]);
const ADDED = 'omitted-became-null';
const NULLS = 'null-became-omitted';
const EMPTIES = 'empty-became-omitted';

function missingAt(siblings: readonly Cluster[], places: ReadonlySet<string>): Cluster | undefined {
  const missing = siblings.filter((cluster) => MISSING.has(kindOf(cluster)));
  return [...places].every((place) => missing.some((cluster) => cluster.places.has(place))) ? missing[0] : undefined;
}

function kindOf({ smallest }: Cluster): string {
  return smallest.violation.kind;
}

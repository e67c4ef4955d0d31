import type { Case } from '../../../contract/case.js';
import { inputText } from '../../../contract/input-text.js';
import { isJsonObject } from '../../../contract/json/json.js';
import { parseJsonText } from '../../../contract/wire/request/split-request.js';
import { OTHER_OUTCOME } from '../../../rules/conformance/network/disturbed.js';
import { faultTolerated } from '../../../rules/conformance/network/fault-tolerated.js';
import { recovers } from '../../../rules/conformance/network/recovers.js';
import { CALLS_APART } from '../../../rules/state/calls-apart.js';
import { newItem } from '../../../rules/state/items/new-item.js';
import type { Minimised } from './minimised.js';
import { type Cluster, clusterKey, explainCluster, ownerOf } from '../group/cluster.js';

/**
 * Joins the faults of one owner that occur only after preceding calls, if they break the same rule or share an
 * operation. They become one fault of session state, with the case that has the fewest and smallest preceding calls.
 * The evidence of this fault are:
 * - the other faults;
 * - unsteady faults that never occurred again;
 * - different outcomes of calls before and after a network fault.
 * Faults of a service without resets stay separate, because an earlier call may rightly change a reply.
 */
export function joinSessionState(
  faults: readonly Minimised[],
  isReset: (cluster: Cluster) => boolean,
): readonly Minimised[] {
  const kept = faults.filter(
    ({ cluster, reproduction: { kind, violation } }) =>
      kind === 'after-calls' && (violation.blame === 'surface' || isReset(cluster)),
  );
  const states = statesOf(kept.toSorted((a, b) => sizeOf(a) - sizeOf(b)));
  const reported = new Set<State>();
  return faults.flatMap((fault) => {
    const { cluster, reproduction } = fault;
    const repeated = faults.find((other) => isRepeatedBy(other, fault) || isAfterFault(other, fault));
    if (repeated !== undefined) {
      explainCluster(repeated.cluster, cluster);
      return [];
    }
    const state = isKept(fault) ? stateOf(states, fault) : disturbedState(states, fault);
    if (state === undefined) return [fault];
    const { representative } = state;
    if (representative.reproduction.case !== reproduction.case) explainCluster(representative.cluster, cluster);
    if (reported.has(state)) return [];
    reported.add(state);
    return [representative];
  });
}

/**
 * Faults that have one cause: the same state that a session keeps between calls. `representative` is the fault with the
 * smallest case.
 */
interface State {
  readonly representative: Minimised;
  readonly faults: readonly Minimised[];
}

/**
 * Finds the session state that explains why the outcomes of calls before and after a network fault differ. The state
 * must also cause a fault without a network fault in the same operation. `undefined` if there is none.
 */
function disturbedState(states: readonly State[], fault: Minimised): State | undefined {
  const { cluster, reproduction } = fault;
  if (!AROUND_FAULTS.has(cluster.rule.id) || reproduction.violation.kind !== OTHER_OUTCOME) return undefined;
  return states.find(({ faults }) =>
    faults.some((other) => isOneState(other, fault) && !hasNetworkFault(other.reproduction.case)),
  );
}

const AROUND_FAULTS: ReadonlySet<string> = new Set([recovers.id, faultTolerated.id]);

function hasNetworkFault({ precedingCalls = [] }: Case): boolean {
  return precedingCalls.some(({ provenance }) => provenance.kind === 'fault');
}

/** Whether a surface fails only after a call with a network fault. The rule about recovery already reports this. */
function isAfterFault({ cluster: { rule, smallest } }: Minimised, { reproduction }: Minimised): boolean {
  return (
    rule.id === recovers.id &&
    smallest.violation.kind !== OTHER_OUTCOME &&
    reproduction.kind === 'after-calls' &&
    ownerOf(smallest.violation) === ownerOf(reproduction.violation) &&
    hasNetworkFault(reproduction.case)
  );
}

/**
 * Divides faults into groups that are caused by the same session state. In `sorted`, the fault with the smallest case
 * comes first.
 */
function statesOf(sorted: readonly Minimised[]): readonly State[] {
  let groups: readonly (readonly Minimised[])[] = [];
  for (const fault of sorted) {
    const same = groups.filter((group) => group.some((other) => isOneState(other, fault)));
    groups = [...groups.filter((group) => !same.includes(group)), [...same.flat(), fault]];
  }
  const owners = new Set<string>();
  return groups
    .map((group) => group.toSorted((a, b) => sizeOf(a) - sizeOf(b)))
    .flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const { violation, case: shown } = first.reproduction;
      const isFirst = !owners.has(ownerOf(violation));
      owners.add(ownerOf(violation));
      // The first state of an owner keeps the key without an operation, so that the id of the only finding does not
      // change. Each further state has the operation of its call in the key.
      return [{ representative: representativeOf(first, isFirst ? '' : shown.operation), faults: group }];
    });
}

function isOneState(one: Minimised, other: Minimised): boolean {
  return (
    ownerOf(one.reproduction.violation) === ownerOf(other.reproduction.violation) &&
    (one.cluster.rule.id === other.cluster.rule.id ||
      [...one.cluster.operations].some((operation) => other.cluster.operations.has(operation)))
  );
}

/**
 * The group of faults whose session state also causes this fault. If no group has a fault with the same rule or
 * operation, it is the first group with the same owner.
 */
function stateOf(states: readonly State[], fault: Minimised): State | undefined {
  const owner = ownerOf(fault.reproduction.violation);
  return (
    states.find(({ faults }) => faults.includes(fault)) ??
    states.find(({ faults }) => faults.some((other) => isOneState(other, fault))) ??
    states.find(({ representative }) => ownerOf(representative.reproduction.violation) === owner)
  );
}

function isKept(fault: Minimised): boolean {
  const { reproduction } = fault;
  return (
    reproduction.kind === 'after-calls' ||
    (reproduction.kind === 'unsteady' && reproduction.shown === 0) ||
    returnsEarlierReply(fault)
  );
}

/**
 * Whether a surface reports the reply to an earlier call of the sequence as the reply to the last call. Only the names
 * of the members are compared, because identifiers and times differ between runs.
 */
function returnsEarlierReply({ reproduction: { case: shown, violation }, proof }: Minimised): boolean {
  const { blame, received } = violation;
  if (shown.sequence !== true || blame !== 'surface' || proof === undefined || !isJsonObject(received)) return false;
  const names = Object.keys(received).toSorted().join();
  return proof.exchanges.slice(0, -1).some(({ response }) => {
    const value = 'status' in response && response.body !== undefined ? parseJsonText(response.body) : undefined;
    return isJsonObject(value) && names !== '' && Object.keys(value).toSorted().join() === names;
  });
}

/**
 * The size that one preceding call adds to a case. It is larger than any input, so a case with fewer calls is always
 * smaller.
 */
const CALL = 1_000_000;

function sizeOf({ reproduction: { case: shown } }: Minimised): number {
  const calls = shown.precedingCalls ?? [];
  return [shown, ...calls].reduce((size, { input }) => size + inputText(input).length, CALL * calls.length);
}

/**
 * Whether the fault occurs only in calls of a create operation that assigns identifiers twice. Such an operation may
 * assign the identifier of an item that a reset has removed.
 */
function isRepeatedBy({ cluster: { rule, smallest } }: Minimised, { reproduction }: Minimised): boolean {
  const calls = reproduction.case.precedingCalls ?? [];
  return (
    rule.id === newItem.id &&
    reproduction.kind === 'after-calls' &&
    ownerOf(smallest.violation) === ownerOf(reproduction.violation) &&
    [reproduction.case, ...calls].every(({ operation }) => operation === smallest.violation.cause)
  );
}

function representativeOf({ cluster, reproduction, ...proved }: Minimised, cause: string): Minimised {
  const { violation, case: shown } = reproduction;
  const calls = (shown.precedingCalls ?? []).map(({ operation }) => operation);
  const kept = {
    ...violation,
    kind: 'depends-on-earlier-call',
    cause,
    message: `Only after ${callWords(calls)} in the same session: ${violation.message}`,
    repair: CALLS_APART.repair,
  };
  const item = {
    rule: cluster.rule.id,
    surface: violation.surface,
    operation: shown.operation,
    pointer: violation.pointer,
    message: violation.message,
  };
  const evidence: Cluster['evidence'] = new Map(cluster.evidence).set(clusterKey(cluster.rule, violation), {
    index: cluster.firstIndex,
    item,
  });
  return {
    ...proved,
    cluster: { ...cluster, rule: CALLS_APART, key: clusterKey(CALLS_APART, kept), evidence },
    reproduction: { ...reproduction, violation: kept },
  };
}

/** Describes calls in words, such as `a call of createItem` or `3 calls of createItem and getItem`. */
function callWords(operations: readonly string[]): string {
  const names = [...new Set(operations)].join(' and ');
  return operations.length === 1 ? `a call of ${names}` : `${operations.length} calls of ${names}`;
}

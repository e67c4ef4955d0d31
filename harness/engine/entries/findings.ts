import { createHash } from 'node:crypto';
import type { Contract } from '../../../contract/contract.js';
import type { OperationId } from '../../../contract/operation.js';
import { describedPlace } from '../../../rules/described-place.js';
import type { Evidence, Finding, Violation } from '../../../rules/finding.js';
import { LINT_KIND } from '../../../reports/report.js';
import type { RuleStatement } from '../../../rules/rule.js';
import { type Cluster, clusterKey } from '../group/cluster.js';
import { type Found, MAX_EVIDENCE } from '../group/found.js';
import type { Minimised } from '../minimise/minimised.js';

/**
 * Makes a finding from a minimised fault. If the violation states no location, the location is the place in the
 * contract that describes the broken value.
 */
export function trialFinding(contract: Contract | undefined, { cluster, reproduction, proof }: Minimised): Found {
  const { violation, case: counterexample } = reproduction;
  const [shownOn, ...others] = surfacesInOrder(violation, cluster.surfaces);
  const operations = [
    counterexample.operation,
    ...[...cluster.operations].filter((id) => id !== counterexample.operation).toSorted(),
  ];
  const places = placesOf(cluster);
  const location = violation.location ?? (contract && describedPlace(contract, counterexample.operation, violation));
  const finding: Finding = {
    ...shared(cluster.rule, violation, cluster.key),
    ...(location && { location }),
    message: messageOf({ cluster, reproduction }, places),
    surfaces: shownOn === undefined ? [] : [shownOn],
    operations,
    backends: [...cluster.backends].toSorted(),
    counterexample,
    ...(places.length > 1 && { places }),
    ...(proof && { proof }),
    occurrences: cluster.occurrences,
    evidence: [
      ...alsoRecorded(cluster, violation, counterexample.operation, others),
      ...[...cluster.evidence.values()].map(({ item }) => item).toSorted(byText),
    ].slice(0, MAX_EVIDENCE),
  };
  const { kind } = reproduction;
  const unsteady = kind === 'unsteady' && { unsteady: { shown: reproduction.shown, attempts: reproduction.attempts } };
  return { finding, cells: cluster.cells, ...unsteady };
}

/** The maximum number of places that are listed in a finding. */
const MAX_PLACES = 20;

/** The places that a reader can find in the input or the reply. Addresses of schemas are omitted. */
function placesOf({ places, related }: Cluster): readonly string[] {
  const readable = [...places].filter((place) => !place.includes('#'));
  return [...new Set(readable.length === places.size ? readable : related.pointers)].toSorted().slice(0, MAX_PLACES);
}

/** The message of a finding: a summary of all trials that showed the fault, then the message of the smallest trial. */
function messageOf({ cluster, reproduction }: Minimised, places: readonly string[]): string {
  const [relation] = cluster.related.relations;
  const where = places.length > 1 ? ` at ${places.length} places` : '';
  const common = cluster.summary ?? (relation === undefined ? undefined : `${capitalised(relation.words)}${where}.`);
  const untried =
    reproduction.kind === 'not-tried' && reproduction.violation.blame !== 'mock' ? NOT_REPRODUCED : undefined;
  return [common, reproduction.violation.message, untried].filter((part) => part !== undefined).join(' ');
}

const NOT_REPRODUCED =
  'The finding was not reproduced, because the run ended early or had too many findings. Run its replay, or check only its operation with `--operation`.';

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Evidence that the taps of other surfaces recorded the same fault of the service. */
function alsoRecorded(
  cluster: Cluster,
  violation: Violation,
  operation: OperationId,
  others: readonly string[],
): readonly Evidence[] {
  const message = 'The requests and replies of this surface show the same fault.';
  return others.map((surface) => ({
    rule: cluster.rule.id,
    surface,
    operation,
    pointer: violation.pointer,
    message,
  }));
}

/** Makes a finding from a violation of a rule that judges no trials: freshness, inventory, lint, registry. */
export function staticFinding(rule: RuleStatement, violation: Violation, operations: readonly OperationId[]): Finding {
  return {
    ...shared(rule, violation, clusterKey(rule, violation)),
    surfaces: violation.surface === '' ? [] : [violation.surface],
    operations,
    backends: [],
    occurrences: 1,
    evidence: [],
  };
}

/**
 * The ids by which a waiver may name a finding. A lint finding with several places has the id of its first place. The
 * first place may change when the contract changes. So a waiver may also name the id that the finding would have at one
 * of its other places.
 */
export function idsOf({ id, rule, blame, kind, places = [] }: Finding): readonly string[] {
  if (blame !== 'contract' || kind !== LINT_KIND) return [id];
  const violation = { surface: '', kind, message: '', expected: null, received: null, blame } as const;
  return [id, ...places.map((pointer) => idOf(clusterKey({ id: rule }, { ...violation, pointer })))];
}

function idOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}

type Shared = Pick<
  Finding,
  | 'id'
  | 'rule'
  | 'severity'
  | 'pointer'
  | 'kind'
  | 'message'
  | 'expected'
  | 'received'
  | 'blame'
  | 'repair'
  | 'source'
  | 'location'
>;

function shared(rule: RuleStatement, violation: Violation, key: string): Shared {
  return {
    id: idOf(key),
    rule: rule.id,
    severity: rule.severity,
    pointer: violation.pointer,
    kind: violation.kind,
    message: violation.message,
    expected: violation.expected,
    received: violation.received,
    blame: violation.blame,
    repair: violation.repair ?? rule.repair,
    source: rule.source,
    ...(violation.location && { location: violation.location }),
  };
}

/**
 * The surfaces of a finding in the order of the report. If the service or the mock is at fault, `rest` comes first,
 * because `rest` sends requests unchanged.
 */
function surfacesInOrder(violation: Violation, surfaces: ReadonlySet<string>): readonly string[] {
  if (violation.blame === 'surface') return [violation.surface];
  const sorted = [...surfaces].toSorted();
  return surfaces.has('rest') ? ['rest', ...sorted.filter((surface) => surface !== 'rest')] : sorted;
}

function byText(a: Evidence, b: Evidence): number {
  const [one, other] = [JSON.stringify(a), JSON.stringify(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}

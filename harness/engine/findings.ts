import { createHash } from 'node:crypto';
import type { OperationId } from '../../contract/operation.js';
import type { Evidence, Finding, Violation } from '../../rules/finding.js';
import type { RuleStatement } from '../../rules/rule.js';
import { type Cluster, clusterKey } from './cluster.js';
import type { Shrunk } from './shrink.js';

/** A cluster and its smallest case, as a finding. */
export function trialFinding(cluster: Cluster, shrunk: Pick<Shrunk, 'case' | 'violation'>): Finding {
  const { violation } = shrunk;
  const [told, ...others] = toldOn(violation, cluster.surfaces);
  const operations = [shrunk.case.operation, ...[...cluster.operations].filter((id) => id !== shrunk.case.operation).toSorted()];
  const alsoSeen = others.map<Evidence>((surface) => ({
    rule: cluster.rule.id,
    surface,
    operation: shrunk.case.operation,
    pointer: violation.pointer,
    message: 'The same, seen through this surface.',
  }));
  return {
    ...shared(cluster.rule, violation, cluster.key),
    ...(cluster.summary !== undefined && { message: `${cluster.summary} ${violation.message}` }),
    surfaces: told === undefined ? [] : [told],
    operations,
    backends: [...cluster.backends].toSorted(),
    counterexample: shrunk.case,
    occurrences: cluster.occurrences,
    evidence: [...alsoSeen, ...[...cluster.evidence.values()].map(({ item }) => item).toSorted(byText)].slice(0, 20),
  };
}

/** A finding of a rule that looks at no trial: freshness, inventory, the lint. */
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

type Shared = Pick<
  Finding,
  'id' | 'rule' | 'severity' | 'pointer' | 'kind' | 'message' | 'expected' | 'received' | 'blame' | 'repair' | 'source' | 'location'
>;

function shared(rule: RuleStatement, violation: Violation, key: string): Shared {
  return {
    id: createHash('sha256').update(key).digest('hex').slice(0, 8),
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

/** A fault behind the surfaces is told on `rest`, which adds nothing of its own; the others are its witnesses. */
function toldOn(violation: Violation, surfaces: ReadonlySet<string>): readonly string[] {
  if (violation.blame === 'surface') return [violation.surface];
  const sorted = [...surfaces].toSorted();
  return surfaces.has('rest') ? ['rest', ...sorted.filter((surface) => surface !== 'rest')] : sorted;
}

function byText(a: Evidence, b: Evidence): number {
  const [one, other] = [JSON.stringify(a), JSON.stringify(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** A fault in what the surfaces of several contracts share is one fault, told with the case of the first. */
export function mergeAlike(findings: readonly Finding[]): readonly Finding[] {
  const merged = new Map<string, Finding>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.id, finding.surfaces]);
    const known = merged.get(key);
    merged.set(key, known === undefined ? finding : joined(known, finding));
  }
  return [...merged.values()];
}

function joined(one: Finding, other: Finding): Finding {
  return {
    ...one,
    operations: [...new Set([...one.operations, ...other.operations])],
    backends: [...new Set([...one.backends, ...other.backends])].toSorted(),
    occurrences: one.occurrences + other.occurrences,
    evidence: [...one.evidence, ...other.evidence].slice(0, 20),
  };
}

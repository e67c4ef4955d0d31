import type { CaseInput } from '../../contract/case.js';
import type { Json } from '../../contract/json.js';
import type { Evidence, Finding } from '../../rules/finding.js';

/**
 * One fault is one finding: what follows from another one is its evidence. Whatever shows on a surface whose generated code is
 * out of date follows from that until it is regenerated; what shows of an operation that the surface does not offer, or with an
 * input that it does not take, follows from that.
 */
export function absorbConsequences(findings: readonly Finding[]): readonly Finding[] {
  const causes = findings.filter(({ rule }) => rule === 'freshness/current' || rule === 'inventory/offered').toSorted(staleFirst);
  const causeOf = new Map(findings.map((finding) => [finding, causes.find((cause) => follows(finding, cause))] as const));
  return findings
    .filter((finding) => causeOf.get(finding) === undefined)
    .map((finding) => {
      const absorbed = findings.filter((other) => rootOf(causeOf, other) === finding);
      return absorbed.length === 0 ? finding : withConsequences(finding, absorbed);
    });
}

function staleFirst(a: Finding, b: Finding): number {
  return Number(b.rule === 'freshness/current') - Number(a.rule === 'freshness/current');
}

function follows(finding: Finding, cause: Finding): boolean {
  if (finding === cause || finding.surfaces[0] !== cause.surfaces[0] || finding.rule === 'freshness/current') return false;
  // What the registry is about (pins, packages) is not generated, and not what a surface offers.
  if (finding.rule.startsWith('registry/')) return false;
  if (cause.rule === 'freshness/current') return finding.blame === 'surface' || finding.blame === 'backend';
  if (finding.rule === 'inventory/offered' || finding.blame !== 'surface') return false;
  if (finding.operations.length === 0 || !finding.operations.every((operation) => cause.operations.includes(operation))) return false;
  if (cause.kind !== 'inputs-differ') return cause.kind === 'missing' || cause.kind === 'renamed';
  const has = new Set(texts(cause.received));
  const lacking = texts(cause.expected)
    .filter((name) => !has.has(name))
    .map(asArgument);
  // The smallest input: what it names is needed to show the fault.
  return finding.counterexample !== undefined && givenNames(finding.counterexample.input).some((name) => lacking.includes(asArgument(name)));
}

function rootOf(causeOf: ReadonlyMap<Finding, Finding | undefined>, finding: Finding): Finding | undefined {
  const cause = causeOf.get(finding);
  return cause === undefined ? undefined : (causeOf.get(cause) ?? cause);
}

function texts(value: Json): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** A flag is spelled otherwise than the argument that it is, and a body has two: `--item-id` is `item_id`, `--body-file` is `body`. */
function asArgument(name: string): string {
  const plain = name.replace(/^--/, '').replaceAll(/[-_]/g, '').toLowerCase();
  return name === '--body-file' ? 'body' : plain;
}

/** As the flat arguments of a surface have them, but for what a collision adds to a name. */
function givenNames({ path, query, header, cookie, body }: CaseInput): readonly string[] {
  const parameters = [path, query, header, cookie].flatMap((values) => Object.keys(values ?? {}));
  return body === undefined ? parameters : [...parameters, 'body'];
}

function withConsequences(finding: Finding, absorbed: readonly Finding[]): Finding {
  const evidence = absorbed.map<Evidence>(({ rule, surfaces, operations: [operation], pointer, message }) => ({
    rule,
    surface: surfaces[0] ?? '',
    ...(operation && { operation }),
    pointer,
    message,
  }));
  const operations = [...new Set([...finding.operations, ...absorbed.flatMap((other) => other.operations)])];
  return { ...finding, operations, evidence: [...finding.evidence, ...evidence], occurrences: finding.occurrences + absorbed.length };
}
